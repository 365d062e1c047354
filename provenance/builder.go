package provenance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// builder makes a graph. Goals wait in a queue until they are explained, so that what
// is near a root is explained first.
type builder struct {
	ctx     context.Context
	run     *eval.Run
	space   *eval.Space        // or nil
	value   *circuit.Valuation // of the space, under the run's scenario
	program *datalog.Program
	nodes   map[string]bool
	watched []bool // by relation: only observers read it
	graph   *Graph

	goals    map[string]NodeID
	queue    []NodeID
	follow   map[NodeID]bool // Missing goals to follow even if they are impossible
	expanded map[NodeID]bool
	steps    int // of all searches
}

func newBuilder(ctx context.Context, run *eval.Run, space *eval.Space) (*builder, error) {
	b := &builder{
		ctx: ctx, run: run, space: space, program: run.Program(), nodes: map[string]bool{}, watched: eval.Observed(run.Program()),
		graph: &Graph{Program: run.Program(), Spec: run.Spec, Scenario: run.Scenario, Space: space != nil},
		goals: map[string]NodeID{}, follow: map[NodeID]bool{}, expanded: map[NodeID]bool{},
	}
	for _, n := range run.Nodes() {
		b.nodes[n] = true
	}
	if space != nil {
		if space.Spec != run.Spec || space.Program() != run.Program() {
			return nil, fmt.Errorf("the space is of another program, or of %v, while the run is of %v", space.Spec, run.Spec)
		}
		b.value = space.Circuit.Evaluate(run.Scenario)
	}
	return b, nil
}

// root adds a goal that was asked for.
func (b *builder) root(g Goal) error {
	if g.Relation < 0 || int(g.Relation) >= len(b.program.Relations) || len(g.Args) != b.program.Relations[g.Relation].Arity() {
		return fmt.Errorf("a goal has relation %d of %d, or a wrong number of columns", g.Relation, len(b.program.Relations))
	}
	if b.run.Skips(g.Relation, g.Time) {
		return fmt.Errorf("%s was evaluated only at EOT, not at time %d", b.program.Relations[g.Relation].Name, g.Time)
	}
	found := matching(b.run.Lineage, g.Relation, g.Time, g.Args)
	for _, f := range found {
		b.graph.Roots = append(b.graph.Roots, b.holds(f))
	}
	if len(found) == 0 {
		b.graph.Roots = append(b.graph.Roots, b.missing(g.Relation, g.Time, g.Args, true))
	}
	return nil
}

// add appends a node.
func (b *builder) add(n Node) NodeID {
	b.graph.Nodes = append(b.graph.Nodes, n)
	return NodeID(len(b.graph.Nodes) - 1)
}

// child appends a node to the children of another one.
func (b *builder) child(parent NodeID, n Node) NodeID {
	id := b.add(n)
	b.link(parent, id)
	return id
}

func (b *builder) link(parent, child NodeID) {
	n := &b.graph.Nodes[parent]
	n.Children = append(n.Children, child)
}

// holds returns the goal of a fact of the run.
func (b *builder) holds(f eval.FactID) NodeID {
	return b.goal(Holds, b.run.Relation(f), b.run.Time(f), b.run.Args(f))
}

// missing returns the goal of a tuple or pattern that has no match in the run. follow
// says to explain it even where no scenario has it.
func (b *builder) missing(r datalog.RelID, time int, args []datalog.Value, follow bool) NodeID {
	if b.timeless(r) {
		time = 0
	}
	id := b.goal(Missing, r, time, args)
	if follow && !b.follow[id] {
		b.follow[id] = true
		if b.expanded[id] && len(b.graph.Nodes[id].Children) == 0 {
			b.expanded[id] = false // it was left alone, and is wanted now
			b.queue = append(b.queue, id)
		}
	}
	return id
}

func (b *builder) goal(k Kind, r datalog.RelID, time int, args []datalog.Value) NodeID {
	var key strings.Builder
	fmt.Fprintf(&key, "%d@%d", r, time)
	for _, v := range args {
		fmt.Fprintf(&key, ",%d%v", v.Type(), v)
	}
	if id, ok := b.goals[key.String()]; ok {
		return id
	}
	id := b.add(about(k, goalOf(r, time, args)))
	b.goals[key.String()] = id
	b.queue = append(b.queue, id)
	return id
}

// rulesOf lists the rules that conclude a relation.
func (b *builder) rulesOf(r datalog.RelID) []*datalog.Rule {
	var list []*datalog.Rule
	for i := range b.program.Rules {
		if b.program.Rules[i].Head.Relation == r {
			list = append(list, &b.program.Rules[i])
		}
	}
	if i, stable := slices.BinarySearch(b.program.Stable, r); stable && b.run.Spec.Restarts > 0 {
		list = append(list, b.program.Rule(len(b.program.Rules)+i))
	}
	return list
}

// factsOf lists the facts of the program that match a pattern, at any time; those that last, at
// the first one.
func (b *builder) factsOf(r datalog.RelID, pattern []datalog.Value) []datalog.Fact {
	var list []datalog.Fact
	for _, f := range slices.Concat(b.program.Facts, b.program.Lasting) {
		if f.Relation == r && matches(pattern, f.Args) {
			list = append(list, f)
		}
	}
	return list
}

// timeless reports whether a relation holds the same at every time.
func (b *builder) timeless(r datalog.RelID) bool {
	return r == b.program.Crash || r == b.program.Outage
}

// sortFirings orders firings by rule and then by the tuples of their premises.
func sortFirings(l *eval.Lineage, list []eval.FiringID) {
	slices.SortFunc(list, func(x, y eval.FiringID) int { return compareFirings(l, x, y) })
}

func compareFirings(l *eval.Lineage, x, y eval.FiringID) int {
	f, g := l.Firing(x), l.Firing(y)
	if f.Rule != g.Rule {
		return f.Rule - g.Rule
	}
	for i := range f.Premises { // of the same rule: equally many
		if c := datalog.CompareTuples(l.Args(f.Premises[i]), l.Args(g.Premises[i])); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(f.Time, g.Time), int(x-y))
}
