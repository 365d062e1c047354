package sweep

import (
	"molly/failure"
	"molly/verify"
)

// Answer is what is known of a specification.
type Answer string

// The answers. Overflow means that an admissible scenario reaches a number that does not
// fit: an error of the program.
const (
	Undecided Answer = "undecided"
	Holds     Answer = "certified"
	Breaks    Answer = "counterexample"
	Overflow  Answer = "overflow"
)

// Cell is one specification and its answer. An EFF of 1 stands for 0, too.
type Cell struct {
	Spec    failure.Spec
	Answer  Answer
	Vacuous bool // the failure-free run has nothing to lose
	// Finding is the first counterexample of a cell that breaks (failure.Scenario.Compare),
	// where the cell was asked for, and did not follow from another one.
	Finding *verify.Finding
	// From is the cell that this one follows from, as it has more or fewer scenarios.
	From *failure.Spec
	// Error is the program's, where a number does not fit.
	Error *verify.ProgramError
}

// Alone reports whether the invariant is known to break without any fault.
func (c Cell) Alone() bool { return c.Finding != nil && len(c.Finding.Scenario) == 0 }

// normal is the specification that stands for all with the same scenarios.
func normal(s failure.Spec) failure.Spec {
	s.EFF = max(s.EFF, 1)
	return s
}
