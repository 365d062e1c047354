package view

import (
	"slices"

	"molly/provenance"
	"molly/viz"
)

// prune leaves out why something does not hold that need not, where no message and no fault of the
// run has to do with it: such as each time at which a node did not crash.
func (f *filler) prune() {
	above := make([][]int, len(f.out.Nodes))
	for i := range f.out.Nodes {
		for _, c := range f.out.Nodes[i].Children {
			above[c] = append(above[c], i)
		}
	}
	rests := make([]bool, len(f.out.Nodes)) // on a message or a fault
	var queue []int
	for i := range f.out.Nodes {
		if n := &f.out.Nodes[i]; n.Kind == viz.Sent || len(n.Faults) > 0 {
			rests[i] = true
			queue = append(queue, i)
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, p := range above[queue[k]] {
			if !rests[p] {
				rests[p] = true
				queue = append(queue, p)
			}
		}
	}
	for i := range f.out.Nodes {
		if n := &f.out.Nodes[i]; n.Kind == viz.Goal && n.Absent && !n.Cut && !rests[i] && !slices.Contains(f.out.Roots, i) {
			n.Children = nil
		}
	}
	f.keepReachable()
}

// keepReachable drops the nodes that no root rests on any more.
func (f *filler) keepReachable() {
	number := make([]int, len(f.out.Nodes))
	kept := slices.Clone(f.out.Roots)
	for _, r := range kept {
		number[r] = 1
	}
	for k := 0; k < len(kept); k++ {
		for _, c := range f.out.Nodes[kept[k]].Children {
			if number[c] == 0 {
				number[c] = 1
				kept = append(kept, c)
			}
		}
	}
	var nodes []viz.GraphNode
	var source []provenance.NodeID
	for i, n := range f.out.Nodes {
		if number[i] == 1 {
			nodes, source = append(nodes, n), append(source, f.source[i])
			number[i] = len(nodes) - 1
		}
	}
	for i := range nodes {
		for k, c := range nodes[i].Children {
			nodes[i].Children[k] = number[c]
		}
	}
	for k, r := range f.out.Roots {
		f.out.Roots[k] = number[r]
	}
	f.out.Nodes, f.source = nodes, source
}
