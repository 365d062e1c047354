package sweep

import "molly/failure"

// Answer is what is known about a specification.
type Answer string

// The answers. Overflow means that an admissible scenario reaches a number that does not
// fit: an error of the program.
const (
	Undecided Answer = "undecided"
	Holds     Answer = "certified"
	Breaks    Answer = "counterexample"
	Overflow  Answer = "overflow"
)

// Cell is one specification and its answer. An EFF of 1 also represents 0.
type Cell struct {
	Spec    failure.Spec
	Answer  Answer
	Vacuous bool // it holds, and no admissible execution owes anything
	// OnlyUnder is, where it holds and something is owed under faults alone, the first
	// scenario that owes something; such a cell was asked for.
	OnlyUnder failure.Scenario
	// Scenario is, in a cell that was asked for, the first counterexample
	// (failure.Scenario.Compare), or one in which a number does not fit.
	Scenario failure.Scenario
	// From is the cell that this one follows from, as it has more or fewer scenarios; nil
	// where the cell was asked for.
	From *failure.Spec
	// Error says where a number does not fit.
	Error string
}

// Alone reports whether the invariant is known to break without any fault.
func (c Cell) Alone() bool { return c.Answer == Breaks && c.From == nil && len(c.Scenario) == 0 }

// normal is the specification that represents all with the same scenarios.
func normal(s failure.Spec) failure.Spec {
	s.EFF = max(s.EFF, 1)
	return s
}
