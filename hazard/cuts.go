package hazard

import (
	"context"

	"molly/hazard/solver"
)

// CountFewest counts the answers that have as few faults as any, up to a limit; more is
// true when there are more. Answers that it has counted do not come back.
//
// The error is the context's.
func (s *Search) CountFewest(ctx context.Context, limit int) (n int, more bool, err error) {
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
		// All have equally many faults, so none of the others has all of these.
		clause := make([]solver.Literal, len(among.best))
		for i, f := range among.best {
			clause[i] = -s.clauses.Happens(f)
		}
		s.clauses.Add(clause...)
		if found, err = among.ask(ctx); err != nil {
			return n, false, err
		}
	}
	return n, false, nil
}
