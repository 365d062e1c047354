package lineage

import (
	"slices"

	"molly/viz"
)

// joinBindings lets a step that counts others represent them too.
func (f *folder) joinBindings() {
	for i := range f.Nodes {
		if f.gone[i] || f.Nodes[i].Kind == viz.Goal {
			continue
		}
		n := &f.Nodes[i]
		binding := func(c int) bool { return f.Nodes[c].Kind == viz.Rule }
		if !slices.ContainsFunc(n.Children, binding) {
			continue
		}
		var children []int
		for _, c := range n.Children {
			below := []int{c}
			if binding(c) {
				f.gone[c] = true
				below = f.Nodes[c].Children
				n.Faults = union(n.Faults, f.Nodes[c].Faults)
			}
			for _, b := range below {
				if !slices.Contains(children, b) {
					children = append(children, b)
				}
			}
		}
		n.Children = children
	}
}

// leaveRulesOut connects a goal directly to what its only rule depends on.
func (f *folder) leaveRulesOut() {
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if f.gone[i] || n.Kind != viz.Goal || len(n.Children) != 1 {
			continue
		}
		only := n.Children[0]
		rule := &f.Nodes[only]
		if rule.Kind != viz.Rule || rule.Cut || len(rule.Faults) > 0 || len(rule.Children) == 0 {
			continue
		}
		f.gone[only] = true
		f.hidden[i] += f.hidden[only]
		n.Children = rule.Children
		n.Title += "\n" + rule.Title
	}
}
