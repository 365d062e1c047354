package wire

import (
	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// Tuple is the arguments of a fact: integers and strings.
type Tuple []datalog.Value

// Spec is an Fspec, the failure specification ⟨EOT, EFF, Crashes⟩, with the nodes of the run.
type Spec struct {
	failure.Bounds
	Nodes []string `json:"nodes"`
}

// NewSpec returns a specification over its nodes.
func NewSpec(s failure.Spec, nodes []string) Spec {
	return Spec{s.Bounds(), nodes}
}

// Fact is a tuple of a relation.
type Fact struct {
	Relation string `json:"relation"`
	Tuple    Tuple  `json:"tuple"`
}

// Violations are the tuples that must hold at EOT and do not.
type Violations struct {
	Violated []Tuple `json:"violated"`
	// ViolatedRelations names, where persistent relations judge, the relation of each
	// violated tuple.
	ViolatedRelations []string `json:"violated_relations,omitempty"`
	// Instead are, for each violated tuple, those that the run holds in its place.
	Instead [][]Tuple `json:"instead,omitempty"`
}

// NewViolations returns the violations of a run of p.
func NewViolations(p *datalog.Program, list []verify.Violation) Violations {
	j := Violations{Violated: []Tuple{}}
	instead, some := make([][]Tuple, len(list)), false
	for i, v := range list {
		j.Violated = append(j.Violated, v.Args)
		if !p.HasInvariant() {
			j.ViolatedRelations = append(j.ViolatedRelations, p.Relations[v.Relation].Name)
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
	// Vacuous means that no admissible execution owes anything.
	Vacuous bool `json:"vacuous"`
	// OnlyUnder is the first scenario in which something is owed, where that takes a fault.
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

// Position is a place in a file: lines and columns, in characters, from 1.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
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
	Severity dedalus.Severity `json:"severity"`
	Code     string           `json:"code"`    // stable
	Message  string           `json:"message"` // for people
	Hint     string           `json:"hint,omitempty"`
	Position *Position        `json:"position,omitempty"`
	// Width is the number of characters from the position that are meant.
	Width int `json:"width"`
	// Notes name further places.
	Notes []Note `json:"notes,omitempty"`
}

// Note names a further place that a finding is about.
type Note struct {
	Message  string    `json:"message"`
	Position *Position `json:"position,omitempty"`
}

// Diagnostics returns findings about a program, such as the warnings of a result.
func Diagnostics(list dedalus.Diagnostics) []Diagnostic {
	out := []Diagnostic{}
	for _, d := range list {
		j := Diagnostic{d.Severity, d.Code, d.Message, d.Hint, newPosition(d.Pos), d.Width, nil}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, Note{n.Text, newPosition(n.Pos)})
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
