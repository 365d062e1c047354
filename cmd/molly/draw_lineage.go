package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly/datalog"
	"molly/eval"
	"molly/provenance"
	"molly/viz"
	"molly/viz/lineage"
	"molly/viz/scene"
)

// lineageFlags say which lineage is drawn.
type lineageFlags struct {
	goal  string
	lanes bool
	fold  int
}

// violation is the word that stands for what the run violates, in the place of a tuple.
const violation = "violation"

func (f *lineageFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.goal, "lineage", "", "draw the lineage of this `tuple`, such as 'log(\"b\", _)@4', or, with the word violation, of what the run violates")
	flags.BoolVar(&f.lanes, "lanes", false, "a column for each node, in the lineage")
	flags.IntVar(&f.fold, "fold", 300, "fold a lineage of more than `N` nodes; 0 is never")
	complete(c, "lineage", violation)
	complete(c, "fold")
}

func (f *lineageFlags) check(c *cobra.Command) error {
	for _, flag := range []string{"lanes", "fold"} {
		if c.Flags().Changed(flag) && f.goal == "" {
			return usageError("--%s is for --lineage", flag)
		}
	}
	if f.fold < 0 {
		return usageError("--fold %d: it must be at least 0", f.fold)
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
		if goals = d.violatedGoals(d.single.Violated); len(goals) == 0 {
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
	f := &filler{drawing: d, graph: graph, number: map[provenance.NodeID]int{}}
	f.fill()
	if d.free != nil {
		f.compare(d.single.Run)
	} else {
		f.prune()
	}
	f.out.Title = d.title(d.single.Run)
	f.out.Places = d.nodes
	return lineage.Draw(f.out, lineage.Options{Style: d.options.figure.style, Fold: d.options.lineage.fold, Lanes: d.options.lineage.lanes}), nil
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

// prune leaves out why something does not hold that need not, where no message would
// change it: such as each time at which a node did not crash.
func (f *filler) prune() {
	above := make([][]int, len(f.out.Nodes))
	for i := range f.out.Nodes {
		for _, c := range f.out.Nodes[i].Children {
			above[c] = append(above[c], i)
		}
	}
	rests := make([]bool, len(f.out.Nodes)) // on a message
	var queue []int
	for i := range f.out.Nodes {
		if f.out.Nodes[i].Kind == viz.Sent {
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
	text := provenance.Goal{Relation: n.Relation, Args: n.Args, Time: n.Time}.Format(f.graph.Program)
	if n.Relation == f.graph.Program.Crash {
		text = strings.TrimSuffix(text, "@0")
	}
	place := ""
	if len(n.Args) > 0 && f.isNode(n.Args[0]) {
		place = n.Args[0].Text()
	}
	k := f.add(id, viz.GraphNode{
		Kind: viz.Goal, Label: text, Title: text, Place: place, Time: n.Time,
		Absent: n.Kind == provenance.Missing, Cut: lacking,
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

// step adds a rule, or a message, below a goal or an aggregate.
func (f *filler) step(parent int, goal, id provenance.NodeID, lacking bool) []pending {
	n := f.graph.Node(id)
	rule := &f.graph.Program.Rules[n.Rule]
	absent := n.Kind == provenance.Blocked || n.Kind == provenance.Regrouped
	node := viz.GraphNode{
		Kind: viz.Rule, Label: f.relation(rule.Head.Relation), Time: n.Time, Absent: absent,
		Title: strings.TrimSpace(f.graph.Program.FormatRule(rule) + "  " + rule.Pos.Short()),
	}
	if at, ok := f.location(rule, n.Vars); ok {
		node.Place = at
	}
	switch rule.Timing {
	case datalog.Inductive:
		node.Label += "@next"
		node.Keeps = f.keeps(goal, n)
	case datalog.Asynchronous:
		if n.Kind != provenance.Grouped && n.Kind != provenance.Regrouped {
			node.Kind = viz.Sent
			node.Label = f.way(node.Place, f.graph.Node(goal))
			node.Title = fmt.Sprintf("%s %s@%d\n%s", f.relation(rule.Head.Relation), node.Label, n.Time, node.Title)
		}
	}
	k := f.add(id, node)
	f.link(parent, k)
	var fresh []pending
	for _, c := range n.Children {
		switch below := f.graph.Node(c); below.Kind {
		case provenance.Arrived:
		case provenance.Lost:
			f.out.Nodes[k].Cut = len(n.Children) == 1 // else it was never sent
			f.out.Nodes[k].Title += "\n" + below.Fault.String()
		case provenance.Holds, provenance.Missing:
			fresh = append(fresh, f.premise(k, c, lacking)...)
		case provenance.Fired, provenance.Blocked:
			fresh = append(fresh, f.step(k, goal, c, lacking)...)
		default:
			f.leaf(k, c)
		}
	}
	return fresh
}

// location is the node on which a rule works.
func (f *filler) location(rule *datalog.Rule, vars []datalog.Value) (string, bool) {
	if rule.Location == nil || vars == nil {
		return "", false
	}
	v, ok := eval.Compute(*rule.Location, vars)
	if !ok || !f.isNode(v) {
		return "", false
	}
	return v.Text(), true
}

// way says from where to where a message goes.
func (f *filler) way(from string, goal *provenance.Node) string {
	to := "_"
	if len(goal.Args) > 0 && goal.Args[0].Type() != datalog.Unknown {
		if to = goal.Args[0].String(); f.isNode(goal.Args[0]) {
			to = goal.Args[0].Text()
		}
	}
	if from == "" {
		from = "_"
	}
	return from + " → " + to
}

// keeps reports whether a step only keeps its goal from the time before.
func (f *filler) keeps(goal provenance.NodeID, step *provenance.Node) bool {
	if len(step.Children) != 1 {
		return false
	}
	now, before := f.graph.Node(goal), f.graph.Node(step.Children[0])
	return before.IsGoal() && before.Relation == now.Relation && slices.Equal(before.Args, now.Args)
}

// leaf adds a reason without reasons.
func (f *filler) leaf(parent int, id provenance.NodeID) {
	n := f.graph.Node(id)
	label, title := n.Text, n.Text
	switch n.Kind {
	case provenance.NoNode:
		label = n.From.String() + " → " + n.To.String()
		title = label + ": not both are nodes"
	case provenance.Stated, provenance.NotYet:
		label = provenance.Goal{Relation: n.Relation, Args: n.Args, Time: n.Time}.Format(f.graph.Program)
		title = label + ": only at that time"
	case provenance.False:
		title += ": false"
	case provenance.Undefined:
		title += ": no value"
	case provenance.Unmatched:
		title += ": nothing matches"
	case provenance.Cut:
		label, title = "…", "too large to go on here"
	}
	f.link(parent, f.add(id, viz.GraphNode{Kind: viz.Leaf, Label: label, Title: title, Time: f.out.Nodes[parent].Time, Absent: true}))
}

// compare marks what of the lineage is different in another run, and the frontier: the
// goals that are different although nothing is that some way to them rests on, and what
// that is.
func (f *filler) compare(run *eval.Run) {
	changed := make([]bool, len(f.out.Nodes)) // goals
	for i := range f.out.Nodes {
		if p := f.graph.Node(f.source[i]); p.IsGoal() {
			holds := len((provenance.Goal{Relation: p.Relation, Time: p.Time, Args: p.Args}).Matches(run)) > 0
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
		if n.Kind != provenance.Arrived || !f.isNode(n.From) || !f.isNode(n.To) {
			continue
		}
		if from, to := n.From.Text(), n.To.Text(); !run.Scenario.Delivers(from, to, n.Time) {
			return f.cause(run, eval.Message{From: n.From, To: n.To, Sent: n.Time})
		}
	}
	return ""
}
