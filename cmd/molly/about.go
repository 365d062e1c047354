package main

import (
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/export/wire"
	"molly/internal/man"
	"molly/internal/nearest"
)

// release is the version of a release, set by the linker: -ldflags "-X main.release=1.2.0".
// Other builds have the version of the module.
var release string

// build is what this program was built from.
func build() wire.Version {
	info, _ := debug.ReadBuildInfo()
	return wire.NewVersion(info, release)
}

func (t *tool) versionCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and what this molly was built from",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return wire.Encode(&t.Out, build())
			}
			return text.Version(&t.Out, build())
		},
	}
	registerJSON(c, &asJSON)
	return c
}

func (t *tool) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [COMMAND]",
		Short:     "Print the JSON Schema of what commands print with --json",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: wire.Commands(),
		RunE: func(_ *cobra.Command, args []string) error {
			command, known := strings.Join(args, ""), wire.Commands()
			if command != "" && !slices.Contains(known, command) {
				return usageError("%s is not a command that prints JSON%s\nThese do: %s",
					text.Quote(command), nearest.Question(nearest.Word(command, known)), strings.Join(known, ", "))
			}
			schema, err := wire.JSONSchema(command)
			t.Out.Write(schema)
			return err
		},
	}
}

// manCommand is for building a release: it is in no list of commands.
func (t *tool) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual, a page for each command, to a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE:   func(c *cobra.Command, args []string) error { return man.Write(args[0], c.Root()) },
	}
}

func (t *tool) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish|powershell",
		Short:     "Print the script that lets a shell complete molly's command lines",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			return map[string]func() error{
				"bash":       func() error { return root.GenBashCompletionV2(&t.Out, true) },
				"zsh":        func() error { return root.GenZshCompletion(&t.Out) },
				"fish":       func() error { return root.GenFishCompletion(&t.Out, true) },
				"powershell": func() error { return root.GenPowerShellCompletionWithDesc(&t.Out) },
			}[args[0]]()
		},
	}
}
