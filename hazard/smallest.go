package hazard

import (
	"cmp"
	"context"
	"slices"

	"molly/failure"
	"molly/hazard/cnf"
)

// smallest makes best one with the inputs and the measure of the first, and assumes them.
func (c *choice) smallest(ctx context.Context) error {
	if err := c.fewest(ctx); err != nil {
		return err
	}
	c.beyond = c.best.Size() != c.search.last.Size()
	for _, step := range []func(context.Context) error{
		c.least(cnf.Inputs), c.firstInputs,
		c.least(cnf.NotLate), c.least(cnf.Rounds),
		c.latest,
		c.least(cnf.NotBack), c.least(cnf.Down),
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// least assumes that a measure is as small as possible.
func (c *choice) least(m cnf.Measure) func(context.Context) error {
	return func(ctx context.Context) error {
		s := c.search
		if !m.Matters(s.spec) {
			return nil
		}
		// Invariant: nothing is below low, and best reaches high.
		low, high := 0, m.Of(c.best)
		if !c.beyond {
			low = m.Of(s.last)
		}
		for try := low; low < high; try = low + (high-low)/2 {
			few, ok := s.clauses.AtMostOf(m, try)
			if !ok {
				break
			}
			found, err := c.ask(ctx, few)
			if err != nil {
				return err
			}
			if found {
				high = m.Of(c.best)
			} else {
				low = try + 1
			}
		}
		c.beyond = c.beyond || high != m.Of(s.last)
		c.asLittle(m)
		return nil
	}
}

// asLittle assumes that a measure is as small as that of the best answer.
func (c *choice) asLittle(m cnf.Measure) {
	if !m.Matters(c.search.spec) {
		return
	}
	if few, ok := c.search.clauses.AtMostOf(m, m.Of(c.best)); ok {
		c.assume = append(c.assume, few)
	}
}

// firstInputs assumes that the list of inputs is the smallest.
func (c *choice) firstInputs(ctx context.Context) error {
	if c.search.spec.Inputs == nil {
		return nil
	}
	return c.firstList(ctx, c.inputs())
}

// inputs is the list of the inputs that are chosen, by clause.
func (c *choice) inputs() list {
	compare := func(f, g failure.Fault) int {
		return cmp.Or(cmp.Compare(f.D, g.D), cmp.Compare(f.Time, g.Time))
	}
	var all []cnf.Variable
	for _, v := range c.search.clauses.Variables() {
		if v.Kind == failure.Input {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b cnf.Variable) int { return compare(a.Fault, b.Fault) })
	return list{all, compare, failure.Scenario.Inputs}
}

// asSmall assumes the inputs and the measure of the best answer, which has the fewest faults.
func (c *choice) asSmall(ctx context.Context) error {
	if c.search.spec.Inputs != nil {
		in := c.inputs()
		for _, f := range c.best.Inputs() {
			c.assume = append(c.assume, in.all[in.place(f)].Happens)
		}
	}
	for _, m := range []cnf.Measure{cnf.Inputs, cnf.NotLate, cnf.Rounds, cnf.NotBack, cnf.Down} {
		c.asLittle(m)
	}
	last := c.search.last
	c.beyond = c.best.Measure() != last.Measure() || !slices.Equal(c.best.Inputs(), last.Inputs())
	return c.asLate(ctx)
}
