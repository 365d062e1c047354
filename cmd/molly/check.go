package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/numeral"
	"molly/internal/process"
)

func (t *tool) checkCommand() *cobra.Command {
	var s sources
	c := &cobra.Command{
		Use:   "check FILE…",
		Short: "Parse and check a program, and print everything that is wrong with it",
		Args:  needsFiles,
		RunE:  func(_ *cobra.Command, files []string) error { return t.check(s, files) },
	}
	s.register(c)
	t.registerOutput(c, &s.json)
	process.MemoryFlag(c)
	process.TimeFlag(c)
	return c
}

func (t *tool) check(s sources, files []string) error {
	program, err := t.read(s, files)
	if ended := context.Cause(t.Context()); ended != nil {
		return ended // in the middle of much text, or while it waited for standard input
	}
	var found dedalus.Diagnostics
	var wrong *molly.LoadError
	switch {
	case errors.As(err, &wrong):
		found = wrong.Diagnostics
	case err != nil:
		return err
	default:
		found = program.Findings()
	}
	if t.output.form == asJSON {
		found = t.raise(found)
		if err := wire.Encode(&t.Out, wire.NewCheck(!found.HasErrors(), found)); err != nil || program != nil {
			return err
		}
		return ended(exitUsage)
	}
	t.show(found)
	switch {
	case program == nil:
		return usageError("%s, %s", numeral.Count(len(found.Errors()), "error"), numeral.Count(len(found.Warnings()), "warning"))
	case t.output.form == asSARIF, t.counted(exitOK) != exitOK:
		return nil // it is all said
	}
	return text.Sound(&t.Out, t.style, program.Datalog(), len(found.Warnings()))
}
