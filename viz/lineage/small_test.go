package lineage

import (
	"maps"
	"slices"
	"testing"

	"molly/viz"
	"molly/viz/scene"
)

// The way to a fault is a shortest one, and it begins at a root, which may itself be what a fault took.
func TestShortestWays(t *testing.T) {
	goal := func(faults []string, children ...int) viz.GraphNode {
		return viz.GraphNode{Kind: viz.Goal, Cut: faults != nil, Faults: faults, Children: children}
	}
	fault := func(name string) []string { return []string{name} }
	for name, c := range map[string]struct {
		nodes []viz.GraphNode
		want  []int
	}{
		"past another node":     {[]viz.GraphNode{goal(nil, 2, 1), goal(nil, 3), goal(nil, 1), goal(fault("x"))}, []int{0, 1, 3}},
		"in a circle":           {[]viz.GraphNode{goal(nil, 1), goal(nil, 2), goal(nil, 1, 3), goal(fault("x"))}, []int{0, 1, 2, 3}},
		"the root":              {[]viz.GraphNode{goal(fault("x"), 1), goal(nil)}, []int{0}},
		"the root and below it": {[]viz.GraphNode{goal(fault("x"), 1), goal(fault("y"))}, []int{0, 1}},
		"once for each fault":   {[]viz.GraphNode{goal(nil, 1, 2), goal(fault("x"), 3), goal(fault("x")), goal(fault("y"), 2)}, []int{0, 1, 3}},
		"none":                  {[]viz.GraphNode{goal(nil, 1), goal(nil)}, []int{0}},
	} {
		keep := newFolder(viz.Graph{Roots: []int{0}, Nodes: c.nodes}).waysToFaults()
		if got := slices.Sorted(maps.Keys(keep)); !slices.Equal(got, c.want) {
			t.Errorf("%s: the ways are %v, want %v", name, got, c.want)
		}
	}
}

// A rule is left out where it is the only one of a goal, and no fault took it.
func TestRulesLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		step viz.GraphNode
		out  bool
	}{
		"a rule":          {viz.GraphNode{Kind: viz.Rule, Children: []int{2}}, true},
		"a message":       {viz.GraphNode{Kind: viz.Sent, Children: []int{2}}, false},
		"a rule cut":      {viz.GraphNode{Kind: viz.Rule, Children: []int{2}, Cut: true}, false},
		"a rule's fault":  {viz.GraphNode{Kind: viz.Rule, Children: []int{2}, Faults: []string{"x"}}, false},
		"nothing beneath": {viz.GraphNode{Kind: viz.Rule}, false},
	} {
		f := newFolder(viz.Graph{Roots: []int{0}, Nodes: []viz.GraphNode{{Kind: viz.Goal, Children: []int{1}}, c.step, {Kind: viz.Goal}}})
		f.leaveRulesOut()
		want := []int{1}
		if c.out {
			want = []int{2}
		}
		if f.gone[1] != c.out || !slices.Equal(f.Nodes[0].Children, want) {
			t.Errorf("%s: it is left out: %v; the goal rests on %v", name, f.gone[1], f.Nodes[0].Children)
		}
	}
}

// A lane is as wide as its name, with room beside it; what has no place has one lane, the last one.
func TestLanes(t *testing.T) {
	g := viz.Graph{
		Roots: []int{0, 1, 2}, Places: []string{"the_name_of_a_very_important_node", "b"},
		Nodes: []viz.GraphNode{
			{Kind: viz.Goal, Label: "p", Place: "the_name_of_a_very_important_node", Time: 1},
			{Kind: viz.Goal, Label: "x", Time: 1}, {Kind: viz.Goal, Label: "y", Time: 1}, {Kind: viz.Goal, Label: "z", Time: 1},
		},
	}
	d := &diagram{Graph: g, Options: Options{Lanes: true}, face: scene.NewTypeface(scene.Sans), folded: newFolding()}
	d.set(natural(10))
	d.arrange(d.layers())
	if want := []string{g.Places[0], ""}; !slices.Equal(d.lanes, want) {
		t.Fatalf("the lanes are %q, want %q", d.lanes, want)
	}
	for i, lane := range d.layout.Lanes {
		if least := d.face.Width(d.lanes[i], d.size, true) + 2*d.size; lane.High-lane.Low < least-0.01 {
			t.Errorf("lane %d is %v wide, less than %v", i, lane.High-lane.Low, least)
		}
	}
	for i, b := range d.layout.Boxes {
		lane := d.layout.Lanes[min(i, 1)]
		if b.X0 < lane.Low || b.X1 > lane.High {
			t.Errorf("%s stands at %v, its lane is %v", g.Nodes[i].Label, b, lane)
		}
	}
}
