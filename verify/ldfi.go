package verify

import (
	"molly/failure"
	"molly/hazard"
)

// ldfi plays the game of the LDFI paper's §3: the programmer's run shows why the
// invariant held; the adversary looks for admissible faults that cut everything shown
// so far; they are run. A justification is sufficient for the invariant wherever it
// is true, so that no candidate is left only when no scenario violates it.
//
// The adversary proposes the first candidate by failure.Scenario.Compare. So the game
// does not depend on the taste of a solver, and the first violation is the first of
// all: what comes before it was a candidate, or justified.
func (s *search) ldfi(free Judged) error {
	if err := s.ground(free); err != nil {
		return err
	}
	return s.play(free)
}

// play plays the game in the space of all executions.
func (s *search) play(free Judged) error {
	candidates := hazard.NewSearch(s.space.Circuit, s.options.Spec, s.options.Nodes, s.options.Solver).Within(s.ctx)
	defer func() { s.verdict.Size.Question, s.verdict.AllBelow = candidates.Stats(), candidates.Fewest() }()
	for last := free; ; {
		if err := s.answer(candidates, last); err != nil {
			return err
		}
		if len(last.Violated) > 0 && !s.options.All {
			return s.done()
		}
		sc, found, err := candidates.Best(s.ctx)
		if err != nil {
			return err
		}
		if !found {
			return s.done()
		}
		s.propose(sc)
		if last, err = s.run(sc); err != nil {
			return err
		}
	}
}

// answer learns from a run: a violation, or why there is none.
func (s *search) answer(candidates *hazard.Search, j Judged) error {
	c := s.space.Circuit
	v := c.Evaluate(j.Scenario)
	if err := s.agree(j, v); err != nil {
		return err
	}
	if len(j.Violated) > 0 {
		alike := s.orbit(j.Scenario) // of them it is the first candidate
		s.found(j, len(alike))
		for _, other := range alike {
			candidates.Exclude(other)
		}
		return nil
	}
	why := hazard.Justify(c, v, s.question.any.Not(), s.options.Width)
	candidates.Require(why.Not())
	s.tell(Event{Kind: Learned, Scenario: j.Scenario, Lesson: func() string { return c.Format(why.Not()) }})
	return nil
}

// propose notes a scenario that the solver proposes.
func (s *search) propose(sc failure.Scenario) {
	s.candidates++
	s.tell(Event{Kind: Proposed, Scenario: sc})
}
