package verify

import (
	"fmt"
	"slices"

	"molly/circuit"
	"molly/failure"
	"molly/hazard"
)

// symbolic asks one question about all executions at once.
func (s *search) symbolic(free Judged) error {
	if err := s.ground(free); err != nil {
		return err
	}
	return s.askAll(free)
}

// askAll asks the question about the space, and runs what is found.
func (s *search) askAll(free Judged) error {
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
		j, err := s.confirm(sc, free)
		if err != nil {
			return err
		}
		s.found(j, 1)
	}
	return s.done()
}

// askMinimal asks for all minimal counterexamples, where there is one.
func (s *search) askMinimal(free Judged) error {
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
func (s *search) askTies(q *hazard.Search, free Judged) error {
	defer func() { s.verdict.AllBelow = q.Fewest() }()
	for {
		var level []Finding
		err := q.Ties(s.ctx, func(sc failure.Scenario) error {
			alike := s.orbit(sc)
			for _, other := range alike {
				q.Exclude(other)
			}
			j, err := s.confirm(alike[0], free)
			if err == nil {
				level = append(level, Finding{j.dropRun(), len(alike)})
			}
			return err
		})
		slices.SortFunc(level, func(f, g Finding) int { return f.Scenario.Compare(g.Scenario) })
		for _, f := range level {
			s.found(f.Judged, f.Alike)
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
func (s *search) confirm(sc failure.Scenario, free Judged) (Judged, error) {
	s.propose(sc)
	j := free
	if len(sc) > 0 { // the failure-free run is there
		var err error
		if j, err = s.run(sc); err != nil {
			return Judged{}, err
		}
	}
	if len(j.Violated) == 0 {
		return Judged{}, &InternalError{fmt.Sprintf("the run of %v violates nothing, its circuits say that it does", sc)}
	}
	return j, s.agree(j, s.space.Circuit.Evaluate(sc))
}
