package main

import (
	"context"
	"fmt"
	"io"
)

// benchmark is a measuring under way.
type benchmark struct {
	options options
	tools   *tools
	stderr  io.Writer
}

// report measures everything that the options name.
func (b *benchmark) report(ctx context.Context, all tasks) (*report, error) {
	r := newReport(ctx)
	var err error
	if b.options.kinds {
		r.Kinds, err = b.list(ctx, all.kinds)
		return r, err
	}
	if r.Start, err = b.tools.start(ctx); err != nil {
		return nil, err
	}
	if r.Sizes, err = b.list(ctx, all.sizes); err != nil {
		return nil, err
	}
	if r.Library, err = b.list(ctx, all.library); err != nil {
		return nil, err
	}
	if b.options.hard {
		r.Hard, err = b.list(ctx, all.hard)
	}
	return r, err
}

// list measures the questions of a list that the options name.
func (b *benchmark) list(ctx context.Context, tasks []task) ([]measurement, error) {
	var list []measurement
	for _, t := range tasks {
		if !b.options.only.MatchString(t.name()) {
			continue
		}
		fmt.Fprintf(b.stderr, "bench: %s\n", t.name())
		m, err := inChild(ctx, t, b.options.repeat, b.options.timeout)
		if err != nil {
			return nil, err
		}
		if m.Ended == "" {
			if m.Molly, err = b.tools.verify(ctx, t); err != nil {
				return nil, err
			}
		}
		if m.Clingo, err = b.tools.ask(ctx, t); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}
