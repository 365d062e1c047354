package hazard

import (
	"cmp"
	"context"
	"slices"
)

// latest holds the definitions of "the crash times sum up to at least".
type latest struct {
	defined map[need]literal
	crashes int // crash variables that the definitions know
}

// A need is a sum of crash times that the ladders from one on must reach, where at most
// left of them crash.
type need struct {
	ladder int
	sum    int
	left   int
}

// latest assumes that the sum of the crash times is as large as possible.
func (c *choice) latest(ctx context.Context) error {
	crashes := c.crashes()
	// Invariant: best reaches low; nothing reaches more than high.
	low, high := c.best.CrashTimes(), crashes*c.search.spec.EOT
	try := low + 1
	if last := c.search.last; len(last) == len(c.best) {
		high = last.CrashTimes()
		try = high // the next answer often has the sum of the last one
	}
	for ; low < high; try = low + (high-low+1)/2 {
		reached, ok, err := c.search.crashTimes(ctx, crashes, try)
		if err != nil {
			return err
		}
		if !ok {
			high = try - 1
			continue
		}
		found, err := c.ask(ctx, reached)
		if err != nil {
			return err
		}
		if found {
			low = c.best.CrashTimes()
		} else {
			high = try - 1
		}
	}
	return c.asLate(ctx)
}

// asLate assumes that the sum of the crash times is as large as that of the best answer.
func (c *choice) asLate(ctx context.Context) error {
	sum := c.best.CrashTimes()
	if sum == 0 {
		return nil // every answer reaches that
	}
	reached, ok, err := c.search.crashTimes(ctx, c.crashes(), sum)
	if ok {
		c.assume = append(c.assume, reached)
	}
	return err
}

// crashes is how many nodes can crash in an answer as small as the best.
func (c *choice) crashes() int {
	s := c.search
	return min(s.spec.Crashes, len(c.best), len(s.faults.ladders))
}

// crashTimes returns a literal that is true only when the crash times sum up to at
// least sum ≥ 1, where at most the given number of nodes crash; false when they
// cannot. The error is the context's.
func (s *Search) crashTimes(ctx context.Context, crashes, sum int) (reached literal, ok bool, err error) {
	if crashes <= 1 {
		reached, ok = s.crashAt(sum)
		return reached, ok, nil
	}
	known := 0
	for _, l := range s.faults.ladders {
		known += len(l.crashes)
	}
	if s.latest.defined == nil || s.latest.crashes != known {
		s.latest = latest{map[need]literal{}, known}
	}
	reached, ok = s.reach(ctx, need{0, sum, crashes})
	if err := context.Cause(ctx); err != nil {
		s.latest.defined = nil // some of it is not finished
		return 0, false, err
	}
	return reached, ok, nil
}

// crashAt is crashTimes where only one node crashes.
func (s *Search) crashAt(time int) (reached literal, ok bool) {
	clause := []literal{0}
	for _, l := range s.faults.ladders {
		for _, f := range l.crashes {
			if f.Time >= time {
				clause = append(clause, f.happens)
			}
		}
	}
	switch len(clause) {
	case 1:
		return 0, false
	case 2:
		return clause[1], true
	}
	reached = s.newVar()
	clause[0] = -reached
	s.add(clause...)
	return reached, true
}

// reach returns a literal that is true only when the ladders reach the need: the
// first of them crashes, and the others reach the rest, or they reach all. It returns
// false when they cannot; that so few may crash rules most crashes out, which spares the
// solver a search that can take minutes. When ctx has ended it returns anything.
func (s *Search) reach(ctx context.Context, n need) (reached literal, ok bool) {
	if context.Cause(ctx) != nil || n.ladder == len(s.faults.ladders) || n.sum > n.left*s.spec.EOT {
		return 0, false
	}
	if l, ok := s.latest.defined[n]; ok {
		return l, l != 0
	}
	s.latest.defined[n] = 0
	crashes := slices.Clone(s.faults.ladders[n.ladder].crashes)
	slices.SortFunc(crashes, func(a, b knownFault) int { return cmp.Compare(a.Time, b.Time) })
	reached = s.newVar()
	clause := []literal{-reached}
	if all, ok := s.reach(ctx, need{n.ladder + 1, n.sum, n.left}); ok {
		clause = append(clause, all)
	}
	for _, f := range crashes {
		if f.Time < n.sum {
			rest, ok := s.reach(ctx, need{n.ladder + 1, n.sum - f.Time, n.left - 1})
			if !ok {
				s.add(-reached, -f.happens)
				continue
			}
			s.add(-reached, -f.happens, rest)
		}
		clause = append(clause, f.happens)
	}
	if len(clause) == 1 {
		return 0, false
	}
	s.add(clause...)
	s.latest.defined[n] = reached
	return reached, true
}
