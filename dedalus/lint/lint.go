// Package lint finds what is suspicious about a program, whether its text or its executions show it.
//
// Package dedalus has the checks of the text, and the comments that leave out findings. Here are those that
// evaluate the program under its own directive: all admissible executions at once, as a search does
// (package verify). Each of them is exact:
//
//   - unreachable: no admissible execution fires the rule, and all relations that it needs hold
//     something (unreachable.go); what blocks it is found by leaving out one premise at a time (blocked.go);
//   - vacuous: no admissible execution owes anything, or no message has a part in what is owed
//     (vacuous.go);
//   - wide-excuse: a premise under notin without which an execution would owe something, and with which
//     none does: none at all, or none in which a node fails (excuse.go);
//   - dropped: a tuple of the failure-free run that nothing keeps, and without which a rule never fires
//     (apart.go) or an outcome is missing (kept.go);
//   - no-node, silent-node: what a search warns of.
//
// A program without a complete directive is not evaluated.
package lint

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"molly/datalog"
	"molly/dedalus"
	"molly/verify"
	"molly/verify/expect"
)

// Program returns all findings about a program, in the order of its text, without those that its
// comments ignore, and the comments that ignore nothing.
//
// The error is an *eval.LimitError or the context's. What was found before comes with it.
func Program(ctx context.Context, p *dedalus.Program) (dedalus.Diagnostics, error) {
	expected, wrong := expectations(ctx, p)
	shown, evaluated, err := evaluate(ctx, p, expected)
	found := slices.Concat(p.AllFindings(), wrong, shown)
	unused := p.UnusedIgnores(found, func(code string) bool {
		switch {
		case slices.Contains(evaluatedCodes, code):
			return evaluated
		case slices.Contains(commandCodes, code):
			return false
		}
		return p.Judges(code)
	})
	return p.InOrder(slices.Concat(p.Unignored(found), unused)), err
}

// evaluatedCodes are the codes of findings that take an evaluation; commandCodes those of what commands say
// about how they are asked.
var (
	evaluatedCodes = []string{"dropped", "no-node", "silent-node", "unreachable", "vacuous", "wide-excuse"}
	commandCodes   = []string{"inferred-nodes", "second-opinion"}
)

// evaluate returns what executions show, and whether all of them were looked at.
func evaluate(ctx context.Context, p *dedalus.Program, expected []expect.Expectation) (dedalus.Diagnostics, bool, error) {
	s, err := p.Setting(dedalus.Settings{})
	if err != nil {
		return nil, false, nil // there are no executions, or none of its own
	}
	l := &linter{ctx: ctx, program: p, setting: s, expected: expected}
	for _, check := range []func() error{l.evaluate, l.unreachable, l.outcomes, l.owed} {
		var wrong *verify.ProgramError
		switch err := check(); {
		case errors.As(err, &wrong):
			return append(l.found, l.overflow(wrong)), false, nil
		case err != nil:
			return l.found, false, err
		}
	}
	return l.found, true, nil
}

// linter looks at one program under one specification.
type linter struct {
	ctx      context.Context
	program  *dedalus.Program
	setting  dedalus.Setting
	expected []expect.Expectation // under which specifications else the file asks
	world    *verify.World
	owing    *verify.Owing
	free     *verify.Judged // the failure-free run
	found    dedalus.Diagnostics
}

// evaluate evaluates the program under its own specification.
func (l *linter) evaluate() (err error) {
	if l.world, err = l.worldOf(l.datalog(), l.setting); err != nil {
		return err
	}
	if l.owing, err = l.world.Owing(l.ctx); err != nil {
		return err
	}
	l.warned(l.owing.Warnings)
	l.free, err = l.world.Judge(l.ctx, nil)
	return err
}

func (l *linter) datalog() *datalog.Program { return l.program.Datalog() }

func (l *linter) worldOf(p *datalog.Program, s dedalus.Setting) (*verify.World, error) {
	return verify.NewWorld(p, verify.Options{Spec: s.Spec, Nodes: s.Nodes})
}

// warned takes up what a search would warn of.
func (l *linter) warned(list []verify.Warning) {
	silent := 0
	for _, w := range list {
		if w.Node != "" {
			silent++
		}
	}
	for _, w := range list {
		if w.Node != "" && silent == len(l.setting.Nodes) {
			continue // the program sends nothing: that is meant, or a rule has a finding
		}
		d := dedalus.Diagnostic{Severity: dedalus.Warning, Code: w.Code, Message: w.Text, Pos: w.Pos, Line: l.program.Line(w.Pos), Width: 1}
		switch {
		case w.Node != "" && l.setting.Inferred:
			d.Hint = "a fact begins with it, so it counts as a node; the directive can name the nodes"
		case w.Node == "" && l.setting.Inferred:
			d.Hint = "only what some fact begins with counts as a node; the directive can name them all"
		}
		l.found = append(l.found, d)
	}
}

// overflow is the error of a program whose numbers grow too large.
func (l *linter) overflow(err *verify.ProgramError) dedalus.Diagnostic {
	d := l.warning(err.Pos, 1, "overflow", err.Text)
	d.Severity = dedalus.Error
	return d
}

// warning is a finding about a place of the program.
func (l *linter) warning(at datalog.Position, width int, code, message string) dedalus.Diagnostic {
	return dedalus.Diagnostic{Severity: dedalus.Warning, Pos: at, Code: code, Line: l.program.Line(at), Width: max(1, width), Message: message}
}

// name is a relation's name, and how wide it is.
func (l *linter) name(r datalog.RelID) (string, int) {
	name := l.datalog().Relations[r].Name
	return name, utf8.RuneCountInString(name)
}

// named reports whether the command line names the file of a place. Files that are included may serve
// other programs, too.
func (l *linter) named(at datalog.Position) bool {
	return slices.ContainsFunc(l.program.Sources(), func(s dedalus.Source) bool { return s.Named && s.Name == at.File })
}
