package expect

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// Verdict is what an expectation says will come out.
type Verdict string

// The verdicts, as they are written.
const (
	Certified      Verdict = "certified"
	Vacuous        Verdict = "vacuous"
	Counterexample Verdict = "counterexample"
)

var verdicts = []string{string(Certified), string(Vacuous), string(Counterexample)}

// Expectation is what a text says of one search.
//
// Invariant: Spec is valid over Nodes; Faults is nil but for a Counterexample, is in
// normal form and admissible.
type Expectation struct {
	Pos     datalog.Position // of the comment
	Spec    failure.Spec
	Nodes   []string
	Own     bool // Nodes are given in the line itself
	Verdict Verdict
	Faults  failure.Scenario // must be a minimal counterexample, unless empty
	// Name tells it from the others of its file, wherever it stands in it and whatever it expects:
	// the specification, such as "⟨4,2,0⟩", and of those with the same one which it is, "⟨4,2,0⟩ #2".
	Name string
}

// Setting writes what the expectation says of the run: the specification, and the nodes where it
// names them.
func (e Expectation) Setting() string {
	if e.Own {
		return e.Spec.String() + " nodes=" + strings.Join(e.Nodes, ",")
	}
	return e.Spec.String()
}

// name gives the expectations of a file their names.
func name(list []Expectation) {
	same := map[string]int{}
	for i := range list {
		list[i].Name = list[i].Setting()
		if same[list[i].Name]++; same[list[i].Name] > 1 {
			list[i].Name += fmt.Sprintf(" #%d", same[list[i].Name])
		}
	}
}

// String writes the expectation in one line, such as "⟨4,2,0⟩ → counterexample
// omit=a:b:1".
func (e Expectation) String() string {
	text := e.Setting() + " → " + string(e.Verdict)
	if len(e.Faults) > 0 {
		text += " " + Written(e.Faults)
	}
	return text
}

// Place is where the expectation is, short enough for a list.
func (e Expectation) Place() string { return fmt.Sprintf("%s:%d", e.Pos.File, e.Pos.Line) }

// Written writes faults as an expectation names them.
func Written(s failure.Scenario) string {
	words := make([]string, len(s))
	for i, f := range s {
		words[i] = f.Kind.Flag() + "=" + f.Flag()
	}
	return strings.Join(words, " ")
}
