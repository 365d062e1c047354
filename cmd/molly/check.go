package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/wire"
)

func (t *tool) checkCommand() *cobra.Command {
	var s sources
	c := &cobra.Command{
		Use:   "check FILE…",
		Short: "Parse and check a program, and print everything that is wrong with it",
		Long: `Parse and check a program without running it. All errors and warnings come at once, each with
its place, the line, and often a hint.

Exit codes: 0 no errors (there may be warnings), 2 errors, 3 a bound ended it, 130 interrupted.`,
		Example: `  molly check my.ded
  molly check protocol.ded invariant.ded --json
  cat my.ded | molly check -`,
		Args: needsFiles,
		RunE: func(_ *cobra.Command, files []string) error {
			return t.check(s, files)
		},
	}
	s.register(c)
	s.registerJSON(c)
	boundMemory(c)
	boundTime(c)
	return c
}

func (t *tool) check(s sources, files []string) error {
	program, err := t.read(s, files)
	if ended := context.Cause(t.ctx); ended != nil {
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
		found = append(program.Warnings, horizon(program)...)
	}
	if s.json {
		if err := t.encode(wire.NewCheck(program != nil, found)); err != nil {
			return err
		}
	} else {
		t.show(found)
		t.summary(program, found)
	}
	if program == nil {
		return ended(exitUsage)
	}
	return nil
}

// summary says in a line how it went.
func (t *tool) summary(p *molly.Program, found dedalus.Diagnostics) {
	warnings := count(len(found.Warnings()), "warning")
	if p == nil {
		t.complain(count(len(found.Errors()), "error") + ", " + warnings)
		return
	}
	d := p.Datalog()
	t.printf("%s: %s, %s, %s, %s\n", t.style.paint(colourGood, "ok"),
		count(len(d.Relations), "relation"), count(len(d.Rules), "rule"), count(len(d.Facts), "fact"), warnings)
}
