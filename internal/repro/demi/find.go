package demi

import (
	"context"
	"fmt"

	"molly/explore/fuzz"
	"molly/internal/target"
	"molly/node"
	"molly/node/trace"
)

// long are executions of a bug that violate something, one for each seed.
type long struct {
	system *node.System
	traces []*trace.Trace // the first run of each seed, from 1 on
}

// most bounds the runs in which an execution is looked for.
const most = 100_000

// find makes the executions of a bug: for each seed the first run that violates something and has enough deliveries. Raft is given
// requests only, as in the paper (App. D).
func (o Options) find(ctx context.Context, b bug) (*long, error) {
	asked := target.Options{Bugs: []string{b.name}, FIFO: b.fifo}
	if b.nodes != "" {
		asked.Nodes = []string{b.nodes}
	}
	t, err := target.Open(ctx, []string{b.sample}, asked)
	if err != nil {
		return nil, err
	}
	plan := t.Plan
	if b.sample == "raft" {
		plan.Commands, plan.Events = plan.Commands[:1], 2500
	}
	l := &long{system: t.System}
	for seed := range uint64(o.Seeds) {
		found, err := first(ctx, t.System, plan, seed+1, b)
		if err != nil {
			return nil, err
		}
		l.traces = append(l.traces, found)
	}
	return l, nil
}

func first(ctx context.Context, s *node.System, plan fuzz.Plan, seed uint64, b bug) (*trace.Trace, error) {
	for run := range most {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		w, err := node.Begin(s)
		if err != nil {
			return nil, err
		}
		plan.Run(w, fuzz.Random(seed, run))
		var found *trace.Trace
		if w.Violation() != nil && deliveries(w) >= b.deliveries {
			found = trace.Of(w, trace.Header{})
		}
		if w.Close(); found != nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("%v: no execution of seed %d violates anything after %d deliveries, in %d runs", b, seed, b.deliveries, most)
}

// deliveries is how many messages were delivered.
func deliveries(w *node.World) (n int) {
	for _, e := range w.Events() {
		if e.Kind == node.Deliver {
			n++
		}
	}
	return n
}

// sizeOf is the size of a recorded execution.
func sizeOf(t *trace.Trace) size {
	s := size{events: len(t.Records)}
	for i := range t.Records {
		if t.Records[i].Do.External() {
			s.externals++
		}
	}
	return s
}
