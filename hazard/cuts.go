package hazard

import (
	"context"

	"molly/failure"
	"molly/hazard/solver"
)

// CountFewest counts the answers that have as few faults as any, with whatever inputs, up to a
// limit; more is true when there are more. Answers that it has counted do not come back.
//
// The error is the context's.
func (s *Search) CountFewest(ctx context.Context, limit int) (n int, more bool, err error) {
	s.clauses.EachInput()
	answer, found, err := s.Any(ctx)
	if !found || err != nil {
		return 0, false, err
	}
	among := &choice{search: s, best: answer}
	if err := among.fewest(ctx); err != nil {
		return 0, false, err
	}
	for found {
		if n == limit {
			return n, true, nil
		}
		n++
		// All have equally many faults, so none of the others has all of these, and chooses no other
		// input.
		var clause []solver.Literal
		for _, v := range s.clauses.Variables() {
			switch has := among.best.Has(v.Fault); {
			case has:
				clause = append(clause, -v.Happens)
			case v.Kind == failure.Input:
				clause = append(clause, v.Happens)
			}
		}
		s.clauses.Add(clause...)
		if found, err = among.ask(ctx); err != nil {
			return n, false, err
		}
	}
	return n, false, nil
}
