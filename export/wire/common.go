package wire

import (
	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// Tuple is the arguments of a fact: integers and strings.
type Tuple []datalog.Value

// Spec is a failure specification ⟨EOT, EFF, Crashes⟩ over the nodes of the run. Crashes and
// nodes are those that the flags, the directive or the facts gave.
type Spec struct {
	failure.Bounds
	Nodes []string `json:"nodes"` // the nodes of the run
}

// NewSpec returns a specification over its nodes.
func NewSpec(s failure.Spec, nodes []string) Spec {
	return Spec{s.Bounds(), nodes}
}

// Fact is a tuple of a relation.
type Fact struct {
	Relation string `json:"relation"` // the relation's name
	Tuple    Tuple  `json:"tuple"`    // its arguments
}

// Violations are the tuples that must hold at EOT and do not, and those that must never hold and do.
type Violations struct {
	// the tuples that are in pre and not in post; where a program has no pre and post, the
	// missing tuples of persistent relations; and the tuples of never, which must not be there
	Violated []Tuple `json:"violated"`
	// where persistent relations judge, or never, the relation of each violated tuple
	ViolatedRelations []string `json:"violated_relations,omitempty"`
	// where never judges, the time of each violated tuple: EOT, or the first time of a tuple of never
	ViolatedTimes []int `json:"violated_times,omitempty"`
	// for each violated tuple, what the run holds in its place: at most three tuples of the same
	// relation with the same first column, that differ in one column and that nothing asks for;
	// left out where there is none for any
	Instead [][]Tuple `json:"instead,omitempty"`
}

// NewViolations returns the violations of a run of p.
func NewViolations(p *datalog.Program, list []verify.Violation) Violations {
	j := Violations{Violated: []Tuple{}}
	instead, some := make([][]Tuple, len(list)), false
	for i, v := range list {
		j.Violated = append(j.Violated, v.Args)
		if !p.HasInvariant() || p.Never != datalog.NoRelation {
			j.ViolatedRelations = append(j.ViolatedRelations, p.Relations[v.Relation].Name)
		}
		if p.Never != datalog.NoRelation {
			j.ViolatedTimes = append(j.ViolatedTimes, v.Time)
		}
		instead[i] = []Tuple{}
		for _, tuple := range v.Instead {
			instead[i], some = append(instead[i], tuple), true
		}
	}
	if some {
		j.Instead = instead
	}
	return j
}

// Owed says whether anything can be violated.
type Owed struct {
	// no admissible execution owes anything: pre is empty in all of them, or there is no
	// persistent tuple to keep
	Vacuous bool `json:"vacuous"`
	// the first scenario in which something is owed, where the failure-free run owes nothing
	OnlyUnder *failure.Faults `json:"owed_only_under_faults,omitempty"`
}

// newOwed returns what is owed, where first is the first scenario that owes anything.
func newOwed(vacuous bool, first failure.Scenario) Owed {
	o := Owed{Vacuous: vacuous}
	if len(first) > 0 {
		o.OnlyUnder = faults(first)
	}
	return o
}

// faults is a scenario that may be left out.
func faults(s failure.Scenario) *failure.Faults {
	j := s.Faults()
	return &j
}

// Position is a place in a file.
type Position struct {
	File   string `json:"file"`   // the file's name
	Line   int    `json:"line"`   // the line, from 1
	Column int    `json:"column"` // the character in the line, from 1
}

// newPosition is nil where there is no place.
func newPosition(p datalog.Position) *Position {
	if !p.IsValid() {
		return nil
	}
	return &Position{p.File, p.Line, p.Column}
}

// Diagnostic is a finding about a program.
type Diagnostic struct {
	Severity dedalus.Severity `json:"severity"`           // how bad it is: a program with an error does not run
	Code     string           `json:"code"`               // the kind of finding; it stays the same
	Message  string           `json:"message"`            // the finding, for people
	Hint     string           `json:"hint,omitempty"`     // what to do about it
	Position *Position        `json:"position,omitempty"` // its place, where it has one
	Width    int              `json:"width"`              // the number of characters from the position that are meant
	Notes    []Note           `json:"notes,omitempty"`    // further places
	Fixes    []Fix            `json:"fixes,omitempty"`    // changes of the text that mend it, each one complete
}

// Fix is a change of the text that mends what a finding is about.
type Fix struct {
	Title string `json:"title"` // what it does
	Edits []Edit `json:"edits"` // its parts, in the order of the text
}

// Edit replaces some characters of a line.
type Edit struct {
	Position *Position `json:"position"` // the first character
	Width    int       `json:"width"`    // so many characters are replaced; 0 inserts
	Text     string    `json:"text"`     // what takes their place
}

// Note names a further place that a finding is about.
type Note struct {
	Message  string    `json:"message"`            // what is there
	Position *Position `json:"position,omitempty"` // the place
}

// Diagnostics returns findings about a program, such as the warnings of a result.
func Diagnostics(list dedalus.Diagnostics) []Diagnostic {
	out := []Diagnostic{}
	for _, d := range list {
		j := Diagnostic{d.Severity, d.Code, d.Message, d.Hint, newPosition(d.Pos), d.Width, nil, nil}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, Note{n.Text, newPosition(n.Pos)})
		}
		for _, f := range d.Fixes {
			fix := Fix{Title: f.Title}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, Edit{newPosition(e.Pos), e.Width, e.Text})
			}
			j.Fixes = append(j.Fixes, fix)
		}
		out = append(out, j)
	}
	return out
}

// relationNames returns the names of relations.
func relationNames(p *datalog.Program, list []datalog.RelID) (names []string) {
	for _, r := range list {
		names = append(names, p.Relations[r].Name)
	}
	return names
}
