package cnf

import (
	"cmp"
	"context"
	"slices"

	"molly/hazard/solver"
)

// sums holds the definitions of "the crash times sum up to at least": a decision diagram over
// the ladders, in which a path adds up crash times. The time of an outage is that at which it
// begins.
type sums struct {
	defined map[need]solver.Literal
	ends    int // variables of crashes and outages that the definitions know
}

// A need is a sum of crash times that the ladders from one on must reach, where at most
// left of them crash or go down.
type need struct {
	ladder int
	sum    int
	left   int
}

// MaxCrashes is how many nodes can crash or go down in an answer with so many faults.
func (q *Question) MaxCrashes(faults int) int {
	return min(q.spec.Crashes, faults, len(q.faults.ladders))
}

// CrashTimes returns a literal that is true only when the crash times sum up to at
// least sum ≥ 1, where at most the given number of nodes crash or go down; false when they
// cannot. The error is the context's.
func (q *Question) CrashTimes(ctx context.Context, crashes, sum int) (reached solver.Literal, ok bool, err error) {
	if crashes <= 1 {
		reached, ok = q.crashAt(sum)
		return reached, ok, nil
	}
	known := 0
	for _, l := range q.faults.ladders {
		known += len(l.ends)
	}
	if q.sums.defined == nil || q.sums.ends != known {
		q.sums = sums{map[need]solver.Literal{}, known}
	}
	reached, ok = q.reach(ctx, need{0, sum, crashes})
	if err := context.Cause(ctx); err != nil {
		q.sums.defined = nil // some of it is not finished
		return 0, false, err
	}
	return reached, ok, nil
}

// crashAt is CrashTimes where only one node crashes.
func (q *Question) crashAt(time int) (reached solver.Literal, ok bool) {
	clause := []solver.Literal{0}
	for _, l := range q.faults.ladders {
		for _, f := range l.ends {
			if f.Time >= time {
				clause = append(clause, f.Happens)
			}
		}
	}
	switch len(clause) {
	case 1:
		return 0, false
	case 2:
		return clause[1], true
	}
	reached = q.NewVar()
	clause[0] = -reached
	q.Add(clause...)
	return reached, true
}

// reach returns a literal that is true only when the ladders reach the need: the
// first of them crashes, and the others reach the rest, or they reach all. It returns
// false when they cannot; that so few may crash rules most crashes out, which spares the
// solver a search that can take minutes. When ctx has ended it returns anything.
func (q *Question) reach(ctx context.Context, n need) (reached solver.Literal, ok bool) {
	if context.Cause(ctx) != nil || n.ladder == len(q.faults.ladders) || n.sum > n.left*q.spec.EOT {
		return 0, false
	}
	if l, ok := q.sums.defined[n]; ok {
		return l, l != 0
	}
	q.sums.defined[n] = 0
	ends := slices.Clone(q.faults.ladders[n.ladder].ends)
	slices.SortFunc(ends, func(a, b Variable) int { return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Until, b.Until)) })
	reached = q.NewVar()
	clause := []solver.Literal{-reached}
	if all, ok := q.reach(ctx, need{n.ladder + 1, n.sum, n.left}); ok {
		clause = append(clause, all)
	}
	for _, f := range ends {
		if f.Time < n.sum {
			rest, ok := q.reach(ctx, need{n.ladder + 1, n.sum - f.Time, n.left - 1})
			if !ok {
				q.Add(-reached, -f.Happens)
				continue
			}
			q.Add(-reached, -f.Happens, rest)
		}
		clause = append(clause, f.Happens)
	}
	if len(clause) == 1 {
		return 0, false
	}
	q.Add(clause...)
	q.sums.defined[n] = reached
	return reached, true
}
