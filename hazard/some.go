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
		switch l = s.folded(l); l {
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
	if len(folded) == 1 {
		l := s.need(folded[0])
		s.define()
		return s.assuming(ctx, l)
	}
	active := s.newVar()
	clause := []literal{-active}
	for _, l := range folded {
		clause = append(clause, s.need(l))
	}
	s.add(clause...)
	s.define()
	sc, found, err := s.assuming(ctx, active)
	s.add(-active) // the clause is done with
	return sc, found, err
}

func (s *Search) assuming(ctx context.Context, l literal) (failure.Scenario, bool, error) {
	found, err := s.ask(ctx, l)
	if !found || err != nil {
		return nil, false, err
	}
	return s.scenario(), true, nil
}
