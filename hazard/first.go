package hazard

import (
	"context"
	"slices"

	"molly/failure"
	"molly/hazard/cnf"
	"molly/hazard/solver"
)

// first makes best the smallest sorted list of faults and inputs.
func (c *choice) first(ctx context.Context) error {
	return c.firstList(ctx, c.whole())
}

// whole is the list of all faults and inputs.
func (c *choice) whole() list {
	return list{c.search.clauses.Variables(), failure.Fault.Compare, func(s failure.Scenario) []failure.Fault { return s }}
}

// A list is what makes up the list of a scenario: all that may be on it, in an order.
type list struct {
	all     []cnf.Variable
	compare func(f, g failure.Fault) int
	of      func(failure.Scenario) []failure.Fault
}

// firstList makes best the one with the smallest list.
//
// Position by position: with all earlier positions fixed, and nothing possible
// between them, the fault at this position is the smallest that occurs at all beyond
// the last fixed one. Every answer has a list of the same length.
func (c *choice) firstList(ctx context.Context, l list) error {
	all, best := l.all, l.of(c.best)
	low := 0
	// After last, where it begins as the list found so far, and is no better otherwise.
	last := l.of(c.search.last)
	for position := range best {
		// Invariant: best's fault here is all[high]; none of all[:low] can come here.
		high := l.place(best[position])
		if !c.beyond {
			low = max(low, l.place(last[position]))
		}
		for middle := high; low < high; middle = low + (high-low+1)/2 {
			found, err := c.some(ctx, all[low:middle])
			if err != nil {
				return err
			}
			if found {
				best = l.of(c.best)
				high = l.place(best[position])
			} else {
				low = middle
			}
		}
		c.beyond = c.beyond || all[high].Fault != last[position]
		c.assume = append(c.assume, all[high].Happens)
		low = high + 1
	}
	return nil
}

// place returns the index of a fault among all that are known.
func (l list) place(f failure.Fault) int {
	i, ok := slices.BinarySearchFunc(l.all, f, func(k cnf.Variable, f failure.Fault) int { return l.compare(k.Fault, f) })
	if !ok {
		panic("hazard: a scenario has the fault " + f.String() + ", which the search does not know")
	}
	return i
}

// earlier looks for an answer with a smaller sorted list of faults than the best, which
// need not be one itself, and makes it the best.
//
// Such a list begins like the best, and goes on with a fault that comes before the best
// one's next. Every answer has equally many faults, and the same inputs.
func (c *choice) earlier(ctx context.Context) (bool, error) {
	clauses := c.search.clauses
	whole := c.whole()
	all := whole.all
	earlier := clauses.NewVar()
	somewhere := []solver.Literal{-earlier}
	next := 0
	var before solver.Literal // the faults of best so far happen; 0: there are none
	for _, f := range c.best {
		here := clauses.NewVar()
		clause := []solver.Literal{-here}
		at := whole.place(f)
		for _, between := range all[next:at] {
			clause = append(clause, between.Happens)
		}
		next = at + 1
		if len(clause) > 1 {
			clauses.Add(clause...)
			if before != 0 {
				clauses.Add(-here, before)
			}
			somewhere = append(somewhere, here)
		}
		so := clauses.NewVar()
		clauses.Add(-so, all[at].Happens)
		if before != 0 {
			clauses.Add(-so, before)
		}
		before = so
	}
	clauses.Add(somewhere...)
	found, err := c.ask(ctx, earlier)
	clauses.Add(-earlier)
	return found, err
}

// some asks for an answer with one of the given faults.
func (c *choice) some(ctx context.Context, faults []cnf.Variable) (bool, error) {
	clauses := c.search.clauses
	if len(faults) == 1 {
		return c.ask(ctx, faults[0].Happens)
	}
	active := clauses.NewVar()
	clause := make([]solver.Literal, 0, len(faults)+1)
	clause = append(clause, -active)
	for _, f := range faults {
		clause = append(clause, f.Happens)
	}
	clauses.Add(clause...)
	found, err := c.ask(ctx, active)
	clauses.Add(-active)
	return found, err
}
