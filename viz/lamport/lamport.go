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
	// Times are the first and the last time that are drawn; 0 is that of the trace.
	Times [2]int
	// Every draws every time, also those at which there is nothing to show.
	Every bool
}

// part is what the options show of a trace.
func (o Options) part(t viz.Trace) viz.Trace {
	if o.Every {
		t.Quiet = 0
	}
	first, last := o.Times[0], o.Times[1]
	if last == 0 {
		last = t.Last
	}
	return t.Window(first, last)
}

// Draw returns the diagram of a trace. Where it cannot be as narrow as the options have it, it is as
// narrow as it can be.
func Draw(t viz.Trace, o Options) *scene.Scene {
	whole := t
	t = o.part(t)
	draw := func(c candidate) (*scene.Scene, bool) {
		d := planned(t, c.Options, c.setting, busy(t))
		d.windowed = t.Last < whole.Last
		if d.needs > d.Width && d.Width > 0 {
			return nil, false
		}
		d.settle(d.heights())
		if !d.fits() {
			return nil, false
		}
		d.paint()
		return d.finished(), true
	}
	if o.Width <= 0 {
		s, _ := draw(candidate{o, natural(), false})
		return s
	}
	return fitted(candidates(o, false), draw)
}

// Compare returns the diagrams of two traces side by side, with the same heights for
// the same times, and marks the first time at which they differ. Where it must be narrow, the second
// one may be below the first one.
func Compare(left, right viz.Trace, o Options) *scene.Scene {
	end := max(left.Last, right.Last)
	left, right = aligned(o.part(left), o.part(right))
	both := busy(left)
	maps.Copy(both, busy(right))
	draw := func(c candidate) (*scene.Scene, bool) {
		gap := 2 * c.Points()
		if c.Width > 0 && !c.stacked {
			c.Width = (c.Width - gap) / 2
		}
		l, r := planned(left, c.Options, c.setting, both), planned(right, c.Options, c.setting, both)
		l.windowed, r.windowed = left.Last < end, right.Last < end
		if c.Width > 0 && max(l.needs, r.needs) > c.Width {
			return nil, false
		}
		top := max(l.top, r.top)
		l.top, r.top = top, top
		heights, others := l.heights(), r.heights()
		for i := range heights {
			heights[i] = max(heights[i], others[i])
		}
		l.settle(heights)
		r.settle(heights)
		if !l.fits() || !r.fits() {
			return nil, false
		}
		l.paint()
		r.paint()
		a, b := l.finished(), r.finished()
		if c.stacked {
			a.Items = append(a.Items, scene.Moved(named(b.Items, "r"), 0, a.H+gap/2)...)
			a.W, a.H = max(a.W, b.W), a.H+gap/2+b.H
		} else {
			a.Items = append(a.Items, scene.Moved(named(b.Items, "r"), a.W+gap, 0)...)
			a.W, a.H = a.W+gap+b.W, max(a.H, b.H)
		}
		a.Title = left.Title + " | " + right.Title
		return a, true
	}
	if o.Width <= 0 {
		s, _ := draw(candidate{o, natural(), false})
		return s
	}
	beside := candidates(o, false)
	beside = beside[:len(beside)-len(closer())+1] // below each other is better than small
	return fitted(append(beside, candidates(o, true)...), draw)
}

// aligned gives two traces the same times, and marks the first one at which they differ.
func aligned(left, right viz.Trace) (viz.Trace, viz.Trace) {
	first := min(left.First, right.First)
	last := max(left.Last, right.Last)
	for _, m := range append(left.Messages[:len(left.Messages):len(left.Messages)], right.Messages...) {
		if !m.Lost && m.Ending != viz.AfterEnd {
			last = max(last, m.Arrives)
		}
	}
	left.First, left.Last = first, last
	right.First, right.Last, right.Quiet = first, last, left.Quiet
	if time, differ := difference(left, right); differ {
		left.Marks = append(left.Marks[:len(left.Marks):len(left.Marks)], viz.Mark{Time: time})
		right.Marks = append(right.Marks[:len(right.Marks):len(right.Marks)], viz.Mark{Time: time})
	}
	return left, right
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
