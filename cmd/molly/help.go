package main

import "github.com/spf13/cobra"

// helpCommand is cobra's, but an unknown topic is an error.
func (t *tool) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Example: `  molly help verify`,
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				if err == nil {
					return usageError("there is no help on %s", quote(rest[0]))
				}
				return usageError("%v", err)
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}
