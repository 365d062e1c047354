package main

import (
	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/internal/flagvalue"
	"molly/internal/skeleton"
)

func (t *tool) newCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "new NAME",
		Short: "Write a small protocol to begin with: it runs, is commented, and says what is expected of it",
		Args:  flagvalue.Exactly("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := skeleton.Write(args[0])
			if err != nil {
				return err
			}
			return text.Begun(&t.Out, path)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}
