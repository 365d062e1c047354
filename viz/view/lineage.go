package view

import (
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/provenance"
	"molly/viz"
	"molly/viz/lineage"
)

// Lineage is an explanation of a run as a diagram shows it, without what no message and no fault
// has to do with.
func Lineage(title string, run *eval.Run, graph *provenance.Graph) viz.Graph {
	f := newFiller(title, run, graph)
	f.prune()
	return f.out
}

// LineageWithin is [Lineage] as a diagram of so many boxes shows it first, and all of it. Where
// all of it does not fit, one reason is shown.
func LineageWithin(boxes int, title string, run *eval.Run, graph *provenance.Graph) (shown, whole viz.Graph) {
	whole = Lineage(title, run, graph)
	if boxes == 0 || lineage.Fits(whole, boxes) {
		return whole, whole
	}
	return Lineage(title, run, graph.Reason()), whole
}

// Difference is an explanation of the failure-free run as a diagram shows it, with what is left of
// it in another run. All of it is shown, as no one way in the failure-free run need meet all that
// the other run lost.
func Difference(title string, run *eval.Run, before *provenance.Graph) viz.Graph {
	f := newFiller(title, run, before)
	f.compare(run)
	return f.out
}

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
	f.fill()
	return f
}

// relation is the name of a relation.
func (f *filler) relation(r datalog.RelID) string { return f.graph.Program.Relations[r].Name }

// pending is a node whose children are not there yet.
type pending struct {
	id      provenance.NodeID
	lacking bool // it is a goal that should hold, or on the way to one
}

func (f *filler) fill() {
	var queue []pending
	for _, r := range f.graph.Roots {
		lacking := f.graph.Node(r).Kind == provenance.Missing
		if n, fresh := f.goal(r, lacking); fresh {
			queue = append(queue, pending{r, lacking})
			f.out.Roots = append(f.out.Roots, n)
		}
	}
	for i := 0; i < len(queue); i++ {
		queue = append(queue, f.ways(queue[i])...)
	}
}

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

// ways adds the ways in which a goal comes about, or does not, and returns the goals that
// are new.
func (f *filler) ways(p pending) []pending {
	goal := f.number[p.id]
	var fresh []pending
	possible := slices.ContainsFunc(f.graph.Node(p.id).Children, func(c provenance.NodeID) bool { return f.graph.Node(c).Possible })
	for _, c := range f.graph.Node(p.id).Children {
		n := f.graph.Node(c)
		switch n.Kind {
		case provenance.Given:
			f.out.Nodes[goal].Given = true
		case provenance.Crashed:
			f.out.Nodes[goal].Crash = true
			f.out.Nodes[goal].Faults = []string{n.Fault.String()}
		case provenance.NoRule: // a goal that is absent, and nothing below it, says as much
		case provenance.Missing: // a tuple of a pattern
			fresh = append(fresh, f.premise(goal, c, p.lacking)...)
		case provenance.Blocked, provenance.Regrouped:
			if possible && !n.Possible {
				continue // no scenario would help
			}
			fresh = append(fresh, f.step(goal, p.id, c, p.lacking)...)
		case provenance.Fired, provenance.Grouped:
			fresh = append(fresh, f.step(goal, p.id, c, false)...)
		default:
			f.leaf(goal, c)
		}
	}
	return fresh
}

// premise links a goal below a step.
func (f *filler) premise(parent int, id provenance.NodeID, lacking bool) []pending {
	n := f.graph.Node(id)
	k, fresh := f.goal(id, lacking && n.Kind == provenance.Missing)
	if n.Relation == f.graph.Program.Crash { // it is timeless: it stands where it is read
		f.out.Nodes[k].Time = max(f.out.Nodes[k].Time, f.out.Nodes[parent].Time)
	}
	f.link(parent, k)
	if !fresh {
		return nil
	}
	return []pending{{id, lacking && n.Kind == provenance.Missing}}
}
