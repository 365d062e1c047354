package main

import (
	"github.com/spf13/cobra"
)

func (t *tool) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Print the script that lets a shell complete molly's command lines",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(&t.Out, true)
			case "zsh":
				return root.GenZshCompletion(&t.Out)
			case "fish":
				return root.GenFishCompletion(&t.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(&t.Out)
			}
			return usageError("there is no completion for %s: choose bash, zsh, fish or powershell", quote(args[0]))
		},
	}
}
