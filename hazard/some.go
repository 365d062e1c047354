package hazard

import (
	"context"
	"slices"

	"molly/circuit"
	"molly/failure"
)

// Some returns a scenario that answers the question and makes some of the literals true, or
// false when there is none. Unlike [Search.Require] it demands nothing for later. The error
// is the context's.
func (s *Search) Some(ctx context.Context, lits []circuit.Lit) (failure.Scenario, bool, error) {
	s.Within(ctx)
	var folded []circuit.Lit
	for _, l := range lits {
		switch l = s.clauses.Fold(l); l {
		case circuit.True:
			return s.Any(ctx)
		case circuit.False:
		default:
			folded = append(folded, l)
		}
	}
	if len(folded) == 0 {
		return nil, false, context.Cause(ctx)
	}
	slices.Sort(folded)
	folded = slices.Compact(folded)
	for i := 1; i < len(folded); i++ {
		if folded[i] == folded[i-1].Not() {
			return s.Any(ctx)
		}
	}
	either := s.clauses.Either(folded...)
	sc, found, err := s.assuming(ctx, either)
	if len(folded) > 1 {
		s.clauses.Add(-either) // its clause is done with
	}
	return sc, found, err
}
