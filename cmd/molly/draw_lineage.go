package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"molly/provenance"
	"molly/verify"
	"molly/viz"
	"molly/viz/lineage"
	"molly/viz/scene"
)

// lineageFlags say which lineage is drawn.
type lineageFlags struct {
	goal  string
	lanes bool
	fold  int
	full  bool
}

// violation is the word that stands for what the run violates, in the place of a tuple.
const violation = "violation"

func (f *lineageFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.goal, "lineage", "", "draw the lineage of this `tuple`, such as 'log(\"b\", _)@4', or, with the word violation, of what the run violates")
	flags.BoolVar(&f.lanes, "lanes", false, "a column for each node, in the lineage")
	flags.IntVar(&f.fold, "fold", lineage.Readable, "fold a lineage of more than `N` boxes to about so many")
	flags.BoolVar(&f.full, "full", false, "draw the whole lineage, however large it is")
	complete(c, "lineage", violation)
	complete(c, "fold")
}

func (f *lineageFlags) check(c *cobra.Command) error {
	for _, flag := range []string{"lanes", "fold", "full"} {
		if c.Flags().Changed(flag) && f.goal == "" {
			return usageError("--%s is for --lineage", flag)
		}
	}
	switch {
	case f.fold < 0:
		return usageError("--fold %d: it must be at least 1", f.fold)
	case f.full && f.fold > 0 && c.Flags().Changed("fold"):
		return usageError("--full folds nothing: it does not go with --fold %d", f.fold)
	case f.full:
		f.fold = 0
	}
	return nil
}

// parse reads the tuple; there is none where the violation is asked for.
func (f *lineageFlags) parse(e *session) ([]provenance.Goal, error) {
	if f.goal == "" || f.goal == violation {
		return nil, nil
	}
	g, err := provenance.ParseGoal(e.datalog(), e.spec.EOT, f.goal)
	if err != nil {
		return nil, usageError("--lineage: %v", err)
	}
	return []provenance.Goal{g}, nil
}

// lineagePicture draws why a tuple holds, or why it does not; of a difference, why it
// holds in the run without faults, and what of that is left.
func (d *drawing) lineagePicture() (*scene.Scene, error) {
	goals := d.goals
	if goals == nil {
		if goals = verify.Goals(d.single.Violated); len(goals) == 0 {
			return nil, usageError("this run violates nothing: name a tuple, such as --lineage 'log(\"b\", _)@%d'", d.spec.EOT)
		}
	}
	space, err := d.space()
	if err != nil {
		return nil, err
	}
	explain, run := provenance.Explain, d.single.Run
	if d.goals == nil && d.free == nil {
		explain = provenance.Violations
	}
	if d.free != nil {
		run = d.free.Run
	}
	graph, err := explain(d.ctx, run, space, goals...)
	if err != nil {
		return nil, err
	}
	o := d.options
	return within(d.ctx, func() *scene.Scene {
		shown, whole := d.lineageGraphs(graph, o.lineage.fold)
		return lineage.Draw(shown, lineage.Options{Style: o.figure.style, Fold: o.lineage.fold, Lanes: o.lineage.lanes, Of: len(whole.Nodes)})
	})
}

// lineageGraphs is an explanation as a diagram shows it first, and all of it. Where it does not
// fit into so many boxes, one reason is shown. Of a difference all is shown, as no one way in the
// run without faults need meet all that the other run lost.
func (d *drawing) lineageGraphs(graph *provenance.Graph, boxes int) (shown, whole viz.Graph) {
	whole = d.lineageGraph(graph)
	if d.free != nil || boxes == 0 || lineage.Fits(whole, boxes) {
		return whole, whole
	}
	return d.lineageGraph(graph.Reason()), whole
}

// lineageGraph is an explanation as a diagram shows it; of a difference, with what is left
// of it.
func (d *drawing) lineageGraph(graph *provenance.Graph) viz.Graph {
	f := &filler{drawing: d, graph: graph, number: map[provenance.NodeID]int{}}
	f.fill()
	if d.free != nil {
		f.compare(d.single.Run)
	} else {
		f.prune()
	}
	f.out.Title = d.title(d.single.Run)
	f.out.Places = d.nodes
	return f.out
}

// filler makes a drawable graph of an explanation: the leaves that say how a message or a
// goal fared become part of what they speak of.
type filler struct {
	*drawing
	graph  *provenance.Graph
	out    viz.Graph
	number map[provenance.NodeID]int
	source []provenance.NodeID // by node of out
}

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
	place, _, _ := f.under(n.Args)
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
