package view

import (
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/provenance"
	"molly/viz"
)

// filler makes a drawable graph of an explanation: the leaves that say how a message or a
// goal fared become part of what they speak of.
type filler struct {
	nodes  []string // of the system
	graph  *provenance.Graph
	out    viz.Graph
	number map[provenance.NodeID]int
	source []provenance.NodeID // by node of out
}

func newFiller(title string, run *eval.Run, graph *provenance.Graph) *filler {
	f := &filler{nodes: run.Nodes(), graph: graph, number: map[provenance.NodeID]int{}}
	f.out.Title, f.out.Places = title, f.nodes
	return f
}

// relation is the name of a relation.
func (f *filler) relation(r datalog.RelID) string { return f.graph.Program.Relations[r].Name }

func (f *filler) add(id provenance.NodeID, n viz.GraphNode) int {
	f.out.Nodes = append(f.out.Nodes, n)
	f.source = append(f.source, id)
	return len(f.out.Nodes) - 1
}

func (f *filler) link(parent, child int) {
	n := &f.out.Nodes[parent]
	if !slices.Contains(n.Children, child) {
		n.Children = append(n.Children, child)
	}
}

// goal adds a goal, if it is not there.
func (f *filler) goal(id provenance.NodeID, lacking bool) (number int, fresh bool) {
	if k, known := f.number[id]; known {
		if lacking {
			f.out.Nodes[k].Cut = true
		}
		return k, false
	}
	n := f.graph.Node(id)
	text := f.graph.Program.FormatFact(n.Fact)
	place, _, _ := About(f.nodes, n.Args)
	k := f.add(id, viz.GraphNode{
		Kind: viz.Goal, Label: text, Title: text, Place: place, Time: n.Time,
		Absent: n.Kind == provenance.Missing, Cut: lacking, Alike: strings.TrimSuffix(text, "@"+strconv.Itoa(n.Time)),
	})
	f.number[id] = k
	return k, true
}
