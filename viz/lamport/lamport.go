// Package lamport draws a trace as a space-time diagram: an upright line for each node, time
// downwards, an arrow from where a message is sent to where it arrives.
//
//	●───▶   a message, with its label; what does not matter is faint
//	●──✗    a message that is lost, dashed, ends before it arrives; one that comes to a node that
//	        is down ends there
//	●╲▶     a message that is late goes down to where it arrives; a second copy begins where the
//	        first does; what would come after the last time leaves the picture
//	†       a crash: from there on the node's line is dashed
//	down    an outage is a gap in the node's line, to where it is back
//	▸│      an input that is there
//	░       times at which nodes do not hear each other
//
// What one node sends another at one time is one arrow. Labels are on their arrows. They
// never cover each other: a row grows until its labels fit (labels.go). Below the last time
// are the outcomes, each under its node.
package lamport

import (
	"maps"

	"molly/viz"
	"molly/viz/scene"
)

// Options say how a diagram looks.
type Options struct {
	scene.Style
	// Details adds to the labels what else the messages say.
	Details bool
	// Strong leaves out what does not matter.
	Strong bool
}

// Draw returns the diagram of a trace.
func Draw(t viz.Trace, o Options) *scene.Scene {
	d := newDiagram(t, o, busy(t))
	d.settle(d.heights())
	d.paint()
	return d.finished()
}

// Compare returns the diagrams of two traces side by side, with the same heights for
// the same times, and marks the first time at which they differ.
func Compare(left, right viz.Trace, o Options) *scene.Scene {
	first := min(left.First, right.First)
	last := max(left.Last, right.Last)
	for _, m := range append(left.Messages[:len(left.Messages):len(left.Messages)], right.Messages...) {
		if !m.Lost {
			last = max(last, m.Arrives)
		}
	}
	left.First, left.Last = first, last
	right.First, right.Last, right.Quiet = first, last, left.Quiet
	if time, differ := difference(left, right); differ {
		left.Marks = append(left.Marks[:len(left.Marks):len(left.Marks)], viz.Mark{Time: time})
		right.Marks = append(right.Marks[:len(right.Marks):len(right.Marks)], viz.Mark{Time: time})
	}
	both := busy(left)
	maps.Copy(both, busy(right))
	l, r := newDiagram(left, o, both), newDiagram(right, o, both)
	top := max(l.top, r.top)
	l.top, r.top = top, top
	heights, others := l.heights(), r.heights()
	for i := range heights {
		heights[i] = max(heights[i], others[i])
	}
	l.settle(heights)
	r.settle(heights)
	l.paint()
	r.paint()
	a, b := l.finished(), r.finished()
	gap := 2 * l.size
	a.Items = append(a.Items, scene.Moved(named(b.Items, "r"), a.W+gap, 0)...)
	a.Title = left.Title + " | " + right.Title
	a.W += gap + b.W
	a.H = max(a.H, b.H)
	return a
}

// busy are the times at which there is something to show.
func busy(t viz.Trace) map[int]bool {
	times := map[int]bool{}
	for _, m := range t.Messages {
		last := max(m.Arrives, m.Sent+1)
		if m.Ending == viz.AfterEnd {
			last = min(last, max(t.Last, m.Sent+1))
		}
		for time := m.Sent; time <= last; time++ {
			times[time] = true
		}
	}
	for _, c := range t.Crashes {
		times[c.Time] = true
	}
	for _, o := range t.Outages {
		times[o.From], times[o.Until] = true, true
	}
	for _, in := range t.Inputs {
		times[in.Time] = true
	}
	for _, m := range t.Marks {
		times[m.Time] = true
	}
	return times
}

// named makes the names of nodes different from those of another diagram.
func named(items []scene.Item, prefix string) []scene.Item {
	list := make([]scene.Item, len(items))
	for i, it := range items {
		if it.Node != nil {
			n := *it.Node
			n.ID = prefix + n.ID
			it.Node = &n
		}
		if it.Edge != nil {
			e := *it.Edge
			e.From, e.To = prefix+e.From, prefix+e.To
			it.Edge = &e
		}
		list[i] = it
	}
	return list
}

// difference returns the first time at which something happens in one trace and not in the
// other.
func difference(left, right viz.Trace) (time int, differ bool) {
	count := map[any]int{}
	when := map[any]int{}
	gather := func(t viz.Trace, sign int) {
		for _, m := range t.Messages {
			m.Faint, m.Cause = false, ""
			count[m] += sign
			when[m] = m.Sent
		}
		for _, c := range t.Crashes {
			count[c] += sign
			when[c] = c.Time
		}
		for _, o := range t.Outages {
			count[o] += sign
			when[o] = o.From
		}
		for _, in := range t.Inputs {
			count[in] += sign
			when[in] = in.Time
		}
	}
	gather(left, 1)
	gather(right, -1)
	for what, n := range count {
		if n != 0 && (!differ || when[what] < time) {
			time, differ = when[what], true
		}
	}
	return time, differ
}
