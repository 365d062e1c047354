package demi

import (
	"context"
	"fmt"

	"molly/internal/repro"
)

// Options of a measurement.
type Options struct {
	Seeds      int // executions of each bug that are reduced
	Executions int // at most, of each reduction by a method of the paper
	// Progress, where set, is told what is measured next.
	Progress func(string)
}

func (o Options) tell(format string, args ...any) {
	if o.Progress != nil {
		o.Progress(fmt.Sprintf(format, args...))
	}
}

// measured is what was measured of a bug.
type measured struct {
	bug
	ours    []*ours      // by seed
	methods [][]*reduced // by method and seed
	levels  [][]*reduced // by level and seed
}

// Measure measures all bugs, and gives each figure to tell as soon as it is there. It returns them in the order of the page. On an
// error, tell has been given what was measured before.
func Measure(ctx context.Context, o Options, tell func(*repro.Figure)) ([]*repro.Figure, error) {
	steps := ddmin()
	tell(steps)
	smaller, err := o.shrinking(ctx)
	if err != nil {
		return nil, err
	}
	tell(smaller)
	var all []*measured
	for _, b := range bugs {
		m, failed := o.measure(ctx, b)
		if failed != nil {
			err = failed
			break
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, err
	}
	var list []*repro.Figure
	for _, f := range []*repro.Figure{sizes(all), effortOf(all), o.pace(all), levels(all)} {
		tell(f)
		list = append(list, f)
	}
	return append(list, smaller, steps), err
}

// measure reduces the executions of a bug by all methods.
func (o Options) measure(ctx context.Context, b bug) (*measured, error) {
	o.tell("%v: looking for %d executions", b, o.Seeds)
	l, err := o.find(ctx, b)
	if err != nil {
		return nil, err
	}
	methods, levels := o.methods(), ablations()
	m := &measured{bug: b, methods: make([][]*reduced, len(methods)), levels: make([][]*reduced, len(levels))}
	for i, t := range l.traces {
		for k, list := range [][]method{methods, levels} {
			for j, way := range list {
				o.tell("%v, seed %d of %d: %s", b, i+1, o.Seeds, way.name)
				r, err := way.reduce(ctx, l.system, t)
				if err != nil {
					return nil, err
				}
				into := [][][]*reduced{m.methods, m.levels}[k]
				into[j] = append(into[j], r)
			}
		}
		o.tell("%v, seed %d of %d: all stages", b, i+1, o.Seeds)
		r, err := everything(ctx, l.system, t)
		if err != nil {
			return nil, err
		}
		m.ours = append(m.ours, r)
	}
	return m, nil
}
