package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/viz"
	"molly/viz/scene"
	"molly/viz/svg"
)

// retry is why a message that was sent at n times is missing: at each of them it was lost, at
// the last one by a fault of its own; at some times there was a count of what else there was.
func retry(n int) viz.Graph {
	g := viz.Graph{Roots: []int{0}}
	add := func(node viz.GraphNode, above int) int {
		g.Nodes = append(g.Nodes, node)
		if above >= 0 {
			g.Nodes[above].Children = append(g.Nodes[above].Children, len(g.Nodes)-1)
		}
		return len(g.Nodes) - 1
	}
	above := -1
	for t := n + 1; t > 1; t-- {
		goal := add(viz.GraphNode{Kind: viz.Goal, Label: fmt.Sprintf("log@%d", t), Alike: "log", Time: t, Absent: true, Cut: true}, above)
		fault := "C(a,1)"
		if t == 2 {
			fault = "O(a,b,1)"
		}
		sent := add(viz.GraphNode{Kind: viz.Sent, Label: "a → b", Alike: "0 a", Time: t - 1, Absent: true, Cut: true, Faults: []string{fault}}, goal)
		add(viz.GraphNode{Kind: viz.Goal, Label: fmt.Sprintf("say@%d", t-1), Alike: "say", Time: t - 1}, sent)
		above = add(viz.GraphNode{Kind: viz.Rule, Label: "log@next", Alike: "1 b", Time: t - 1, Absent: true, Keeps: true}, goal)
	}
	add(viz.GraphNode{Kind: viz.Goal, Label: "log@1", Alike: "log", Time: 1, Absent: true, Cut: true}, above)
	return g
}

func labelsOf(t *testing.T, g viz.Graph, limit int) string {
	t.Helper()
	labels := labelled(g, limit)
	slices.Sort(labels)
	return strings.Join(labels, ", ")
}

// labelled are the labels of a graph that is folded.
func labelled(g viz.Graph, limit int) []string {
	d := &diagram{}
	d.Graph, d.folded = fold(g, limit)
	var labels []string
	for i := range d.Nodes {
		labels = append(labels, d.labelOf(i))
	}
	return labels
}

// What repeats is one box, with its times; steps that keep it are gone.
func TestRounds(t *testing.T) {
	g := retry(5)
	if got, want := labelsOf(t, g, 10), "a → b  1…5  C(a,1) O(a,b,1), log@1…6, say@1…5"; got != want {
		t.Errorf("the boxes are %s, want %s", got, want)
	}
	folded, _ := fold(g, 10)
	for i := range folded.Nodes {
		n := &folded.Nodes[i]
		if n.Label == "a → b" && (n.Time != 1 || !slices.Equal(n.Faults, []string{"C(a,1)", "O(a,b,1)"})) {
			t.Errorf("the message is sent at %d, taken by %v", n.Time, n.Faults)
		}
	}
	if len(g.Nodes[0].Children) != 2 || len(g.Nodes) != 21 {
		t.Error("folding changes the graph")
	}
	if !Fits(g, 3) || Fits(g, 2) || !Fits(g, 21) {
		t.Error("it fits into three boxes, and not into two")
	}
	if len(labelled(g, 0)) != 21 || len(labelled(g, 21)) != 21 {
		t.Error("it is folded though it fits")
	}
}

// A goal that is kept is one box with all of its times, also those at which only a step keeps it; a
// fault by which a step keeps it on stable storage stays.
func TestHeldInRounds(t *testing.T) {
	g := chain(4) // from 1 to 5
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == viz.Goal {
			n.Alike = "log"
		} else {
			n.Alike = "0 a"
		}
	}
	g.Nodes[3].Faults = []string{"D(a,3,4)"}
	folded, _ := fold(g, 20)
	if len(folded.Nodes) != 3 || !slices.Equal(folded.Nodes[1].Faults, []string{"D(a,3,4)"}) {
		t.Errorf("the chain is folded to %+v", folded.Nodes)
	}
	if got, want := labelsOf(t, g, 2), "log@1…5"; got != want {
		t.Errorf("the boxes are %s, want %s", got, want)
	}
	if folded, _ := fold(g, 2); !slices.Equal(folded.Nodes[0].Faults, []string{"D(a,3,4)"}) {
		t.Errorf("the fault is gone: %+v", folded.Nodes)
	}
}

// A fault that no node names has a box of its own, in the band of its time.
func TestFaultsAlone(t *testing.T) {
	g := retry(5)
	g.Faults = []viz.Fault{{Text: "O(a,b,1)", Time: 1}, {Text: "O(b,a,1)", Time: 1}, {Text: "C(a,1)", Time: 1, Crash: true}, {Text: "C(b,3)", Time: 3, Crash: true}, {Text: "O(c,a,1)", Time: 1}}
	for _, o := range []Options{{}, {Fold: 10}, {Fold: 3, Style: scene.Style{Width: 200}}} {
		var alone []string
		for _, it := range Draw(g, o).Items {
			if strings.HasPrefix(it.Class, "fault") {
				alone = append(alone, it.Node.Label)
			}
		}
		if want := []string{"C(b,3)", "O(b,a,1)  O(c,a,1)"}; !slices.Equal(alone, want) {
			t.Errorf("%+v: the faults in boxes of their own are %q, want %q", o, alone, want)
		}
	}
}

