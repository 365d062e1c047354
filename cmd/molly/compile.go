package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/verify"
)

// compileFlags are the flags of compile.
type compileFlags struct {
	sources sources
	engine  engine
	spec    specification
	faults  faultFlags
	options verify.Options // of the question
}

// engine is whose language a program is compiled to.
type engine string

const (
	toDatalog engine = "datalog"
	toASP     engine = "asp"
	toSouffle engine = "souffle"
)

func parseEngine(word string) (engine, error) {
	switch t := engine(word); t {
	case toDatalog, toASP, toSouffle:
		return t, nil
	}
	return "", errors.New("choose datalog, asp or souffle")
}

func (t *tool) compileCommand() *cobra.Command {
	f := compileFlags{engine: toDatalog}
	c := &cobra.Command{
		Use:   "compile FILE…",
		Short: "Print a program for another engine: as plain Datalog, for clingo, or for Soufflé",
		Args:  needsFiles,
		RunE: func(c *cobra.Command, files []string) error {
			return t.compile(c, &f, files)
		},
	}
	f.sources.register(c)
	flagvalue.Choose(c, &f.engine, "to", "the language", parseEngine, string(toDatalog), string(toASP), string(toSouffle))
	f.spec.register(c)
	f.faults.register(c)
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
	return c
}

func (t *tool) compile(c *cobra.Command, f *compileFlags, files []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	if f.engine == toDatalog {
		program, err := t.load(f.sources, files)
		if err != nil {
			return err
		}
		found := append(program.Warnings, unusedFlags(c, "--to asp or souffle", "eot", "eff", "crashes", "nodes", "omit", "crash", "outcomes", "max-facts")...)
		t.show(append(found, horizon(program)...))
		t.printf("%s", program.Rewritten())
		return context.Cause(t.ctx)
	}
	e, err := t.begin(f.sources, f.spec.options(f.options), files)
	if err != nil {
		return err
	}
	write := e.ASP
	if f.engine == toSouffle {
		e.single = true
		sc, err := f.faults.scenario(e.Question)
		if err != nil {
			return err
		}
		write = func(ctx context.Context) (string, error) { return e.Souffle(ctx, sc) }
		e.warnings = append(e.warnings, unusedFlags(c, "--to asp", "outcomes")...)
	} else {
		e.warnings = append(e.warnings, unusedFlags(c, "--to souffle", "omit", "crash")...)
	}
	text, err := write(c.Context())
	if err == nil {
		err = context.Cause(c.Context())
	}
	if err != nil {
		return e.failed(err)
	}
	e.show(e.warnings)
	t.printf("%s", text)
	return nil
}

// unusedFlags warns of flags that were given and change nothing; they are for something
// else.
func unusedFlags(c *cobra.Command, purpose string, flags ...string) dedalus.Diagnostics {
	var list dedalus.Diagnostics
	for _, name := range flags {
		if c.Flags().Changed(name) {
			list = append(list, dedalus.Diagnostic{
				Severity: dedalus.Warning, Code: "unused-flag", Width: 1,
				Message: "--" + name + " has no effect here: it is for " + purpose,
			})
		}
	}
	return list
}
