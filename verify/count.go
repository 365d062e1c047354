package verify

import (
	"context"
	"math/big"

	"molly/circuit"
	"molly/circuit/bdd"
	"molly/datalog"
	"molly/failure"
)

// Tally is how many scenarios violate the invariant.
type Tally struct {
	Spec  failure.Spec
	Nodes []string
	// Violating and Scenarios are the numbers of admissible scenarios in normal form that
	// violate the invariant, and of all, by their number of faults.
	Violating, Scenarios []*big.Int
	// Function is the invariant's violation, ready to be weighed with probabilities.
	Function *bdd.Compiled

	Owed     Owed // exact, as of a certified program
	Warnings []Warning
}

// Total adds up the numbers by faults.
func Total(byFaults []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, n := range byFaults {
		sum.Add(sum, n)
	}
	return sum
}

// Count counts the admissible scenarios that violate the invariant. Of o it reads what
// the space of all executions depends on, Outcomes and Progress; maxNodes bounds the
// decision diagram, 0 is bdd.DefaultMaxNodes.
//
// The error is a *ProgramError, an *InternalError, an *eval.LimitError, a
// *bdd.TooLargeError or the context's.
func Count(ctx context.Context, p *datalog.Program, o Options, maxNodes int) (*Tally, error) {
	w, err := NewSearchWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Count(ctx, o, maxNodes)
}

// Count is the function Count in this world. Of the options it reads Progress.
func (w *World) Count(ctx context.Context, o Options, maxNodes int) (*Tally, error) {
	s := w.begin(ctx, o)
	free, err := s.begin()
	if err != nil {
		return nil, err
	}
	if err := s.ground(free); err != nil {
		return nil, err
	}
	if err := s.askOwed(); err != nil {
		return nil, err
	}
	scenarios, err := s.options.Spec.ScenariosByFaults(ctx, s.options.Nodes)
	if err != nil {
		return nil, err
	}
	t := &Tally{
		Spec: s.options.Spec, Nodes: s.verdict.Nodes, Scenarios: scenarios,
		Owed: s.verdict.Owed, Warnings: s.verdict.Warnings,
	}
	if t.Function, err = s.compile(s.question.any, maxNodes); err != nil {
		return nil, err
	}
	if t.Violating, err = t.Function.ByFaults(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// compile makes a function of the space ready to be counted.
func (s *search) compile(l circuit.Lit, maxNodes int) (*bdd.Compiled, error) {
	return bdd.Compile(s.ctx, s.space.Circuit, l, s.options.Spec, s.options.Nodes, bdd.Options{
		MaxNodes: maxNodes,
		Progress: func(nodes int) { s.tell(Event{Kind: Compiling, DiagramNodes: nodes}) },
	})
}
