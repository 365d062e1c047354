package dedalus

import (
	"context"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/node"
)

// oracle judges an execution: never after each step, over what held at the last steps of all nodes
// together; pre and post once, when all nodes that are up have done their last step. What happens to a node after
// its last step does not matter for these.
type oracle struct {
	target *target
	faults []failure.Fault // crashes and outages so far, by the clocks of their nodes
	judged bool
}

// Causal holds for pre and post, which speak of the last steps, where no node comes back or changes its clock.
func (o *oracle) Causal(outside []node.Action) bool {
	again := func(a node.Action) bool {
		return a.Kind == node.Restart || a.Kind == node.Command && a.Type == SetClock
	}
	return o.target.program.Never == datalog.NoRelation && !slices.ContainsFunc(outside, again)
}

func (o *oracle) Check(w *node.World, e *node.Event) *node.Violation {
	o.note(w, e)
	p := o.target.program
	if e.Kind == node.Fire && p.Never != datalog.NoRelation {
		if v := o.never(w, Of(w, e.Node).Time()); v != nil {
			return v
		}
	}
	if o.target.options.Until == 0 || o.judged || p.Pre == datalog.NoRelation || !o.done(w) {
		return nil
	}
	o.judged = true
	return o.owed(w)
}

// note remembers crashes, for rules that read crash and outage. A node that comes back was out.
func (o *oracle) note(w *node.World, e *node.Event) {
	crashed := e.Kind == node.Crash || e.Broken != nil || e.Kind == node.Command && e.Type == Silence
	if !crashed && e.Kind != node.Restart && (e.Kind != node.Command || e.Type != SetClock) {
		return
	}
	name, time := o.target.nodes[e.Node], max(1, Of(w, e.Node).next.Time)
	if crashed {
		if until := o.target.options.Until; until > 0 && time > until {
			return
		}
		o.faults = append(o.faults, failure.Fault{Kind: failure.Crash, Node: name, Time: time})
		return
	}
	for i := range o.faults {
		if f := &o.faults[i]; f.Node == name && f.Time < time && (f.Kind == failure.Crash && e.Kind == node.Restart || f.Kind == failure.Outage) {
			f.Kind, f.Until = failure.Outage, time
		}
	}
	if e.Kind == node.Restart { // within one local time it was not out for any step
		o.faults = slices.DeleteFunc(o.faults, func(f failure.Fault) bool { return f.Kind == failure.Crash && f.Node == name && f.Time == time })
	}
}

// done reports whether all nodes that are up have done their last step.
func (o *oracle) done(w *node.World) bool {
	up := false
	for i := range o.target.nodes {
		switch w.Status(i) {
		case node.New:
			return false
		case node.Up:
			if up = true; Of(w, i).Time() < o.target.options.Until {
				return false
			}
		}
	}
	return up
}

// Of is a node of a world of a program.
func Of(w *node.World, i int) *Node { return w.Node(i).(*Node) }

// observe closes what held at the last steps of all nodes that are up, or were done, under the observers' rules.
func (o *oracle) observe(w *node.World, time int, use func(facts []datalog.Fact)) {
	var all []datalog.Fact
	for i := range o.target.nodes {
		n := Of(w, i)
		all = append(all, n.past...)
		if w.Status(i) != node.Up && (o.target.options.Until == 0 || n.Time() < o.target.options.Until) {
			continue
		}
		for _, f := range n.closed {
			f.Time = time
			all = append(all, f)
		}
	}
	_ = o.target.with(func(s *eval.Stepper) error {
		seen := func(time int) ([]datalog.Fact, error) {
			step, err := s.Observe(context.Background(), time, until(all, time), o.faults)
			if err != nil {
				return nil, err // the observers' numbers do not fit: nothing is judged
			}
			return step.Facts(), nil
		}
		for _, at := range o.target.observed {
			if at >= time {
				break
			}
			facts, err := seen(at)
			if err != nil {
				return err
			}
			all = append(all, facts...)
		}
		facts, err := seen(time)
		if err == nil {
			use(facts)
		}
		return err
	})
}

// until is what held at times up to one, sorted. The clock of a node may be ahead of it.
func until(all []datalog.Fact, time int) []datalog.Fact {
	return sorted(slices.DeleteFunc(slices.Clone(all), func(f datalog.Fact) bool { return f.Time > time }))
}

func (o *oracle) never(w *node.World, time int) (v *node.Violation) {
	p := o.target.program
	o.observe(w, time, func(facts []datalog.Fact) {
		for _, f := range facts {
			if f.Relation == p.Never && f.Time == time {
				tuple := datalog.FormatTuple(p.Relations[p.Never].Name, f.Args)
				v = &node.Violation{Fingerprint: tuple, Text: tuple + " holds", Nodes: o.witnesses(f)}
				return
			}
		}
	})
	return v
}

func (o *oracle) owed(w *node.World) (v *node.Violation) {
	p, time := o.target.program, o.target.options.Until
	o.observe(w, time, func(facts []datalog.Fact) {
		for _, f := range facts {
			if f.Relation != p.Pre || f.Time != time {
				continue
			}
			met := slices.ContainsFunc(facts, func(g datalog.Fact) bool {
				return g.Relation == p.Post && g.Time == time && datalog.CompareTuples(f.Args, g.Args) == 0
			})
			if !met {
				tuple := datalog.FormatTuple(p.Relations[p.Post].Name, f.Args)
				v = &node.Violation{Fingerprint: "no " + tuple, Text: "no " + tuple + ", which pre asks for", Nodes: o.witnesses(f)}
				return
			}
		}
	})
	return v
}

// witnesses are the nodes that a tuple names.
func (o *oracle) witnesses(f datalog.Fact) []int {
	var list []int
	for i, name := range o.target.nodes {
		if slices.Contains(f.Args, datalog.String(name)) {
			list = append(list, i)
		}
	}
	return list
}
