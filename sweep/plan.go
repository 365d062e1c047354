package sweep

import (
	"context"
	"errors"

	"molly/datalog"
)

// Plan says what a whole sweep decides: of each variant of a program a path for each number of
// crashes, or the table.
type Plan struct {
	Options  // but for Known and Asked, which are the journal's
	Grid     bool
	Variants []Variant // none: the program as it is
	Journal  *Journal  // what it has is not asked for again; nil keeps nothing
}

// Result is what a whole sweep decided.
type Result struct {
	Variants []Swept
	// Stopped is the bound that ended the sweep early, the last one where there were several.
	Stopped error
}

// Swept is what a sweep decided of a variant: Paths, or the Rows of the table.
type Swept struct {
	Variant Variant
	Paths   []*Path
	Rows    []Row
}

// Has reports whether some path ended so.
func (r *Result) Has(e Ending) bool { return r.first(e) != nil }

// Broken is the minimal cell of the first path that is broken; nil where none is.
func (r *Result) Broken() *Cell {
	if p := r.first(Broken); p != nil {
		return p.Minimal
	}
	return nil
}

func (r *Result) first(e Ending) *Path {
	for _, v := range r.Variants {
		for _, p := range v.Paths {
			if p.Ending == e {
				return p
			}
		}
	}
	return nil
}

// Kind is the kind of an event.
type Kind int

// The events of a sweep, and which of its fields an event has.
const (
	VariantBegins Kind = iota // Variant
	PathBegins                // Variant, Crashes
	CellLooked                // Variant, Cell: the next one on the path
	PathEnded                 // Variant, Path
	TableBegins               // Variant
	RowDecided                // Variant, Row
)

// Event is something that a sweep has just done.
type Event struct {
	Kind    Kind
	Variant Variant
	Crashes int
	Cell    Cell
	Path    *Path
	Row     Row
}

// Run decides a plan, and tells what it does as it goes. A bound that is met ends a path or a table
// early, and is in the result; any other error is returned.
func Run(ctx context.Context, p *datalog.Program, plan Plan, tell func(Event)) (*Result, error) {
	variants := plan.Variants
	if variants == nil {
		variants = []Variant{nil}
	}
	r := &Result{}
	for _, v := range variants {
		if err := r.sweep(ctx, p, plan, v, tell); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// sweep adds a variant.
func (r *Result) sweep(ctx context.Context, p *datalog.Program, plan Plan, v Variant, tell func(Event)) error {
	o := plan.Options
	o.Known = plan.Journal.Known(v.Name())
	o.Asked = func(c Cell) error { return plan.Journal.Write(v.Name(), c) }
	shifted, err := v.Shift(p)
	if err != nil {
		return err
	}
	s, err := New(shifted, o)
	if err != nil {
		return err
	}
	swept := Swept{Variant: v}
	defer func() { r.Variants = append(r.Variants, swept) }()
	tell(Event{Kind: VariantBegins, Variant: v})
	if plan.Grid {
		tell(Event{Kind: TableBegins, Variant: v})
		return r.stopped(s.Grid(ctx, func(row Row) {
			swept.Rows = append(swept.Rows, row)
			tell(Event{Kind: RowDecided, Variant: v, Row: row})
		}))
	}
	for crashes := plan.MinCrashes; crashes <= plan.MaxCrashes; crashes++ {
		tell(Event{Kind: PathBegins, Variant: v, Crashes: crashes})
		path := s.Path(ctx, crashes, func(c Cell) { tell(Event{Kind: CellLooked, Variant: v, Cell: c}) })
		if err := r.stopped(path.Err); err != nil {
			return err
		}
		swept.Paths = append(swept.Paths, path)
		tell(Event{Kind: PathEnded, Variant: v, Path: path})
	}
	return nil
}

// stopped takes note of a bound; other errors are given back.
func (r *Result) stopped(err error) error {
	if err == nil || !IsBound(err) {
		return err
	}
	r.Stopped = err
	return nil
}

// Reason says in words which bound ended a sweep; nothing where none did.
func Reason(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		return "timed out"
	}
	return err.Error()
}
