package verify

import (
	"fmt"
	"math/big"

	"molly/datalog"
	"molly/failure"
	"molly/hazard"
)

// Kind is a verdict's answer.
type Kind string

// The answers (docs/language.md has their meaning).
const (
	Certified      Kind = "certified"
	Counterexample Kind = "counterexample"
	Unknown        Kind = "unknown"
)

// Verdict is the result of a search.
type Verdict struct {
	Kind           Kind
	Spec           failure.Spec
	Nodes          []string
	Strategy       Strategy
	IgnoreNegation bool // as in Options

	// Executions counts the concrete runs of the search, the failure-free one included;
	// MinimizationExecutions those that only made a counterexample smaller.
	Executions             int
	MinimizationExecutions int
	Scenarios              *big.Int // admissible scenarios in normal form
	Combinations           *big.Int // the LDFI paper's count
	Size                   Size

	// Findings holds the counterexamples, in the order of failure.Scenario.Compare: one,
	// or all minimal ones where they were asked for.
	Findings []Finding
	// Complete means that no bound cut the search short: the counterexample is proved
	// minimal, the list has all minimal ones, the certificate covers everything.
	Complete bool
	// Reason says, where Complete is false, what ended the search.
	Reason string
	// AllBelow is, where all counterexamples were asked for, a number of faults: Findings
	// has all minimal ones that have fewer, also where Complete is false.
	AllBelow int

	// Vacuous means that the program is certified and that no admissible execution owes
	// anything.
	Vacuous bool
	// Owed says in which executions something is owed.
	Owed Owed
	// Unseen says what the verdict may not see because the invariant is read at EOT alone.
	Unseen Unseen
	// Warnings are what the execution showed about the program, in a stable order.
	Warnings []Warning
}

// Size tells how large a search has become, as far as it came. It is zero for strategies that
// run one scenario at a time.
type Size struct {
	// Facts, Firings and Nodes are those of the space of all executions, and of its circuit.
	Facts, Firings, Nodes int
	// Question is what the solver was asked by Symbolic, all questions together, or by LDFI in
	// the end.
	Question hazard.Stats
}

// Finding is a counterexample. Its run is not kept: Verdict.World runs it again.
type Finding struct {
	Judged
	// Alike is the number of minimal counterexamples that this one represents: itself, and
	// with Options.Group those that are the same but for the names of nodes.
	Alike int
}

// Violation is a tuple that must hold at EOT and does not.
type Violation struct {
	datalog.Fact // of post, or of a persistent relation
	// Instead are tuples of that relation that the run holds instead of the missing
	// one: with the same first column, and another value in one column. They are few, and
	// none where it holds nothing like it.
	Instead [][]datalog.Value
}

// Warning is something that a user should know about the program.
type Warning struct {
	Code string // stable
	Text string
	Pos  datalog.Position // the rule, where there is one
	Node string           // the node, where it is about one
}

// ProgramError is an error of the program that only evaluation can find.
type ProgramError struct {
	Text     string
	Pos      datalog.Position
	Scenario failure.Scenario // in which it happens
}

func (e *ProgramError) Error() string {
	if len(e.Scenario) == 0 {
		return fmt.Sprintf("%s: %s, in the failure-free run", e.Pos, e.Text)
	}
	return fmt.Sprintf("%s: %s, when %v", e.Pos, e.Text, e.Scenario)
}

// InternalError means that the tool contradicted itself. It must never happen, and
// no verdict survives it.
type InternalError struct{ Text string }

func (e *InternalError) Error() string { return "internal error: " + e.Text }
