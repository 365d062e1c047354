package verify

import (
	"fmt"

	"molly/eval"
	"molly/failure"
	"molly/hazard/solver"
	"molly/provenance"
)

// Strategy is a way to choose the next scenario.
type Strategy uint8

// The strategies; Symbolic is the default.
const (
	Symbolic Strategy = iota
	LDFI
	Exhaustive
	Random
)

var strategyNames = [...]string{"symbolic", "ldfi", "exhaustive", "random"}

func (s Strategy) String() string { return strategyNames[s] }

// MarshalText writes the strategy's name.
func (s Strategy) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseStrategy reads a strategy's name.
func ParseStrategy(name string) (Strategy, error) {
	for i, n := range strategyNames {
		if n == name {
			return Strategy(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a strategy: choose symbolic, ldfi, exhaustive or random", name)
}

// Outcomes says which tuples an execution must have.
type Outcomes uint8

const (
	// AllRuns is the default: a run is wrong when some tuple is in pre and not in post.
	AllRuns Outcomes = iota
	// FailureFree keeps to tuples that post held in the failure-free run.
	FailureFree
)

// DefaultMaxExecutions bounds Random where Options do not.
const DefaultMaxExecutions = 1000

// Options of a search. Spec and Nodes must be set.
type Options struct {
	Spec     failure.Spec
	Nodes    []string
	Strategy Strategy
	All      bool // every minimal counterexample, not just the first
	// Group reports, with All, one counterexample for all that are the same up
	// to a symmetry of the program: the first by failure.Scenario.Compare.
	Group    bool
	Solver   solver.Backend
	Outcomes Outcomes

	// Width is the dial of LDFI: an OR of at most so many children is justified by all
	// of them, not only by those that held. 0 is the paper's loop, negative is without
	// bound.
	Width int
	// IgnoreNegation lets the formulas of LDFI take for granted what rules read under notin, as
	// the first one of the paper's Appendix B does. It may miss counterexamples, so it never
	// certifies.
	IgnoreNegation bool
	Seed           uint64 // of Random
	// MaxExecutions bounds the concrete runs of the search; 0 is no bound, but
	// DefaultMaxExecutions for Random.
	MaxExecutions int
	MaxFacts      int // as in eval.Options

	satSweepAlways bool // for tests: as satsweep.Options.Always

	// Progress, where set, is told what happens, from one goroutine.
	Progress func(Event)
}

// Event is something that a search did.
type Event struct {
	Kind EventKind
	// Executions is the number of concrete runs so far, those for minimizing included.
	Executions int
	// Candidates is the number of scenarios that the solver has proposed so far.
	Candidates int
	// Scenario is what was run, or what is about to be run. Exhaustive tells of its
	// runs only now and then, and then without it.
	Scenario failure.Scenario
	// Violated tells of an Executed scenario whether it broke the invariant.
	Violated bool
	// Finding is what was Confirmed.
	Finding Finding
	// Growth is, while Grounding, how large the space of all executions is.
	Growth eval.Growth
	// Lesson returns, of what LDFI Learned, the formula of the faults that are left to try:
	// those that it is false for keep the invariant, for the reason that the run shows.
	Lesson func() string
	// DiagramNodes is, while Compiling, how large the decision diagram is.
	DiagramNodes int
}

// EventKind tells events apart.
type EventKind uint8

// The kinds of events.
const (
	Executed  EventKind = iota // a scenario was run
	Grounding                  // the space of all executions is complete up to some time
	Grounded                   // the space of all executions has been built
	Encoded                    // Symbolic: its question has become clauses
	Answered                   // Symbolic: the solver knows a scenario, not yet the first by Compare, or that none is left
	Proposed                   // the solver proposed a scenario
	Confirmed                  // a minimal counterexample is established; they come in the order of the verdict
	Compiling                  // a decision diagram is growing
	Learned                    // LDFI: a run kept the invariant, and showed why
)

// ParseIgnoreNegation reads whether the formulas of LDFI ignore negation: exact or ignore.
func ParseIgnoreNegation(name string) (ignore bool, err error) {
	n, err := provenance.ParseNegation(name)
	if err != nil || n == provenance.Conservative {
		return false, fmt.Errorf("%q: choose exact or ignore (molly hazard also has conservative)", name)
	}
	return n == provenance.Ignore, nil
}