// A binding of an aggregate is no box of its own where there are too many.
func TestBindings(t *testing.T) {
	g := viz.Graph{Roots: []int{0}, Nodes: []viz.GraphNode{
		{Kind: viz.Goal, Label: "acks@1", Time: 1, Children: []int{1}},
		{Kind: viz.Rule, Label: "acks", Time: 1, Children: []int{2, 3}},
		{Kind: viz.Rule, Label: "acks", Time: 1, Children: []int{4, 6}},
		{Kind: viz.Rule, Label: "acks", Time: 1, Children: []int{5, 6}, Faults: []string{"O(a,b,1)"}},
		{Kind: viz.Goal, Label: "ack(1)@1", Time: 1},
		{Kind: viz.Goal, Label: "ack(2)@1", Time: 1},
		{Kind: viz.Goal, Label: "both@1", Time: 1},
	}}
	if got, want := labelsOf(t, g, 6), "ack(1)@1, ack(2)@1, acks, acks@1, both@1"; got != want {
		t.Errorf("the boxes are %s, want %s", got, want)
	}
	folded, _ := fold(g, 6)
	if n := folded.Nodes[1]; len(n.Children) != 3 || len(n.Faults) != 1 {
		t.Errorf("the rule rests on %v, and has %v", n.Children, n.Faults)
	}
}

// However little room there is, there is a way from the goal to each fault; rules on it go first.
func TestWaysToFaults(t *testing.T) {
	g := wide(2000)
	const depth = 12
	i := 0 // down to a message that is lost, beside all the others
	for k := range depth {
		g.Nodes = append(g.Nodes,
			viz.GraphNode{Kind: viz.Rule, Label: "rule", Time: 1, Children: []int{len(g.Nodes) + 1}},
			viz.GraphNode{Kind: viz.Goal, Label: fmt.Sprintf("way(%d)@1", k), Time: 1, Absent: true},
		)
		g.Nodes[i].Children = append(g.Nodes[i].Children, len(g.Nodes)-2)
		i = len(g.Nodes) - 1
	}
	for _, fault := range []string{"O(a,b,1)", "O(a,c,1)"} {
		g.Nodes = append(g.Nodes, viz.GraphNode{Kind: viz.Sent, Label: fault, Time: 1, Cut: true, Absent: true, Faults: []string{fault}})
		g.Nodes[i].Children = append(g.Nodes[i].Children, len(g.Nodes)-1)
	}
	for _, limit := range []int{5, 20, 60} {
		folded, _ := fold(g, limit)
		seen := map[string]int{}
		for i := range folded.Nodes {
			seen[folded.Nodes[i].Label]++
		}
		if seen["O(a,b,1)"] != 1 || seen["O(a,c,1)"] != 1 || seen["way(11)@1"] != 1 {
			t.Errorf("in %d boxes the faults are not there: %v", limit, seen)
		}
		// The way has 2·12 boxes beside the root and the faults, and half of that without rules.
		if most := max(limit+1, 3+depth+1); len(folded.Nodes) > most && limit != 20 || len(folded.Nodes) > limit+8 && limit == 20 {
			t.Errorf("in %d boxes there are %d", limit, len(folded.Nodes))
		}
		if limit == 5 && seen["rule"] > 1 {
			t.Errorf("in %d boxes there are %d rules", limit, seen["rule"])
		}
		for i := range folded.Nodes { // what is left is reachable
			for _, c := range folded.Nodes[i].Children {
				if c < 0 || c >= len(folded.Nodes) {
					t.Fatalf("%d rests on %d", i, c)
				}
			}
		}
	}
}

// A circle that goes through other times is drawn.
func TestCircleThroughTimes(t *testing.T) {
	g := viz.Graph{Roots: []int{0}, Nodes: []viz.GraphNode{
		{Kind: viz.Goal, Label: "a", Time: 5, Children: []int{1}},
		{Kind: viz.Sent, Label: "x", Time: 3, Children: []int{2}},
		{Kind: viz.Goal, Label: "b", Time: 5, Children: []int{0}},
	}}
	if labels, edges := drawn(t, svg.Write(Draw(g, Options{}))); edges != 3 || len(labels) != 3 {
		t.Errorf("%d edges, %d nodes", edges, len(labels))
	}
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		times []int
		want  string
	}{
		{[]int{4}, "4"}, {[]int{2, 3}, "2…3"}, {[]int{1, 3, 4, 5}, "1, 3…5"}, {[]int{1, 3, 5}, "1, 3, 5"}, {[]int{1, 3, 5, 7, 8}, "1…8 ×5"},
	} {
		if got := spans(c.times); got != c.want {
			t.Errorf("%v is written as %s, want %s", c.times, got, c.want)
		}
	}
}
