package verify

import (
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/hazard"
)

// ground builds the space of all executions and takes it up.
func (s *search) ground(free Judged) error {
	space, swept, err := s.world.spaceOf(s.ctx)
	if err != nil {
		return tooLarge(err)
	}
	s.satSweep = swept
	if err := s.take(space, free); err != nil {
		return err
	}
	s.warn()
	return nil
}

// take makes a space the one of the search, and checks it against the failure-free run.
// An overflow that some admissible scenario reaches is an error of the program.
func (s *search) take(space *eval.Space, free Judged) error {
	s.space = space
	s.question = s.judge.question(space)
	s.verdict.Size = Size{Facts: space.Facts(), Firings: space.Firings(), Nodes: space.Circuit.Len()}
	s.tell(Event{Kind: Grounded})
	if err := s.askOverflow(); err != nil {
		return err
	}
	return s.agree(free, space.Circuit.Evaluate(nil))
}

// ask starts a question to the solver.
func (s *search) ask(l circuit.Lit) *hazard.Search {
	q := hazard.NewSearch(s.space.Circuit, s.options.Spec, s.options.Nodes, s.options.Solver).Within(s.ctx)
	q.Require(l)
	return q
}

// agree compares what a run lacks with what the circuits say.
func (s *search) agree(j Judged, v *circuit.Valuation) error {
	predicted := s.question.predicted(v)
	same := slices.EqualFunc(j.Violated, predicted, func(v Violation, f datalog.Fact) bool { return v.Equal(f) })
	if same {
		return nil
	}
	return &InternalError{fmt.Sprintf("under %v the run lacks %d tuples, its circuits say %d", j.Scenario, len(j.Violated), len(predicted))}
}
