package text

import (
	"errors"
	"strings"
	"unicode/utf8"

	"molly/datalog"
	"molly/dedalus"
	"molly/verify"
	"molly/verify/expect"
)

// The codes of findings that are about a verdict.
const (
	CodeCounterexample = "counterexample"
	CodeVacuous        = "vacuous"
	CodeUndecided      = "undecided"
	CodeExpectation    = "expectation"
	CodeChanged        = "changed"
)

// Found is a counterexample as a finding about the program, at the rule of what is violated. pre, where
// it says what must hold, is a second place.
func Found(s Subject, p *dedalus.Program, f verify.Finding) dedalus.Diagnostic {
	faults := "without any fault"
	if len(f.Scenario) > 0 {
		faults = strings.Join(f.Scenario.Describe(), "; ")
	}
	d := dedalus.Diagnostic{
		Severity: dedalus.Error, Code: CodeCounterexample, Width: 1, Hint: s.Command("explain", f.Scenario),
		Message: s.Name() + " can violate its invariant under " + s.Spec.String() + ": " + faults,
	}
	for _, v := range f.Violated[:min(len(f.Violated), MostViolations)] {
		d.Message += "\n" + v.Describe(s.Program)
	}
	if len(f.Violated) == 0 {
		return d
	}
	d.Pos = s.Program.Defined(f.Violated[0].Relation)
	d.Line = p.Line(d.Pos)
	if f.Violated[0].Relation == s.Program.Post && s.Program.HasInvariant() {
		if at := s.Program.Defined(s.Program.Pre); at.IsValid() {
			d.Notes = []dedalus.Note{{Pos: at, Text: "what must hold", Line: p.Line(at)}}
		}
	}
	return d
}

// Vacuous is the finding that nothing could be violated.
func Vacuous(s Subject, p *dedalus.Program, strict bool) dedalus.Diagnostic {
	d := dedalus.Diagnostic{
		Severity: dedalus.Warning, Code: CodeVacuous, Width: 1,
		Message: "certified under " + s.Spec.String() + ", but vacuously: " + s.Outcomes.DescribeVacuous(s.Program),
		Hint:    "give the run more time, allow more faults, or see what it does: " + s.Command("run", nil),
	}
	if strict {
		d.Severity = dedalus.Error
	}
	at := Settled(s, p)
	if s.Program.HasInvariant() {
		at = s.Program.Defined(s.Program.Pre)
	}
	d.Pos, d.Line = at, p.Line(at)
	return d
}

// Unknown is the finding that a search ended before it had an answer, for a reason.
func Unknown(s Subject, p *dedalus.Program, reason string) dedalus.Diagnostic {
	at := Settled(s, p)
	return dedalus.Diagnostic{
		Severity: dedalus.Error, Code: CodeUndecided, Width: 1, Pos: at, Line: p.Line(at),
		Message: "no verdict on " + s.Name() + " under " + s.Spec.String() + ": " + reason,
	}
}

// Failed is an expectation that does not hold, or was given up, as a finding about the program; it is
// false of one that holds, or was not reached.
func Failed(f expect.Tested, include []string, x expect.Result) (d dedalus.Diagnostic, ok bool) {
	if x.Holds() || x.NotReached {
		return d, false
	}
	var program *verify.ProgramError
	if errors.As(x.Err, &program) {
		d = Overflow(f.Program, program)
		d.Notes = append(d.Notes, dedalus.Note{Pos: x.Pos, Text: "expected here", Line: f.Program.Line(x.Pos)})
		return d, true
	}
	d = dedalus.Diagnostic{
		Severity: dedalus.Error, Code: CodeExpectation, Pos: x.Pos, Line: f.Program.Line(x.Pos),
		Message: x.String() + ": " + x.Problem(), Hint: TestCommand(f.File, include, x),
	}
	d.Width = max(1, utf8.RuneCountInString(d.Line)-x.Pos.Column+1)
	if x.Undecided > 0 {
		d.Code = CodeUndecided
	}
	return d, true
}

// Settled is the place of the program's directive, or else where its text begins.
func Settled(s Subject, p *dedalus.Program) datalog.Position {
	if s.Own.Pos.IsValid() || len(p.Sources()) == 0 {
		return s.Own.Pos
	}
	return datalog.Position{File: p.Sources()[0].Name, Line: 1, Column: 1}
}
