package sweep

import (
	"context"
	"slices"
)

// Ending is how a path ended.
type Ending string

// The endings of a path.
const (
	// Broken: a violation stays up to the largest EOT. Path.Minimal has it.
	Broken Ending = "broken"
	// Certified: the path came to the largest EOT without a violation that stays.
	Certified Ending = "certified"
	// NoGoodRun: at no EOT is the failure-free run right, with something owed in it or under
	// faults.
	NoGoodRun Ending = "no-good-run"
	// Overflows: a number does not fit, in the last cell of the path.
	Overflows Ending = "overflow"
	// Stopped: a bound ended the sweep.
	Stopped Ending = "stopped"
)

// Path is the way of the LDFI paper's §2.1.1 through the specifications with one number
// of crashes: EOT grows until the failure-free run is good; then EFF grows, and EOT with
// it where it must; at a violation EOT alone grows, to give the protocol time to recover.
//
// Where no failure-free run owes anything, the path begins at the first EOT at which a run
// with faults does, and passes the cells whose EFF is too small for that.
type Path struct {
	Crashes int
	Cells   []Cell // in the order in which they were tried
	Ending  Ending
	// Minimal is, where the path is broken, the first cell of those that break and stay
	// broken however large EOT becomes.
	Minimal *Cell
	// Largest is the last cell of the path that holds and is not vacuous.
	Largest *Cell
	// Transient are cells that break, where a later EOT cures it.
	Transient []Cell
	// Err ended a path that was stopped.
	Err error
}

// Path follows the path for one number of crashes. visit, where set, is told of each
// cell of the path.
func (s *Sweep) Path(ctx context.Context, crashes int, visit func(Cell)) *Path {
	p := &walk{sweep: s, ctx: ctx, path: &Path{Crashes: crashes}, visit: visit}
	p.path.Ending, p.path.Err = p.follow()
	return p.path
}

// walk is a path that is being followed.
type walk struct {
	sweep *Sweep
	ctx   context.Context
	path  *Path
	visit func(Cell)
	// underFaults means that no failure-free run owes anything: a cell is good, too, where
	// something is owed at its EOT with a larger EFF.
	underFaults bool
}

// look decides a cell of the path.
func (w *walk) look(eot, eff, crashes int) (Cell, error) {
	c, err := w.sweep.decide(w.ctx, w.sweep.spec(eot, eff, crashes))
	if err != nil {
		return c, err
	}
	if slices.ContainsFunc(w.path.Cells, func(d Cell) bool { return d.Spec == c.Spec }) {
		return c, nil // the path comes by where it began
	}
	w.path.Cells = append(w.path.Cells, c)
	if w.visit != nil {
		w.visit(c)
	}
	return c, nil
}

// good reports whether a cell holds and something is owed.
func (w *walk) good(c Cell) (bool, error) {
	if c.Answer != Holds || !c.Vacuous || !w.underFaults {
		return c.Answer == Holds && !c.Vacuous, nil
	}
	largest, err := w.sweep.decide(w.ctx, w.sweep.spec(c.Spec.EOT, c.Spec.EOT, w.path.Crashes))
	return err == nil && !largest.Vacuous, err
}

// passed notes a good cell.
func (w *walk) passed(c Cell) {
	if !c.Vacuous {
		w.path.Largest = &c
	}
}

func (w *walk) follow() (Ending, error) {
	c, err := w.firstGood(1, 1, 0)
	if c == nil && err == nil {
		w.underFaults = true
		c, err = w.firstGood(1, 1, w.path.Crashes)
	}
	if ending, over := endedAt(c, err); over {
		return ending, err
	}
	eot := c.Spec.EOT
	for eff := 1; eff == 1 || max(eot, eff+1) <= w.sweep.options.MaxEOT; eff++ {
		if eff > 1 {
			eot = max(eot, eff+1) // the paper's EFF < EOT
		}
		here, err := w.look(eot, eff, w.path.Crashes)
		good := false
		if err == nil {
			good, err = w.good(here)
		}
		if good {
			w.passed(here)
			continue
		}
		if ending, over := endedAt(&here, err); over {
			return ending, err
		}
		later, err := w.firstGood(eot+1, eff, w.path.Crashes)
		if later == nil && err == nil && here.Answer == Breaks {
			w.path.Minimal = &here
			return Broken, nil
		}
		if ending, over := endedAt(later, err); over {
			return ending, err
		}
		if here.Answer == Breaks {
			w.path.Transient = append(w.path.Transient, here)
		}
		w.passed(*later)
		eot = later.Spec.EOT
	}
	if w.path.Largest == nil {
		return NoGoodRun, nil
	}
	return Certified, nil
}

// firstGood lets EOT grow until a cell is good, or a number does not fit; nil when there
// is no such cell.
func (w *walk) firstGood(eot, eff, crashes int) (*Cell, error) {
	for ; eot <= w.sweep.options.MaxEOT; eot++ {
		c, err := w.look(eot, eff, crashes)
		good := false
		if err == nil {
			good, err = w.good(c)
		}
		if err != nil || good || c.Answer == Overflow {
			return &c, err
		}
	}
	return nil, nil
}

// endedAt says whether the path ends here, and how.
func endedAt(c *Cell, err error) (Ending, bool) {
	switch {
	case err != nil:
		return Stopped, true
	case c == nil:
		return NoGoodRun, true
	case c.Answer == Overflow:
		return Overflows, true
	}
	return "", false
}
