package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/verify"
)

// session is a program with the setting in which a command runs it.
type session struct {
	*tool
	*molly.Question
	warnings dedalus.Diagnostics
	single   bool // the command runs one scenario
}

// begin loads the program and finds its setting.
func (t *tool) begin(s sources, o molly.Options, files []string) (*session, error) {
	program, err := t.load(s, files)
	if err != nil {
		return nil, err
	}
	q, err := program.Question(o)
	if err != nil {
		t.show(program.Warnings)
		return nil, usageError("%s", text.SettingError(err))
	}
	e := &session{tool: t, Question: q, warnings: q.Warnings()}
	if e.Inferred {
		e.warnings = append(e.warnings, text.Inferred(e.Nodes))
	}
	return e, nil
}

// warn adds what executions have shown.
func (e *session) warn(list []verify.Warning) {
	e.warnings = text.Warned(e.warnings, e.Program.Program, e.Setting, list)
}

// note adds a warning that is about no place of the program.
func (e *session) note(code, format string, args ...any) {
	e.warnings = append(e.warnings, dedalus.Warned(code, format, args...))
}

// failed is the end of a command that has no result. What is wrong with the program is rendered as
// the checks render theirs.
func (e *session) failed(err error) error {
	e.show(e.warnings)
	var program *verify.ProgramError
	var narrow *verify.NarrowError
	switch {
	case errors.As(err, &program):
		e.show(dedalus.Diagnostics{text.Overflow(e.Program.Program, program)})
		ending := "the program has no result under " + e.Spec.String()
		if !e.single {
			ending += "\nSee for yourself: " + e.Subject().Command("run", program.Scenario)
		}
		return &outcome{exitUsage, ending}
	case errors.As(err, &narrow):
		e.show(dedalus.Diagnostics{text.Narrow(e.Program.Program, narrow)})
		return usageError("the integers of the other engine have 32 bits, from %d to %d: this program needs more under %v",
			-math.MaxInt32, math.MaxInt32, e.Spec)
	}
	return err
}

// needsFiles is the check of the arguments of all commands that read a program.
func needsFiles(c *cobra.Command, args []string) error { return cobra.MinimumNArgs(1)(c, args) }
