package replay

import (
	"context"
	"fmt"
	"slices"

	"molly/explore/schedule"
	"molly/node"
	"molly/node/trace"
)

// follow does the trace of a result again on its system. The error is the context's.
func (r *Result) follow(ctx context.Context, s *node.System) error {
	t := r.Trace
	if !slices.Equal(s.Nodes, t.Nodes) || s.Order.String() != t.Order {
		r.Difference = &trace.Difference{
			What:     "the system",
			Recorded: fmt.Sprintf("nodes %q, order %s", t.Nodes, t.Order), Now: fmt.Sprintf("nodes %q, order %v", s.Nodes, s.Order),
		}
		r.Skipped = len(t.Records)
		return nil
	}
	steps, err := schedule.OfTrace(t)
	if err != nil {
		return err
	}
	w := node.NewWorld(s)
	defer w.Close()
	w.Digests = slices.ContainsFunc(t.Records, func(x trace.Record) bool { return x.Digest != 0 })
	m := schedule.Matcher{Levels: schedule.Levels()}
	for i := range steps {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if r.Difference == nil {
			r.exactly(w, &steps[i], i)
		} else if m.Do(w, &steps[i]) {
			r.level(&steps[i], w.Events()[len(w.Events())-1])
		} else {
			r.Skipped++
		}
		if r.Violation == nil && w.Violation() != nil {
			r.Violation, r.At = w.Violation(), i
		}
		if r.Violation != nil && r.Difference != nil {
			break // it is another execution, and this is what there is to say of it
		}
	}
	if r.Difference != nil {
		r.Now = trace.Of(w, t.Header)
	}
	return nil
}

// exactly does a step as it was recorded; what differs is the result's difference.
func (r *Result) exactly(w *node.World, s *schedule.Step, i int) {
	e, err := w.Do(s.Action)
	switch {
	case err != nil:
		r.Difference = &trace.Difference{N: i, What: err.Error()}
		r.Skipped++
	default:
		if r.Difference = r.Trace.Compare(w.System.Nodes, e); r.Difference == nil {
			r.Exact++
		} else {
			r.level(s, e)
		}
	}
}
