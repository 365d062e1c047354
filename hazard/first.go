package hazard

import (
	"context"
	"slices"

	"molly/failure"
)

// first makes best the smallest sorted list of faults.
//
// Position by position: with all earlier positions fixed, and nothing possible
// between them, the fault at this position is the smallest that occurs at all beyond
// the last fixed one. Every answer has equally many faults.
func (c *choice) first(ctx context.Context) error {
	all := c.search.sortedFaults()
	place := func(f failure.Fault) int {
		i, ok := slices.BinarySearchFunc(all, f, func(k knownFault, f failure.Fault) int { return k.Compare(f) })
		if !ok {
			panic("hazard: a scenario has the fault " + f.String() + ", which the search does not know")
		}
		return i
	}
	low := 0
	for position := range c.best {
		// Invariant: best's fault here is all[high]; none of all[:low] can come here.
		high := place(c.best[position])
		for middle := high; low < high; middle = low + (high-low+1)/2 {
			found, err := c.some(ctx, all[low:middle])
			if err != nil {
				return err
			}
			if found {
				high = place(c.best[position])
			} else {
				low = middle
			}
		}
		c.assume = append(c.assume, all[high].happens)
		low = high + 1
	}
	return nil
}

// some asks for an answer with one of the given faults.
func (c *choice) some(ctx context.Context, faults []knownFault) (bool, error) {
	s := c.search
	if len(faults) == 1 {
		return c.ask(ctx, faults[0].happens)
	}
	active := s.newVar()
	clause := make([]literal, 0, len(faults)+1)
	clause = append(clause, -active)
	for _, f := range faults {
		clause = append(clause, f.happens)
	}
	s.add(clause...)
	found, err := c.ask(ctx, active)
	s.add(-active)
	return found, err
}
