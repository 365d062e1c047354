package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"molly/eval"
	"molly/internal/process"
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
	return nil
}

// boundSize adds --max-facts and --max-memory.
func boundSize(c *cobra.Command, limit *int) {
	process.MemoryFlag(c)
	c.Flags().IntVar(limit, "max-facts", 0, fmt.Sprintf("give up beyond this many facts (%d)", eval.DefaultMaxFacts))
}
