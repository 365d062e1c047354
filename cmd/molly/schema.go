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
		Use:       "schema [COMMAND]",
		Short:     "Print the JSON Schema of what commands print with --json",
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
