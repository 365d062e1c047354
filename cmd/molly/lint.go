package main

import (
	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/process"
)

func (t *tool) lintCommand() *cobra.Command {
	var s sources
	c := &cobra.Command{
		Use:   "lint FILE…|DIR…",
		Short: "Find what is suspicious about programs, also by evaluating them",
		Args:  needsFiles,
		RunE:  func(_ *cobra.Command, names []string) error { return t.lint(s, names) },
	}
	s.register(c)
	t.registerOutput(c, &s.json)
	process.MemoryFlag(c)
	process.TimeFlag(c)
	return c
}

// lint prints what was found, also where a bound came first.
func (t *tool) lint(s sources, names []string) error {
	found, err := molly.Sources{Include: s.include, Define: s.define, Stdin: t.Stdin}.Lint(t.Context(), names...)
	found = t.raise(found)
	code := exitOK
	if found.HasErrors() {
		code = exitUsage
	}
	if s.json {
		if err == nil {
			err = wire.Encode(&t.Out, wire.NewLint(found))
		}
	} else {
		t.show(found)
		if err == nil && t.output.form != asSARIF {
			err = text.Linted(&t.Out, found)
		}
	}
	if err != nil {
		return err
	}
	return ended(code)
}
