package reduce

import (
	"cmp"
	"fmt"
	"slices"

	"molly/node"
	"molly/node/trace"
)

// settle checks that each event is needed, and goes on where one is not. Before, it puts the events in an order that does
// not tell which way led here.
func (r *reduction) settle() {
	for !r.over() {
		r.begin("check")
		r.order()
		left, ok := r.leaveOut()
		r.end()
		if ok {
			r.result.Left, r.result.Minimal = left, left != nil
			return
		}
		r.alternate()
	}
}

// leaveOut tries the smallest execution without each of its events. One that violates the same is the smallest one then, and
// it reports false. The list is nil where there was no time for all.
func (r *reduction) leaveOut() (left []Left, ok bool) {
	for i := range r.best {
		if r.over() {
			return nil, true
		}
		r.spend()
		r.attempt.begin()
		rest := slices.Delete(slices.Clone(r.best), i, i+1)
		done := r.attempt.follow(rest, nil)
		if r.attempt.fails() {
			r.adopt(numbered(r.executed(done, rest)))
			return nil, false
		}
		left = append(left, Left{len(done), r.attempt.world.Violation()})
	}
	return left, true
}

// order sorts the events of the smallest execution by their logical times, and within one by their nodes, where the result
// is an execution that violates the same. The last event stays the last one.
func (r *reduction) order() {
	ranks := r.ranks()
	at := upTo(len(r.best))
	slices.SortStableFunc(at, func(i, j int) int {
		a, b := &r.best[i], &r.best[j]
		return cmp.Or(cmp.Compare(ranks[i], ranks[j]), cmp.Compare(a.on(), b.on()), cmp.Compare(a.Action.Kind, b.Action.Kind), cmp.Compare(a.Type, b.Type))
	})
	if slices.IsSorted(at) {
		return
	}
	var sorted []step
	for _, i := range at {
		sorted = append(sorted, r.best[i])
	}
	r.spend()
	r.attempt.begin()
	if done := r.attempt.follow(sorted, nil); r.attempt.fails() {
		r.adopt(numbered(r.executed(done, sorted)))
	}
}

// on is the node that a step is about.
func (s *step) on() int {
	if s.External() {
		return s.Action.Node
	}
	return s.To
}

// moves reports whether a node takes a step.
func (s *step) moves() bool {
	switch s.Action.Kind {
	case node.Drop, node.Duplicate, node.Change, node.Cut, node.Heal:
		return false
	}
	return true
}

// ranks are the logical times of the steps of the smallest execution: each step is later than those that it must follow.
func (r *reduction) ranks() []int {
	events := r.replayed()
	ranks := make([]int, len(events))
	for j := range events {
		for i := range j {
			if i == events[j].Cause || r.ordered(i, j) {
				ranks[j] = max(ranks[j], ranks[i]+1)
			}
		}
	}
	if last := len(ranks) - 1; last >= 0 {
		ranks[last] = max(ranks[last], slices.Max(ranks)+1)
	}
	return ranks
}

// ordered reports whether two steps do something to the same node, item or link.
func (r *reduction) ordered(i, j int) bool {
	a, b := &r.best[i], &r.best[j]
	if a.moves() && b.moves() {
		return a.on() == b.on()
	}
	if !a.External() && !b.External() && a.Action.Item == b.Action.Item {
		return true
	}
	link := func(s *step) (from, to int) {
		if s.Action.Kind == node.Cut || s.Action.Kind == node.Heal {
			return s.Action.Node, s.Action.To
		}
		return s.From, s.To
	}
	from, to := link(a)
	otherFrom, otherTo := link(b)
	return from == otherFrom && to == otherTo
}

// replayed does the smallest execution, exactly.
func (r *reduction) replayed() []*node.Event {
	r.attempt.begin()
	for i := range r.best {
		_, _ = r.attempt.world.Do(r.best[i].Action) // what differs is seen in the end
	}
	return r.attempt.world.Events()
}

// finish records the smallest execution, and replays it. What was interrupted is not replayed: nodes that are processes may have
// ended.
func (r *reduction) finish(t *trace.Trace) error {
	h := t.Header
	h.About = fmt.Sprintf("%s: reduced from %d events to %d, of them from outside from %d to %d, by %d executions",
		r.violation().Text, len(t.Records), len(r.best), countExternal(t), externals(r.best), r.result.Executions)
	r.result.Violation = r.violation()
	if r.ctx.Err() != nil {
		r.result.Ending, r.result.Trace = Interrupted, &trace.Trace{Header: h}
		for _, e := range r.events {
			r.result.Trace.Records = append(r.result.Trace.Records, trace.RecordOf(r.system.Nodes, e))
		}
		return nil
	}
	if r.over() {
		r.result.Ending = Spent
	}
	w := node.NewWorld(r.system)
	defer w.Close()
	w.Digests = slices.ContainsFunc(t.Records, func(rec trace.Record) bool { return rec.Digest != 0 })
	for i := range r.best {
		if _, err := w.Do(r.best[i].Action); err != nil {
			return fmt.Errorf("the system does not do the same twice: event %d: %w", i, err)
		}
	}
	if v := w.Violation(); v == nil || v.Fingerprint != r.violation().Fingerprint {
		return fmt.Errorf("the system does not do the same twice: %d events that violated %q do not", len(r.best), r.violation().Fingerprint)
	}
	r.result.Trace = trace.Of(w, h)
	again, err := trace.Replay(r.system, r.result.Trace)
	if again != nil {
		again.Close()
	}
	return err
}

// violation is that of the smallest execution.
func (r *reduction) violation() *node.Violation { return r.events[len(r.events)-1].Violation }
