package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"molly/eval"
)

// checkBounds refuses bounds that mean nothing, where they were given.
func checkBounds(c *cobra.Command) error {
	for _, name := range []string{"max-executions", "max-facts", "limit", "depth", "steps", "max-nodes"} {
		f := c.Flags().Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		if n, err := strconv.Atoi(f.Value.String()); err != nil || n < 1 {
			return usageError("--%s %s: it must be at least 1", name, f.Value)
		}
	}
	if f := c.Flags().Lookup("timeout"); f != nil && f.Changed {
		if d, err := time.ParseDuration(f.Value.String()); err != nil || d <= 0 {
			return usageError("--timeout %s: it must be more than 0", f.Value)
		}
	}
	return nil
}

// boundFacts adds --max-facts.
func boundFacts(c *cobra.Command, limit *int) {
	c.Flags().IntVar(limit, "max-facts", 0, fmt.Sprintf("give up on more facts than this (%d)", eval.DefaultMaxFacts))
}

// withTimeout bounds a context where a bound is given.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
