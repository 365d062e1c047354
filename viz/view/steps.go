package view

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/viz"
)

// pending is a node whose children are not there yet.
type pending struct {
	id      provenance.NodeID
	lacking bool // it is a goal that should hold, or on the way to one
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
			f.concern(goal, n)
		case provenance.Crashed:
			f.out.Nodes[goal].Crash = n.Fault.Kind == failure.Crash
			f.concern(goal, n)
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
	if n.Relation == f.graph.Program.Crash || n.Relation == f.graph.Program.Outage { // it is timeless: it is drawn where it is read
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
	rule := f.graph.Program.Rule(n.Rule)
	absent := n.Kind == provenance.Blocked || n.Kind == provenance.Regrouped
	node := viz.GraphNode{
		Kind: viz.Rule, Label: f.relation(rule.Head.Relation), Time: n.Time, Absent: absent,
		Title: strings.TrimSpace(f.graph.Program.FormatRule(rule) + "  " + rule.Pos.Short()),
	}
	if at, ok := f.location(rule, n.Vars); ok {
		node.Place = at
	}
	node.Alike = fmt.Sprintf("%d %s", n.Rule, node.Place)
	switch rule.Timing {
	case datalog.Inductive:
		node.Label += "@next"
		if n.Rule >= len(f.graph.Program.Rules) {
			node.Label = "on stable storage"
		}
		node.Keeps = f.keeps(goal, n)
	case datalog.Asynchronous:
		if n.Kind != provenance.Grouped && n.Kind != provenance.Regrouped {
			node.Kind = viz.Sent
			node.Label = f.way(node.Place, f.graph.Node(goal))
			node.Alike += " " + node.Label
			node.Title = fmt.Sprintf("%s %s@%d\n%s", f.relation(rule.Head.Relation), node.Label, n.Time, node.Title)
		}
	}
	k := f.add(id, node)
	f.link(parent, k)
	var fresh []pending
	for _, c := range n.Children {
		switch below := f.graph.Node(c); below.Kind {
		case provenance.Arrived:
			f.arrived(k, below)
		case provenance.Lost:
			f.out.Nodes[k].Cut = len(n.Children) == 1 // else it was never sent
			f.concern(k, below)
		case provenance.OtherTime:
			f.out.Nodes[k].Cut = len(n.Children) == 1 && len(below.Faults()) > 0
			f.arrived(k, below)
		case provenance.Down:
			f.out.Nodes[k].Cut = absent && len(n.Children) == 1
			f.concern(k, below)
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
	if !ok || !isNode(f.nodes, v) {
		return "", false
	}
	return v.Text(), true
}

// way says from where to where a message goes.
func (f *filler) way(from string, goal *provenance.Node) string {
	to := "_"
	if len(goal.Args) > 0 && goal.Args[0].Type() != datalog.Unknown {
		if to = goal.Args[0].String(); isNode(f.nodes, goal.Args[0]) {
			to = goal.Args[0].Text()
		}
	}
	if from == "" {
		from = "_"
	}
	return from + " → " + to
}

// keeps reports whether a step only keeps its goal from the time before, if need be on stable
// storage.
func (f *filler) keeps(goal provenance.NodeID, step *provenance.Node) bool {
	held := len(step.Children) == 2 && f.graph.Node(step.Children[1]).Kind == provenance.Down
	if len(step.Children) != 1 && !held {
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
		label = f.graph.Program.FormatFact(n.Fact)
		title = label + ": only at that time"
	case provenance.Unchosen:
		label = f.graph.Program.FormatFact(n.Fact)
		title = label + ": an input that is not there"
	case provenance.Down:
		label = n.From.Text() + " is down"
		title = fmt.Sprintf("%s\n%v", label, n.Fault)
	case provenance.Up:
		label = n.From.Text() + " is not down"
		title = label + ": nothing is held over"
	case provenance.False:
		title += ": false"
	case provenance.Undefined:
		title += ": no value"
	case provenance.Unmatched:
		title += ": nothing matches"
	case provenance.Cut:
		label, title = "…", "too large to go on here"
	}
	k := f.add(id, viz.GraphNode{Kind: viz.Leaf, Label: label, Title: title, Time: f.out.Nodes[parent].Time, Absent: true})
	if n.Kind == provenance.Down {
		f.out.Nodes[k].Cut, f.out.Nodes[k].Faults = true, []string{n.Fault.String()}
	}
	f.link(parent, k)
}

// concern adds to a node the faults that it, or what is said of it, is about.
func (f *filler) concern(k int, about *provenance.Node) {
	n := &f.out.Nodes[k]
	for _, fault := range about.Faults() {
		n.Title += "\n" + fault.String()
		n.Faults = append(n.Faults, fault.String())
	}
}

// arrived says of a message when it arrives, where that is not the next time.
func (f *filler) arrived(k int, message *provenance.Node) {
	n := &f.out.Nodes[k]
	late := message.Kind == provenance.OtherTime || len(message.Faults()) > 0
	switch {
	case !late:
		return
	case message.Fault.Kind == failure.Twice:
		n.Label += fmt.Sprintf(", arrives again at %d", message.At)
	default:
		n.Label += fmt.Sprintf(", arrives at %d", message.At)
	}
	n.Alike += n.Label
	n.Late = !n.Absent && len(message.Faults()) > 0
	f.concern(k, message)
}
