package verify

import (
	"fmt"
	"slices"

	"molly/circuit"
	"molly/failure"
	"molly/hazard"
)

// symbolic asks one question about all executions at once.
func (s *search) symbolic(free []Violation) error {
	if err := s.ground(free); err != nil {
		return err
	}
	return s.askAll(free)
}

// askAll asks the question about the space, and runs what is found.
func (s *search) askAll(free []Violation) error {
	if s.question.any == circuit.False {
		return s.done()
	}
	if s.options.All {
		return s.askMinimal(free)
	}
	sc, found, err := s.first()
	if err != nil {
		return err
	}
	if found {
		f, err := s.confirm(sc, free)
		if err != nil {
			return err
		}
		s.found(f)
	}
	return s.done()
}

// askMinimal asks for all minimal counterexamples, where there is one.
func (s *search) askMinimal(free []Violation) error {
	if r := s.representatives(); len(r.parts) > 0 {
		if _, found, err := s.smallest(r); err != nil {
			return err
		} else if !found {
			return s.done()
		}
	}
	q := s.ask(s.question.any)
	s.asked = append(s.asked, q)
	return s.askTies(q, free)
}

// askTies asks for all minimal answers, level by level: those with equally many faults and
// equally late crashes come together. What a bound leaves of a level is reported, too.
func (s *search) askTies(q *hazard.Search, free []Violation) error {
	defer func() { s.verdict.AllBelow = q.Fewest() }()
	for {
		var level []Finding
		err := q.Ties(s.ctx, func(sc failure.Scenario) error {
			alike := s.orbit(sc)
			for _, other := range alike {
				q.Exclude(other)
			}
			f, err := s.confirm(alike[0], free)
			if err == nil {
				f.Alike = len(alike)
				level = append(level, f)
			}
			return err
		})
		slices.SortFunc(level, func(f, g Finding) int { return f.Scenario.Compare(g.Scenario) })
		for _, f := range level {
			s.found(f)
		}
		if err != nil {
			return err
		}
		if len(level) == 0 {
			return s.done()
		}
	}
}

// confirm runs what the circuits say to violate the invariant.
func (s *search) confirm(sc failure.Scenario, free []Violation) (Finding, error) {
	s.propose(sc)
	violated := free
	if len(sc) > 0 { // the failure-free run has been executed
		var err error
		if _, violated, err = s.run(sc); err != nil {
			return Finding{}, err
		}
	}
	if len(violated) == 0 {
		return Finding{}, &InternalError{fmt.Sprintf("the run of %v violates nothing, its circuits say that it does", sc)}
	}
	if err := s.agree(sc, violated, s.space.Circuit.Evaluate(sc)); err != nil {
		return Finding{}, err
	}
	return Finding{Scenario: sc, Violated: violated, Alike: 1}, nil
}
