package verify

import (
	"fmt"

	"molly/circuit"
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
	q, sc, found, err := s.first()
	for {
		if err != nil {
			return err
		}
		if !found {
			return s.done()
		}
		s.propose(sc)
		violated := free
		if len(sc) > 0 { // the failure-free run has been executed
			if _, violated, err = s.run(sc); err != nil {
				return err
			}
		}
		if len(violated) == 0 {
			return &InternalError{fmt.Sprintf("the run of %v violates nothing, its circuits say that it does", sc)}
		}
		if err := s.agree(sc, violated, s.space.Circuit.Evaluate(sc)); err != nil {
			return err
		}
		s.found(sc, violated)
		if !s.options.All {
			return s.done()
		}
		q.Exclude(sc)
		sc, found, err = q.Best(s.ctx)
	}
}
