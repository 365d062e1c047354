package hazard

import (
	"context"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
)

// Best returns the first scenario that answers the question in the order of
// failure.Scenario.Compare, or false when there is none. The error is the context's.
//
// It is minimal in the order of failure.Scenario.AtMost.
func (s *Search) Best(ctx context.Context) (failure.Scenario, bool, error) {
	if s.fewest > 0 { // the next answer often has as many faults as the last one
		answer, found, err := s.AtMost(ctx, s.fewest)
		if err != nil {
			return nil, false, err
		}
		if found {
			best, err := s.Least(ctx, answer)
			return best, err == nil, err
		}
		s.fewest++
	}
	answer, found, err := s.Any(ctx)
	if !found || err != nil {
		return nil, false, err
	}
	best, err := s.Least(ctx, answer)
	return best, err == nil, err
}

// Least is Best where some answer is at hand: what Any has returned, with nothing
// required or excluded since.
func (s *Search) Least(ctx context.Context, answer failure.Scenario) (failure.Scenario, error) {
	among := &choice{search: s, best: answer}
	if err := among.smallest(ctx); err != nil {
		return nil, err
	}
	if err := among.first(ctx); err != nil {
		return nil, err
	}
	s.last = among.best
	return among.best, nil
}

// AtMost returns some answer with at most the given number of faults, or false when there
// is none. The error is the context's.
func (s *Search) AtMost(ctx context.Context, faults int) (failure.Scenario, bool, error) {
	if few, ok := s.clauses.AtMost(faults); ok {
		return s.assuming(ctx, few)
	}
	return s.Any(ctx)
}

// Smallest returns an answer that only the list of its faults may keep from being the first: its
// inputs and its measure (failure.Measure) are those of the first. As for Least, some answer is at
// hand.
func (s *Search) Smallest(ctx context.Context, answer failure.Scenario) (failure.Scenario, error) {
	among := &choice{search: s, best: answer}
	if err := among.smallest(ctx); err != nil {
		return nil, err
	}
	return among.best, nil
}

// First is Best for a caller that knows an answer with the inputs and the measure of the first, as
// Smallest finds, and that one of the given cases holds in every answer. One case at a time is
// easier than all together.
func (s *Search) First(ctx context.Context, least failure.Scenario, cases []circuit.Lit) (failure.Scenario, error) {
	s.fewest = max(s.fewest, least.Size())
	among := &choice{search: s, best: least}
	for _, step := range []func(context.Context) error{among.fewest, among.asSmall} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	value := s.circuit.Evaluate(among.best)
	for _, l := range cases {
		l = s.clauses.Fold(l)
		if l == circuit.False {
			continue
		}
		in := *among
		if l != circuit.True {
			in.assume = append(in.assume[:len(in.assume):len(in.assume)], s.clauses.Either(l))
		}
		if !value.Holds(l) {
			found, err := in.earlier(ctx)
			if err != nil {
				return nil, err
			}
			if !found {
				continue
			}
		}
		if err := in.first(ctx); err != nil {
			return nil, err
		}
		among.best = in.best
		value = s.circuit.Evaluate(among.best)
	}
	s.last = among.best
	return among.best, nil
}

// A choice narrows the answers down to one.
//
// Invariant: best answers the question under the assumptions.
type choice struct {
	search *Search
	best   failure.Scenario
	assume []solver.Literal
	// beyond means that best is not like the search's last answer in what has been assumed so
	// far. While it is like that, nothing before the last answer needs to be tried.
	beyond bool
}

// ask looks for an answer that also satisfies the given literals, and makes it the
// best one.
func (c *choice) ask(ctx context.Context, also ...solver.Literal) (bool, error) {
	answer, found, err := c.search.assuming(ctx, append(c.assume[:len(c.assume):len(c.assume)], also...)...)
	if found {
		c.best = answer
	}
	return found, err
}

// fewest assumes that there are as few faults as possible.
//
// Answers with that few are in normal form by themselves: dropping a fault would leave an answer
// with fewer.
func (c *choice) fewest(ctx context.Context) error {
	s := c.search
	for ; s.fewest < c.best.Size(); s.fewest++ {
		few, ok := s.clauses.AtMost(s.fewest)
		if !ok {
			break
		}
		if found, err := c.ask(ctx, few); found || err != nil {
			if err != nil {
				return err
			}
			break
		}
	}
	if few, ok := s.clauses.AtMost(s.fewest); ok {
		c.assume = append(c.assume, few)
	}
	return nil
}
