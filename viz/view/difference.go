package view

import (
	"slices"

	"molly/eval"
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
			lost := f.lostIn(run, f.source[i])
			n.Absent = n.Absent || !intact || lost != ""
			if lost != "" && intact {
				n.Cut = true
				n.Title += "\n" + lost
				n.Faults = []string{lost}
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

// lostIn says what takes the message of a firing in another run, or nothing.
func (f *filler) lostIn(run *eval.Run, id provenance.NodeID) string {
	for _, c := range f.graph.Node(id).Children {
		n := f.graph.Node(c)
		if n.Kind != provenance.Arrived || !isNode(f.nodes, n.From) || !isNode(f.nodes, n.To) {
			continue
		}
		if f, lost := run.Scenario.LostBy(n.From.Text(), n.To.Text(), n.Time); lost {
			return f.String()
		}
	}
	return ""
}
