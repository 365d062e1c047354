package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly/export/wire"
	"molly/internal/nearest"
)

func (t *tool) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [COMMAND]",
		Short: "Print the JSON Schema of what commands print with --json",
		Long: `Print the JSON Schema (draft 2020-12) of what a command prints with --json, or without a command,
of what any command prints. docs/json.md describes the same. With verify --all, each line is a
document of its own.

Exit codes: 0 printed, 2 an error on the command line.`,
		Example: `  molly schema verify
  molly schema > molly.schema.json`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: wire.Commands(),
		RunE: func(_ *cobra.Command, args []string) error {
			return t.schema(strings.Join(args, ""))
		},
	}
}

func (t *tool) schema(command string) error {
	if known := wire.Commands(); command != "" && !slices.Contains(known, command) {
		text := quote(command) + " is not a command that prints JSON"
		if near := nearest.Word(command, known); near != "" {
			text += "\nDid you mean " + near + "?"
		}
		return usageError("%s\nThese do: %s", text, strings.Join(known, ", "))
	}
	text, err := wire.JSONSchema(command)
	if err != nil {
		return err
	}
	t.printf("%s", text)
	return nil
}
