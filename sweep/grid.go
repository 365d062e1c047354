package sweep

import (
	"context"
	"slices"

	"molly/failure"
)

// Row is the part of the table with one EOT: for each number of crashes, from the
// smallest on, the cells with an EFF of 1 … EOT.
type Row struct {
	EOT   int
	Cells [][]Cell // by crashes and EFF

	overflows bool // in its largest cell, the one of all scenarios
}

// Grid decides the whole table, row by row, and tells visit of each row. It returns what
// ended it early: of the row that it was at, what is not known is then undecided.
//
// With the same EOT, a larger EFF and more crashes mean that there are more scenarios.
// So what a cell certifies holds for those that have less of both; where it is owed under
// faults alone, they may be vacuous, and are asked for. An overflow is one for those that have
// more of both; so is a counterexample, where the row has no overflow, which its largest cell
// tells. For each number of crashes it is enough to find the first
// EFF that breaks: by bisection. EOT has no such law.
func (s *Sweep) Grid(ctx context.Context, visit func(Row)) error {
	for eot := 1; eot <= s.options.MaxEOT; eot++ {
		row, err := s.row(ctx, eot)
		visit(row)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Sweep) row(ctx context.Context, eot int) (Row, error) {
	row := Row{EOT: eot}
	for crashes := s.options.MinCrashes; crashes <= s.options.MaxCrashes; crashes++ {
		cells := make([]Cell, eot)
		for i := range cells {
			cells[i] = Cell{Spec: s.spec(eot, i+1, crashes), Answer: Undecided}
		}
		row.Cells = append(row.Cells, cells)
	}
	largest, err := s.decide(ctx, s.spec(eot, eot, s.options.MaxCrashes))
	if err != nil {
		return row, err
	}
	row.overflows = largest.Answer == Overflow
	row.spread(largest)
	for _, cells := range row.Cells {
		if err := s.bisect(ctx, &row, cells); err != nil {
			return row, err
		}
	}
	return row, nil
}

// bisect finds the first EFF that breaks and spreads each answer over the row.
func (s *Sweep) bisect(ctx context.Context, row *Row, cells []Cell) error {
	for {
		first := slices.IndexFunc(cells, func(c Cell) bool { return c.Answer == Undecided })
		if first < 0 {
			return nil
		}
		last := first
		for last+1 < len(cells) && cells[last+1].Answer == Undecided {
			last++
		}
		c, err := s.decide(ctx, cells[(first+last)/2].Spec)
		if err != nil {
			return err
		}
		row.spread(c)
	}
}

// spread enters an answer and what follows from it.
func (r *Row) spread(c Cell) {
	for _, cells := range r.Cells {
		for i := range cells {
			switch to := &cells[i]; {
			case to.Spec == c.Spec:
				*to = c
			case to.Answer == Undecided && r.follows(c, to.Spec):
				to.Answer, to.Vacuous, to.From = c.Answer, c.Vacuous, &c.Spec
			}
		}
	}
}

// follows reports whether a specification of the row has the same answer as a cell.
func (r *Row) follows(c Cell, spec failure.Spec) bool {
	switch c.Answer {
	case Holds:
		// With less that can fail, less may be owed.
		return within(spec, c.Spec) && len(c.OnlyUnder) == 0
	case Breaks:
		return within(c.Spec, spec) && !r.overflows
	case Overflow:
		return within(c.Spec, spec)
	}
	return false
}

// within reports whether each scenario of a is one of b, which has the same EOT.
func within(a, b failure.Spec) bool { return a.EFF <= b.EFF && a.Crashes <= b.Crashes }
