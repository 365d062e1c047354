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
}

// String writes the expectation in one line, such as "⟨4,2,0⟩ → counterexample
// omit=a:b:1".
func (e Expectation) String() string {
	var b strings.Builder
	b.WriteString(e.Spec.String())
	if e.Own {
		b.WriteString(" nodes=" + strings.Join(e.Nodes, ","))
	}
	b.WriteString(" → " + string(e.Verdict))
	if len(e.Faults) > 0 {
		b.WriteString(" " + Written(e.Faults))
	}
	return b.String()
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
