package main

import (
	"errors"

	"github.com/spf13/cobra"

	"molly"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/verify"
)

// sources are the flags that say where a program comes from.
type sources struct {
	include []string
	define  []string
	json    bool
}

func (s *sources) register(c *cobra.Command) {
	c.Flags().StringArrayVarP(&s.include, "include", "I", nil, "also look for included files in `folder` (repeatable)")
	c.Flags().StringArrayVarP(&s.define, "define", "D", nil, "give a constant of the program another value: `NAME=VALUE` (repeatable)")
	flagvalue.Complete(c, "define")
	if err := c.MarkFlagDirname("include"); err != nil {
		panic(err)
	}
	c.ValidArgsFunction = flagvalue.CompleteFiles
}

func (s *sources) registerJSON(c *cobra.Command) { registerJSON(c, &s.json) }

// registerJSON adds --json.
func registerJSON(c *cobra.Command, json *bool) {
	c.Flags().BoolVar(json, "json", false, "print the result as JSON (docs/json.md)")
}

// options are what the flags say, and of the options of a search what belongs to the question.
func options(s flagvalue.Setting, o verify.Options) molly.Options {
	return molly.Options{Outcomes: o.Outcomes, Solver: o.Solver, MaxFacts: o.MaxFacts}.With(s.Settings())
}

// read loads the files as one program. The error is a *molly.LoadError or the context's.
func (t *tool) read(s sources, files []string) (*molly.Program, error) {
	return molly.Sources{Include: s.include, Define: s.define, Stdin: t.Stdin}.Load(t.Context(), files...)
}

// load is read for commands that need a program without errors. The warnings are left
// to the caller.
func (t *tool) load(s sources, files []string) (*molly.Program, error) {
	program, err := t.read(s, files)
	var wrong *molly.LoadError
	if errors.As(err, &wrong) {
		t.show(wrong.Diagnostics)
		return nil, &outcome{exitUsage, numeral.Count(len(wrong.Diagnostics.Errors()), "error")}
	}
	var definition *molly.DefinitionError
	if errors.As(err, &definition) {
		return nil, usageError("--define: %v", err)
	}
	return program, err
}
