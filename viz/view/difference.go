package view

import (
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/viz"
)

// compare marks what of the lineage is different in another run, and the frontier: the
// goals that are different although nothing is that some way to them rests on, and what
// that is.
func (f *filler) compare(run *eval.Run) {
	changed := make([]bool, len(f.out.Nodes)) // goals
	for i := range f.out.Nodes {
		if p := f.graph.Node(f.source[i]); p.IsGoal() {
			holds := len(p.Goal.Matches(run)) > 0
			changed[i] = holds != (p.Kind == provenance.Holds)
		}
	}
	for i := range f.out.Nodes {
		n := &f.out.Nodes[i]
		switch {
		case changed[i]:
			n.Absent, n.Cut = !n.Absent, true
		case n.Kind == viz.Rule, n.Kind == viz.Sent:
			intact := !slices.ContainsFunc(f.below(i), func(c int) bool { return changed[c] })
			lost := f.lostIn(run, i)
			n.Absent = n.Absent || !intact || lost != nil
			if lost != nil && intact {
				n.Cut = true
				n.Title += "\n" + strings.Join(lost, "\n")
				n.Faults = lost
			}
		}
	}
	for i := range f.out.Nodes {
		if !changed[i] {
			continue
		}
		n := &f.out.Nodes[i]
		n.Frontier = len(n.Children) == 0
		for _, w := range n.Children {
			below := f.below(w)
			if slices.ContainsFunc(below, func(c int) bool { return changed[c] }) {
				continue
			}
			n.Frontier = true
			for _, c := range below {
				f.out.Nodes[c].Frontier = true
			}
		}
	}
}

// below lists the goals that a step rests on.
func (f *filler) below(step int) []int {
	var list []int
	for _, c := range f.out.Nodes[step].Children {
		switch f.out.Nodes[c].Kind {
		case viz.Goal:
			list = append(list, c)
		case viz.Rule, viz.Sent: // a binding of an aggregate
			list = append(list, f.below(c)...)
		}
	}
	return list
}

// lostIn lists the faults by which the message of a step does not arrive in another run when it
// does in this one, or by which the step's node is down there.
func (f *filler) lostIn(run *eval.Run, step int) (faults []string) {
	p := f.graph.Node(f.source[step])
	for _, c := range p.Children {
		n := f.graph.Node(c)
		if n.Kind != provenance.Arrived || !isNode(f.nodes, n.From) || !isNode(f.nodes, n.To) {
			continue
		}
		list := run.Scenario.Deliveries(run.Spec, n.From.Text(), n.To.Text(), n.Time)
		if slices.ContainsFunc(list, func(d failure.Delivery) bool { return d.Arrived() && d.Time == n.At }) {
			continue
		}
		for _, fault := range list[0].Faults() {
			faults = append(faults, fault.String())
		}
	}
	if faults == nil && p.Kind == provenance.Fired {
		if fault, down := f.downIn(run, step, p); down {
			faults = append(faults, fault.String())
		}
	}
	return faults
}

// downIn returns the outage by which a rule that fires does not in another run: its node is down,
// or, of what is kept, is so at the next time.
func (f *filler) downIn(run *eval.Run, step int, p *provenance.Node) (failure.Fault, bool) {
	rule := f.graph.Program.Rule(p.Rule)
	if rule.Timing == datalog.Deductive && eval.Observed(f.graph.Program)[rule.Head.Relation] {
		return failure.Fault{}, false
	}
	place := f.out.Nodes[step].Place
	fault, down := run.Scenario.OutageAt(place, p.Time)
	if !down && rule.Timing == datalog.Inductive && !slices.Contains(f.graph.Program.Stable, rule.Head.Relation) {
		fault, down = run.Scenario.OutageAt(place, p.Time+1)
	}
	return fault, down
}
