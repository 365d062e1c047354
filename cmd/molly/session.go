package main

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// session is a program with the setting in which a command runs it.
type session struct {
	*tool
	setting
	sources  sources
	files    []string
	question *molly.Question
	program  *dedalus.Program // of the question
	warnings dedalus.Diagnostics
	outcomes verify.Outcomes // of the question
	single   bool            // the command runs one scenario
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
		return nil, settingError(err)
	}
	e := &session{tool: t, sources: s, files: files}
	e.ask(q)
	e.warnings = q.Warnings()
	if e.inferred {
		e.warnings = append(e.warnings, dedalus.Diagnostic{
			Severity: dedalus.Warning, Code: inferredNodes, Width: 1,
			Message: "the nodes are taken from the facts: " + strings.Join(e.nodes, ", "),
			Hint:    "name them with " + naming(e.nodes),
		})
	}
	return e, nil
}

// ask makes a question the one of the session.
func (e *session) ask(q *molly.Question) {
	e.question, e.program, e.outcomes = q, q.Program.Program, q.Outcomes
	e.setting = setting{q.Spec, q.Nodes, q.Inferred}
}

// datalog is the program that is run.
func (e *session) datalog() *datalog.Program { return e.program.Datalog() }

// relation returns a relation's name.
func (e *session) relation(r datalog.RelID) string { return e.datalog().Relations[r].Name }

// inferredNodes is the code of the warning that the nodes are those that facts name.
const inferredNodes = "inferred-nodes"

// naming says how to name the nodes of a run.
func naming(nodes []string) string {
	text := "--nodes " + quote(failure.QuoteNodes(nodes))
	if dedalus.Directable(nodes) {
		text += " or in the directive"
	}
	return text
}

// warn adds what an execution showed.
func (e *session) warn(list []verify.Warning) {
	leaveOut := e.leaveOut(list)
	for _, w := range list {
		d := dedalus.Diagnostic{
			Severity: dedalus.Warning, Code: w.Code, Message: w.Text,
			Pos: w.Pos, Line: sourceLine(e.program, w.Pos), Width: 1,
		}
		switch {
		case w.Node != "":
			d.Hint = leaveOut
		case w.Code == "no-node" && e.inferred:
			d.Hint = "only what some fact begins with counts as a node; name all of them with --nodes or in the directive"
		}
		e.warnings = append(e.warnings, d)
	}
}

// leaveOut is a hint about nodes that take no part, where only facts name the nodes: what
// a fact names first may be something else. It is empty where no node would be left.
func (e *session) leaveOut(list []verify.Warning) string {
	taking := slices.DeleteFunc(slices.Clone(e.nodes), func(n string) bool {
		return slices.ContainsFunc(list, func(w verify.Warning) bool { return w.Node == n })
	})
	if !e.inferred || len(taking) == 0 || len(taking) == len(e.nodes) {
		return ""
	}
	for i := range e.warnings {
		if e.warnings[i].Code == inferredNodes {
			e.warnings[i].Hint = "name those that take part with " + naming(taking)
		}
	}
	return "a fact begins with it, so it counts as a node; to leave it out, name the others: " + naming(taking)
}

// failed is the end of a command that has no result. An error of the program is
// rendered as the checks render theirs.
func (e *session) failed(err error) error {
	var program *verify.ProgramError
	if errors.As(err, &program) {
		return e.programError(program)
	}
	e.show(e.warnings)
	var narrow *verify.NarrowError
	if errors.As(err, &narrow) {
		return e.narrowError(narrow)
	}
	return err
}

// narrowError renders the error of a program that another engine cannot run.
func (e *session) narrowError(err *verify.NarrowError) error {
	d := dedalus.Diagnostic{
		Severity: dedalus.Error, Code: "32-bits", Message: err.Text,
		Pos: err.Pos, Line: sourceLine(e.program, err.Pos), Width: 1,
	}
	if err.Reached {
		d.Hint = happens(err.Scenario)
	}
	e.show(dedalus.Diagnostics{d})
	return usageError("the integers of the other engine have 32 bits, from %d to %d: that does not do for this program under %v",
		-math.MaxInt32, math.MaxInt32, e.spec)
}

// happens says in which scenario something happens.
func happens(s failure.Scenario) string {
	if len(s) == 0 {
		return "it happens in the failure-free run"
	}
	return "it happens when " + strings.Join(s.Describe(), ", and ")
}

// programError renders an error that only evaluation could find.
func (e *session) programError(err *verify.ProgramError) error {
	e.show(e.warnings)
	d := dedalus.Diagnostic{
		Severity: dedalus.Error, Code: "overflow", Message: err.Text,
		Pos: err.Pos, Line: sourceLine(e.program, err.Pos), Width: 1, Hint: happens(err.Scenario),
	}
	e.show(dedalus.Diagnostics{d})
	text := "the program has no result under " + e.spec.String()
	if !e.single {
		text += "\nSee for yourself: " + e.replay("run", err.Scenario)
	}
	return &outcome{exitUsage, text}
}

// needsFiles is the check of the arguments of all commands that read a program.
func needsFiles(c *cobra.Command, args []string) error { return cobra.MinimumNArgs(1)(c, args) }
