package hazard

import (
	"cmp"
	"context"
	"slices"

	"molly/failure"
)

// Best returns the first scenario that answers the question in the order of
// failure.Scenario.Compare (fewest faults, then the largest sum of crash times, then
// the smallest sorted list), or false when there is none. The error is the context's.
//
// It is minimal in the order of failure.Scenario.AtMost.
func (s *Search) Best(ctx context.Context) (failure.Scenario, bool, error) {
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
	for _, step := range []func(context.Context) error{among.fewest, among.latest, among.first} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return among.best, nil
}

// A choice narrows the answers down to one.
//
// Invariant: best answers the question under the assumptions.
type choice struct {
	search *Search
	best   failure.Scenario
	assume []literal
}

// ask looks for an answer that also satisfies the given literals, and makes it the
// best one.
func (c *choice) ask(ctx context.Context, also ...literal) (bool, error) {
	sat, err := c.search.ask(ctx, append(c.assume[:len(c.assume):len(c.assume)], also...)...)
	if sat {
		c.best = c.search.scenario()
	}
	return sat, err
}

// fewest assumes that there are as few faults as possible.
//
// Answers with that few are in normal form by themselves: dropping an omission would
// leave an answer with fewer.
func (c *choice) fewest(ctx context.Context) error {
	s := c.search
	s.countAll()
	for ; s.fewest < len(c.best); s.fewest++ {
		over, ok := s.count.atLeast(s, s.fewest+1)
		if !ok {
			break
		}
		if sat, err := c.ask(ctx, -over); sat || err != nil {
			if err != nil {
				return err
			}
			break
		}
	}
	if over, ok := s.count.atLeast(s, s.fewest+1); ok {
		c.assume = append(c.assume, -over)
	}
	return nil
}

// countAll makes the counter know all faults. Faults that can stand in for each
// other, such as those of one link, share a part of it: where many faults are
// needed, this makes the refutation of fewer 2 to 7 times faster than their order in
// the circuit or in time.
func (s *Search) countAll() {
	slices.SortFunc(s.uncounted, func(f, g knownFault) int {
		return cmp.Or(cmp.Compare(f.Node, g.Node), cmp.Compare(f.To, g.To), cmp.Compare(f.Time, g.Time))
	})
	inputs := make([]literal, len(s.uncounted))
	for i, f := range s.uncounted {
		inputs[i] = f.happens
	}
	s.count.insert(inputs)
	s.uncounted = nil
}
