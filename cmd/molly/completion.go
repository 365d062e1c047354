package main

import (
	"github.com/spf13/cobra"
)

func (t *tool) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the script that lets a shell complete molly's command lines",
		Long: `Print the script that lets a shell complete molly's commands, flags, .ded files and the names of
the library's protocols. In bash it needs the package bash-completion.`,
		Example: `  source <(molly completion bash)
  molly completion zsh > "${fpath[1]}/_molly"
  molly completion fish > ~/.config/fish/completions/molly.fish`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(&t.out, true)
			case "zsh":
				return root.GenZshCompletion(&t.out)
			case "fish":
				return root.GenFishCompletion(&t.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(&t.out)
			}
			return usageError("there is no completion for %s: choose bash, zsh, fish or powershell", quote(args[0]))
		},
	}
}
