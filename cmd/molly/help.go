package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// helpTexts says what each command does, in a file for each: help/protocols-copy.txt is that of
// molly protocols copy. After a line "Examples:" come examples.
//
//go:embed help/*.txt
var helpTexts embed.FS

// describe gives a command, and all below it, its help.
func describe(c *cobra.Command) {
	name := strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "molly "), " ", "-")
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	long, examples, _ := strings.Cut("\n"+string(text), "\nExamples:\n")
	c.Long, c.Example = strings.TrimSpace(long), strings.TrimRight(examples, "\n")
	for _, sub := range c.Commands() {
		describe(sub)
	}
}

// helpCommand is cobra's, but an unknown topic is an error.
func (t *tool) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
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
