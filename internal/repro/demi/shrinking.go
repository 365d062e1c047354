package demi

import (
	"context"

	"molly/explore/reduce"
	"molly/internal/repro"
)

// shrinking is Table 3: what a smaller cluster brings.
func (o Options) shrinking(ctx context.Context) (*repro.Figure, error) {
	f := &repro.Figure{Name: "demi-shrinking", Title: "Table 3: a smaller cluster"}
	f.Table.Head = []string{"raft-45, 9 nodes", "recorded", "nodes stay", "nodes may go"}
	b := bugs[0]
	b.nodes = "9"
	o.tell("%v with 9 nodes: looking for %d executions", b, o.Seeds)
	l, err := o.find(ctx, b)
	if err != nil {
		return nil, err
	}
	var initial, without, with []size
	for i, t := range l.traces {
		o.tell("%v with 9 nodes, seed %d of %d", b, i+1, o.Seeds)
		initial = append(initial, sizeOf(t))
		for _, c := range []struct {
			stages reduce.Stages
			into   *[]size
		}{{reduce.All &^ reduce.Contents, &without}, {reduce.All, &with}} {
			r, err := method{options: reduce.Options{Stages: c.stages}}.reduce(ctx, l.system, t)
			if err != nil {
				return nil, err
			}
			*c.into = append(*c.into, r.size)
		}
	}
	f.Table.Rows = [][]string{
		{"mean", meanOf(initial), meanOf(without), meanOf(with)},
		{"spread", spreadOf(initial), spreadOf(without), spreadOf(with)},
		{"paper", shrunk.initial.String(), shrunk.without.String(), shrunk.with.String()},
	}
	return f, nil
}
