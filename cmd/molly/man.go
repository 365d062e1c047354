package main

import (
	"github.com/spf13/cobra"

	"molly/internal/man"
)

// manCommand is for whoever packs a release: it is in no list of commands.
func (t *tool) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual, a page for each command, to a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return man.Write(args[0], c.Root())
		},
	}
}
