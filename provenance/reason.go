package provenance

import (
	"maps"
	"math"
	"slices"

	"molly/datalog"
)

// Reason returns the part of a graph that is one sufficient reason for its roots: a goal that
// holds keeps the cheapest way in which it comes about; a rule that is blocked keeps the cheapest
// premise that fails; what cannot be in any admissible scenario is left out where something else
// could be.
//
// In a graph that was made with a space, its leaves are a conjunction of literals, "this
// fault happens" and "this one does not", that is true in the run and sufficient for what the roots
// say: an implicant of the roots' circuits. So if the roots say that the invariant is violated, and
// the run's scenario is a minimal counterexample, the reason names each of its faults: one that it did
// not name could be taken away, and the rest would still violate the invariant.
//
// It is a derivation of least cost in an AND-OR graph (Knuth, "A generalization of Dijkstra's
// algorithm", 1977). The cost of a goal is about the number of lines that its explanation has.
// Costs are computed component by component of the graph, in linear time but inside components:
// goals that hold there have a least solution, and their costs are lowered until nothing changes
// (Bellman and Ford's relaxation); goals that are missing together (a greatest solution) are blocked
// by each other where nothing else blocks them.
func (g *Graph) Reason() *Graph { return g.reason().out }

// InReason lists the nodes that [Graph.Reason] keeps, sorted.
func (g *Graph) InReason() []NodeID { return slices.Sorted(maps.Keys(g.reason().number)) }

func (g *Graph) reason() *extraction {
	c := &chooser{
		graph: g, cost: make([]float64, len(g.Nodes)), kept: make([][]NodeID, len(g.Nodes)),
		component: make([]int, len(g.Nodes)),
	}
	for i := range c.cost {
		c.cost[i] = math.Inf(1)
	}
	datalog.Components(len(g.Nodes), func(v int, yield func(int)) {
		for _, ch := range g.Nodes[v].Children {
			yield(int(ch))
		}
	}, c.settle)
	return c.extract()
}

// Costs of an explanation. To keep a tuple from one time to the next costs no line.
const (
	lineCost = 1
	keepCost = 1.0 / 64
	mostCost = 1e200 // so that no sum is infinite
)

// chooser finds out what to keep of each node.
type chooser struct {
	graph     *Graph
	cost      []float64  // by node; infinite where it is not known
	kept      [][]NodeID // by node: children, in their order
	component []int      // by node: the number of its component, from 1, where it is known
	settled   int        // components
}

// settle computes the costs of a component, when those of all others that it leads to are known.
func (c *chooser) settle(members []int) {
	c.settled++
	for _, m := range members {
		c.component[m] = c.settled
	}
	if len(members) == 1 {
		c.update(NodeID(members[0]))
		return
	}
	missing := false
	for _, m := range members {
		missing = missing || c.graph.Nodes[m].Kind == Missing
	}
	if missing {
		c.settleMissing(members)
		return
	}
	for changed := true; changed; {
		changed = false
		for _, m := range members {
			changed = c.update(NodeID(m)) || changed
		}
	}
}

// settleMissing settles goals that are missing together. A rule is blocked by what is outside the
// component, if it can be, else by another goal in it, for which nothing else is needed.
func (c *chooser) settleMissing(members []int) {
	for _, m := range members { // outside is what has a cost
		if n := c.graph.Node(NodeID(m)); n.Kind == Blocked && !c.update(NodeID(m)) {
			for _, ch := range n.Children {
				if c.component[ch] == c.settled {
					c.kept[m] = []NodeID{ch}
					break
				}
			}
		}
	}
	for _, m := range members {
		if c.kept[m] == nil {
			c.kept[m] = c.children(c.graph.Node(NodeID(m)))
		}
	}
	sum := 0.0
	for _, m := range members {
		sum += c.own(c.graph.Node(NodeID(m)))
		for _, ch := range c.kept[m] {
			if c.component[ch] != c.settled {
				sum += c.cost[ch]
			}
		}
	}
	for _, m := range members {
		c.cost[m] = min(sum, mostCost)
	}
}

// update computes a node's cost and what it keeps from its children's costs, and reports whether
// the cost is lower than before.
func (c *chooser) update(id NodeID) bool {
	n := c.graph.Node(id)
	cost, kept := c.own(n), c.children(n)
	for _, ch := range kept {
		cost += c.cost[ch]
	}
	if math.IsInf(cost, 1) || min(cost, mostCost) >= c.cost[id] {
		return false
	}
	c.cost[id], c.kept[id] = min(cost, mostCost), kept
	return true
}

