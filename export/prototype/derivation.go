package prototype

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/provenance"
)

// derivation is the lineage of all tuples of some relations at EOT.
func derivation(ctx context.Context, run *eval.Run, relations []datalog.RelID) (Provenance, error) {
	d := &deriver{goals: map[provenance.NodeID]string{}, ways: map[provenance.NodeID][]way{}, clocks: map[string]string{}}
	d.out = Provenance{Goals: []Goal{}, Rules: []Rule{}, Edges: []Edge{}}
	var goals []provenance.Goal
	for _, relation := range relations {
		for _, h := range run.History(relation, run.EOT()) {
			goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: relation, Args: h.Tuple, Time: run.EOT()}})
		}
	}
	if len(goals) == 0 {
		return d.out, nil
	}
	graph, err := provenance.Explain(ctx, run, nil, goals...)
	if err != nil {
		return d.out, err
	}
	d.graph = graph
	d.founded()
	for _, root := range graph.Roots {
		d.goal(root)
	}
	return d.out, nil
}

// deriver turns an explanation of tuples that hold into goals, rules and edges. What a rule
// negates is left out, and so is a way that would close a circle.
type deriver struct {
	graph  *provenance.Graph
	out    Provenance
	goals  map[provenance.NodeID]string // their IDs
	ways   map[provenance.NodeID][]way
	clocks map[string]string // the IDs of clock goals
}

// relation is the name of a relation.
func (d *deriver) relation(r datalog.RelID) string { return d.graph.Program.Relations[r].Name }

// way is a step that concludes a goal.
type way struct {
	step     *provenance.Node
	premises []provenance.NodeID // goals, once each
}

// founded finds the ways of all goals. Of goals that hold each other up, each keeps the ways
// that rest on goals which can be concluded before it.
func (d *deriver) founded() {
	ids := map[provenance.NodeID][]way{}
	for i := range d.graph.Nodes {
		if n := &d.graph.Nodes[i]; n.Kind == provenance.Holds {
			for _, c := range n.Children {
				if s := d.graph.Node(c); s.Kind == provenance.Fired || s.Kind == provenance.Grouped {
					ids[provenance.NodeID(i)] = append(ids[provenance.NodeID(i)], way{s, d.premises(s)})
				}
			}
		}
	}
	circle := make([]int, len(d.graph.Nodes)) // which component a goal is in
	components := 0
	datalog.Components(len(d.graph.Nodes), func(v int, yield func(w int)) {
		for _, w := range ids[provenance.NodeID(v)] {
			for _, p := range w.premises {
				yield(int(p))
			}
		}
	}, func(members []int) {
		components++
		for _, m := range members {
			circle[m] = components
		}
	})
	rank := d.ranks(ids)
	for i := range d.graph.Nodes {
		id := provenance.NodeID(i)
		for _, w := range ids[id] {
			back := func(p provenance.NodeID) bool { return circle[p] == circle[i] && rank[p] >= rank[i] }
			if !slices.ContainsFunc(w.premises, back) {
				d.ways[id] = append(d.ways[id], w)
			}
		}
	}
}

// ranks says in which round each goal can be concluded.
func (d *deriver) ranks(ways map[provenance.NodeID][]way) []int {
	rank := make([]int, len(d.graph.Nodes))
	for i := range d.graph.Nodes {
		if n := &d.graph.Nodes[i]; n.Kind == provenance.Holds && len(ways[provenance.NodeID(i)]) < len(n.Children) {
			rank[i] = 1 // a fact
		}
	}
	for round, again := 1, true; again; round++ {
		again = false
		for i := range d.graph.Nodes {
			if rank[i] > 0 {
				continue
			}
			ready := func(p provenance.NodeID) bool { return rank[p] > 0 && rank[p] <= round }
			for _, w := range ways[provenance.NodeID(i)] {
				if !slices.ContainsFunc(w.premises, func(p provenance.NodeID) bool { return !ready(p) }) {
					rank[i] = round + 1
					again = true
					break
				}
			}
		}
	}
	return rank
}

// goal adds a goal with all below it, and returns its ID.
func (d *deriver) goal(id provenance.NodeID) string {
	if name, known := d.goals[id]; known {
		return name
	}
	n := d.graph.Node(id)
	name := d.add(d.relation(n.Relation), append(plain(n.Args), strconv.Itoa(n.Time)), n.Time)
	d.goals[id] = name
	for _, w := range d.ways[id] {
		d.rule(name, n, w)
	}
	return name
}

// add adds a goal.
func (d *deriver) add(table string, args []string, time int) string {
	name := "goal" + strconv.Itoa(len(d.out.Goals))
	d.out.Goals = append(d.out.Goals, Goal{
		ID: name, Label: table + "(" + strings.Join(args, ", ") + ")", Table: table, Time: strconv.Itoa(time),
	})
	return name
}

// premises lists the goals that a step rests on, once each.
func (d *deriver) premises(step *provenance.Node) (list []provenance.NodeID) {
	for _, c := range step.Children {
		switch below := d.graph.Node(c); below.Kind {
		case provenance.Holds:
			list = append(list, c)
		case provenance.Fired: // a binding of an aggregate
			list = append(list, d.premises(below)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ruleTypes are the prototype's words.
var ruleTypes = [...]string{datalog.Deductive: "single", datalog.Inductive: "next", datalog.Asynchronous: "async"}

// rule adds a rule below a goal.
func (d *deriver) rule(goal string, head *provenance.Node, w way) {
	rule := d.graph.Program.Rule(w.step.Rule)
	table := d.relation(rule.Head.Relation)
	name := "rule" + strconv.Itoa(len(d.out.Rules))
	d.out.Rules = append(d.out.Rules, Rule{ID: name, Label: table, Table: table, Type: ruleTypes[rule.Timing]})
	d.edge(goal, name)
	for _, p := range w.premises {
		d.edge(name, d.goal(p))
	}
	if rule.Timing == datalog.Deductive || len(head.Args) == 0 {
		return
	}
	to := plainValue(head.Args[0])
	for _, from := range d.senders(w.step) {
		arrives := strconv.Itoa(w.step.Time + 1)
		if rule.Timing == datalog.Inductive {
			from, arrives = to, Wildcard
		}
		args := []string{from, to, strconv.Itoa(w.step.Time), arrives}
		key := strings.Join(args, "\x00")
		if d.clocks[key] == "" {
			d.clocks[key] = d.add("clock", args, w.step.Time)
		}
		d.edge(name, d.clocks[key])
	}
}

// senders are the places that messages of a step come from; one that is no message comes from
// its own place.
func (d *deriver) senders(step *provenance.Node) []string {
	var list []string
	var visit func(n *provenance.Node)
	visit = func(n *provenance.Node) {
		for _, c := range n.Children {
			switch below := d.graph.Node(c); below.Kind {
			case provenance.Arrived:
				list = append(list, plainValue(below.From))
			case provenance.Fired:
				visit(below)
			}
		}
	}
	visit(step)
	if list == nil {
		return []string{""}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (d *deriver) edge(from, to string) {
	d.out.Edges = append(d.out.Edges, Edge{From: from, To: to})
}
