package hazard

import "context"

// latest assumes that the sum of the times at which nodes crash or go down is as large as
// possible.
func (c *choice) latest(ctx context.Context) error {
	crashes := c.search.clauses.MaxCrashes(c.best.Size())
	// Invariant: best reaches low; nothing reaches more than high.
	low, high := c.best.CrashTimes(), crashes*c.search.spec.EOT
	try := low + 1
	if !c.beyond {
		high = c.search.last.CrashTimes()
		try = high // the next answer often has the sum of the last one
	}
	for ; low < high; try = low + (high-low+1)/2 {
		reached, ok, err := c.search.clauses.CrashTimes(ctx, crashes, try)
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
	c.beyond = c.beyond || c.best.CrashTimes() != c.search.last.CrashTimes()
	return c.asLate(ctx)
}

// asLate assumes that this sum is as large as that of the best answer.
func (c *choice) asLate(ctx context.Context) error {
	sum := c.best.CrashTimes()
	if sum == 0 {
		return nil // every answer reaches that
	}
	reached, ok, err := c.search.clauses.CrashTimes(ctx, c.search.clauses.MaxCrashes(c.best.Size()), sum)
	if ok {
		c.assume = append(c.assume, reached)
	}
	return err
}
