package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"molly/internal/flagvalue"
)

// compileFlags are the flags of compile.
type compileFlags struct {
	scenarioFlags
	engine engine
}

// engine is whose language a program is compiled to.
type engine uint8

const (
	toDatalog engine = iota
	toASP
	toSouffle
)

func (t *tool) compileCommand() *cobra.Command {
	var f compileFlags
	c := &cobra.Command{
		Use:   "compile FILE…",
		Short: "Print a program for another engine: as plain Datalog, for clingo, or for Soufflé",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.compile(c, &f, files) },
	}
	f.register(c)
	flagvalue.Among(c, &f.engine, "to", "the language", []string{"datalog", "asp", "souffle"}, toDatalog, toASP, toSouffle)
	return c
}

func (t *tool) compile(c *cobra.Command, f *compileFlags, files []string) error {
	if f.engine == toDatalog {
		return t.rewrite(c, f, files)
	}
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	var program string
	if f.engine == toASP {
		e.warnings = append(e.warnings, unusedFlags(c, "--to souffle", "omit", "crash", "late", "outage", "input")...)
		program, err = e.ASP(t.Context())
	} else {
		e.single = true
		sc, wrong := f.scenario(e)
		if wrong != nil {
			return wrong
		}
		e.warnings = append(e.warnings, unusedFlags(c, "--to asp", "outcomes")...)
		program, err = e.Souffle(t.Context(), sc)
	}
	if err = cmp.Or(err, context.Cause(t.Context())); err != nil {
		return e.failed(err)
	}
	e.show(e.warnings)
	t.Printf("%s", program)
	return nil
}

// rewrite prints the program as plain Datalog, which no specification changes.
func (t *tool) rewrite(c *cobra.Command, f *compileFlags, files []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	program, err := t.load(f.sources, files)
	if err != nil {
		return err
	}
	unused := unusedFlags(c, "--to asp or souffle", "eot", "eff", "crashes", "nodes", "omit", "crash", "late", "twice", "outage", "input", "delay", "no-loss", "fifo", "restarts", "outcomes", "max-facts")
	t.show(append(append(program.Warnings, unused...), program.OwnHorizon()...))
	t.Printf("%s", program.Rewritten())
	return context.Cause(t.Context())
}
