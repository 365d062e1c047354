package dedalus

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"molly/datalog"
)

// Severity tells errors from warnings.
type Severity int

// The severities. A program with an error does not run.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes error or warning.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Note names a second place that a diagnostic is about.
type Note struct {
	Pos  datalog.Position
	Text string
	Line string // the source line at Pos
}

// Diagnostic is one finding about a program.
//
// Invariant: Width ≥ 1; Line is the line of the file that Pos names, without its
// end, or empty where Pos names no line.
type Diagnostic struct {
	Severity Severity
	Pos      datalog.Position
	Code     string // the kind of finding, such as "unbound"
	Message  string
	Line     string
	Width    int // the number of characters from Pos that are meant
	Notes    []Note
	Hint     string
	Fixes    []Fix // the first is what Hint proposes
}

// Warned is a warning that is about no place of the program.
func Warned(code, format string, args ...any) Diagnostic {
	return Diagnostic{Severity: Warning, Code: code, Width: 1, Message: fmt.Sprintf(format, args...)}
}

// Diagnostics is a list of findings, in the order of the program's text.
type Diagnostics []Diagnostic

// HasErrors reports whether some finding is an error.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}

// Errors returns the errors.
func (ds Diagnostics) Errors() Diagnostics { return ds.of(Error) }

// Warnings returns the warnings.
func (ds Diagnostics) Warnings() Diagnostics { return ds.of(Warning) }

// WarningsAsErrors returns the findings with each warning as an error.
func (ds Diagnostics) WarningsAsErrors() Diagnostics {
	list := slices.Clone(ds)
	for i := range list {
		list[i].Severity = Error
	}
	return list
}

func (ds Diagnostics) of(s Severity) Diagnostics {
	var list Diagnostics
	for _, d := range ds {
		if d.Severity == s {
			list = append(list, d)
		}
	}
	return list
}

// span is a stretch of characters on one line.
type span struct {
	pos   datalog.Position
	width int
}

// to returns the span from s to the end of t, or s where t is on another line.
func (s span) to(t span) span {
	if t.pos.File == s.pos.File && t.pos.Line == s.pos.Line && t.pos.Column >= s.pos.Column {
		s.width = max(s.width, t.pos.Column+t.width-s.pos.Column)
	}
	return s
}

// reporter collects findings and knows the text that they are about.
type reporter struct {
	sources []*source
	byName  map[string]*source
	list    Diagnostics

	ctx   context.Context // or nil
	steps int
	ended bool // the context has: what follows is in vain
}

// over reports whether the context has ended. Whatever may take long asks at each step.
func (r *reporter) over() bool {
	if r.steps++; r.steps&63 == 0 && r.ctx != nil && r.ctx.Err() != nil {
		r.ended = true
	}
	return r.ended
}

func newReporter() *reporter { return &reporter{byName: map[string]*source{}} }

// add makes a source known; findings are sorted by the order of these calls.
func (r *reporter) add(s *source) {
	s.order = len(r.sources)
	r.sources = append(r.sources, s)
	r.byName[s.name] = s
}

func (r *reporter) line(p datalog.Position) string {
	if s := r.byName[p.File]; s != nil {
		return s.line(p.Line)
	}
	return ""
}

func (r *reporter) note(at span, text string) Note {
	return Note{Pos: at.pos, Text: text, Line: r.line(at.pos)}
}

func (r *reporter) report(sev Severity, at span, code, message, hint string, notes []Note) {
	r.list = append(r.list, Diagnostic{
		Severity: sev, Pos: at.pos, Code: code, Message: message,
		Line: r.line(at.pos), Width: max(1, at.width), Notes: notes, Hint: hint,
	})
}

// fail reports an error.
func (r *reporter) fail(at span, code, message, hint string, notes ...Note) {
	r.report(Error, at, code, message, hint, notes)
}

// warn reports a warning.
func (r *reporter) warn(at span, code, message, hint string, notes ...Note) {
	r.report(Warning, at, code, message, hint, notes)
}

// sorted returns the findings in the order of the text, each once.
func (r *reporter) sorted() Diagnostics {
	order := func(p datalog.Position) int {
		if s := r.byName[p.File]; s != nil {
			return s.order
		}
		return -1
	}
	slices.SortStableFunc(r.list, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(order(a.Pos), order(b.Pos)),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Severity, b.Severity),
		)
	})
	return slices.CompactFunc(r.list, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
}
