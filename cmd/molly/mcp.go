package main

import (
	"time"

	"github.com/spf13/cobra"

	"molly/internal/process"
	"molly/mcp"
)

func (t *tool) mcpCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "mcp",
		Short:             "Let assistants use molly: a server of the Model Context Protocol over standard input and output",
		Args:              cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil }, // the bounds are those of a call
	}
	c.Flags().Duration("timeout", time.Minute, "end each call after this `time`, unless it asks for another one")
	process.MemoryFlag(c)
	c.RunE = func(*cobra.Command, []string) error {
		limits, err := process.LimitsOf(c)
		if err != nil {
			return boundError(err)
		}
		return mcp.Serve(c.Context(), t.Stdin, t.Stdout, mcp.Options{Version: build().Version, Time: limits.Time, Memory: limits.Memory})
	}
	return c
}
