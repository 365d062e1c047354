package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"molly/eval"
	"molly/memory"
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

// boundSize adds --max-facts and --max-memory.
func boundSize(c *cobra.Command, limit *int) {
	boundMemory(c)
	c.Flags().IntVar(limit, "max-facts", 0, fmt.Sprintf("give up on more facts than this (%d)", eval.DefaultMaxFacts))
}

// defaultMemory is how much memory a command may use where nothing is said, if it is known
// how much there is.
const defaultMemory = "80%"

// boundMemory adds --max-memory, which watchMemory reads.
func boundMemory(c *cobra.Command) {
	c.Flags().String("max-memory", defaultMemory, "end when this much `memory` is used: 500MB, 2GB, or a share of the machine's")
}

// watchMemory bounds the memory of a command that has --max-memory. It changes the command's
// context.
func (t *tool) watchMemory(c *cobra.Command, _ []string) error {
	f := c.Flags().Lookup("max-memory")
	if f == nil {
		return nil
	}
	limit, err := memory.ParseSize(f.Value.String(), memory.Available())
	if err != nil {
		if !f.Changed {
			return nil // nobody knows how much there is
		}
		return usageError("--max-memory %s: %v", quote(f.Value.String()), err)
	}
	ctx, stop := memory.Watch(c.Context(), limit)
	t.ctx = ctx
	t.atEnd = append(t.atEnd, stop)
	c.SetContext(ctx)
	return nil
}

// withTimeout bounds a context where a bound is given.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
