package lineage

import (
	"cmp"
	"slices"
	"strings"

	"molly/viz"
)

// faultsAlone is the likeness of the nodes that show faults.
const faultsAlone = "\x00faults"

// addFaults adds boxes for the faults that no node names, one for each time: one for crashes, one
// for others.
func (d *diagram) addFaults() {
	named := map[string]bool{}
	for i := range d.Nodes {
		for _, f := range d.Nodes[i].Faults {
			named[f] = true
		}
	}
	type place struct {
		time  int
		crash bool
	}
	alone := map[place][]string{}
	var places []place
	for _, f := range d.Faults {
		if named[f.Text] {
			continue
		}
		at := place{f.Time, f.Crash}
		if alone[at] == nil {
			places = append(places, at)
		}
		alone[at] = append(alone[at], f.Text)
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.time, a.time) })
	for _, at := range places {
		d.Nodes = append(d.Nodes, viz.GraphNode{
			Kind: viz.Leaf, Label: strings.Join(alone[at], "  "), Title: strings.Join(alone[at], "\n") + "\nnothing that is drawn here names it",
			Time: at.time, Cut: true, Crash: at.crash, Faults: alone[at], Alike: faultsAlone,
		})
	}
}

// isFaults reports whether a node only shows faults.
func (d *diagram) isFaults(i int) bool { return d.Nodes[i].Alike == faultsAlone }

// few names some faults, in the order of the execution.
func (d *diagram) few(faults []string) string {
	faults = slices.Clone(faults)
	rank := func(fault string) int {
		return slices.IndexFunc(d.Faults, func(f viz.Fault) bool { return f.Text == fault })
	}
	slices.SortStableFunc(faults, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	const most = 3
	if len(faults) <= most {
		return strings.Join(faults, " ")
	}
	return strings.Join(faults[:most-1], " ") + more(len(faults)-most+1)
}