// children are those that a node keeps, as the costs are.
func (c *chooser) children(n *Node) []NodeID {
	switch n.Kind {
	case Holds:
		return c.cheapest(n.Children)
	case Blocked:
		return c.cheapest(c.obstacles(n))
	case Missing:
		return c.possible(n)
	case Regrouped:
		if c.graph.Node(n.Children[0]).Kind == Holds { // the group has another value
			return n.Children[:1]
		}
	}
	return n.Children
}

// own is the cost of a node without its children.
func (c *chooser) own(n *Node) float64 {
	if (n.Kind == Fired || n.Kind == Blocked) && len(n.Children) == 1 {
		if r := c.graph.Program.Rule(n.Rule); r.Timing == datalog.Inductive && len(r.Body) == 1 {
			return keepCost
		}
	}
	if n.IsGoal() {
		return keepCost // its line is that of its way
	}
	return lineCost
}

func (c *chooser) cheapest(children []NodeID) []NodeID {
	if len(children) == 0 {
		return nil
	}
	best := slices.MinFunc(children, func(x, y NodeID) int {
		switch a, b := c.cost[x], c.cost[y]; {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	return []NodeID{best}
}

// obstacles are the premises of a Blocked that count as its reason: that a message would have been
// lost is none where it was not sent.
func (c *chooser) obstacles(n *Node) []NodeID {
	var list []NodeID
	for _, ch := range n.Children {
		if k := c.graph.Node(ch).Kind; k != Lost && k != OtherTime {
			list = append(list, ch)
		}
	}
	if len(list) == 0 {
		return n.Children
	}
	return list
}

// possible are the ways of a missing goal that some admissible scenario has; all, where none has.
func (c *chooser) possible(n *Node) []NodeID {
	if !n.Possible {
		return n.Children
	}
	var list []NodeID
	for _, ch := range n.Children {
		if c.graph.Node(ch).Possible {
			list = append(list, ch)
		}
	}
	if len(list) == 0 { // a crash or an outage
		return n.Children
	}
	return list
}

// extract makes a graph of what is kept.
func (c *chooser) extract() *extraction {
	g := c.graph
	out := &Graph{Program: g.Program, Spec: g.Spec, Scenario: g.Scenario, Space: g.Space}
	x := &extraction{chooser: c, out: out, number: map[NodeID]NodeID{}, wanted: map[NodeID][]NodeID{}}
	for _, r := range g.Roots {
		out.Roots = append(out.Roots, x.want(r, c.kept[r]))
	}
	for i := 0; i < len(x.queue); i++ {
		x.follow(x.queue[i])
	}
	for old, id := range x.number {
		out.Nodes[id].Children = nil
		for _, ch := range x.wanted[old] {
			out.Nodes[id].Children = append(out.Nodes[id].Children, x.number[ch])
		}
	}
	return x
}

// extraction copies nodes with the children that are wanted of them.
type extraction struct {
	*chooser
	out    *Graph
	number map[NodeID]NodeID   // in the new graph
	wanted map[NodeID][]NodeID // in the old one
	queue  []NodeID
}

// want copies a node, at the latest now, with some of its children.
func (x *extraction) want(id NodeID, children []NodeID) NodeID {
	have, known := x.wanted[id]
	more := slices.Clone(have)
	for _, ch := range children {
		if !slices.Contains(more, ch) {
			more = append(more, ch)
		}
	}
	if !known {
		x.number[id] = NodeID(len(x.out.Nodes))
		x.out.Nodes = append(x.out.Nodes, *x.graph.Node(id))
	}
	if !known || len(more) > len(have) {
		x.wanted[id] = more
		x.queue = append(x.queue, id)
	}
	return x.number[id]
}

// follow copies what a node wants. Of what a group has instead, it wants the aggregate that says
// so, whatever else concludes it.
func (x *extraction) follow(id NodeID) {
	n := x.graph.Node(id)
	for _, ch := range x.wanted[id] {
		if n.Kind == Regrouped && x.graph.Node(ch).Kind == Holds {
			x.want(ch, x.grouped(ch, n))
		} else {
			x.want(ch, x.kept[ch])
		}
	}
}

// grouped is the way of a goal that is the aggregate of a Regrouped.
func (x *extraction) grouped(goal NodeID, n *Node) []NodeID {
	for _, ch := range x.graph.Node(goal).Children {
		if w := x.graph.Node(ch); w.Kind == Grouped && w.Rule == n.Rule && w.Time == n.Time {
			return []NodeID{ch}
		}
	}
	panic("provenance: a group has a value instead that it does not have")
}
