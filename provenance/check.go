package provenance

import (
	"errors"
	"fmt"

	"molly/datalog"
)

// Check verifies what [Graph] and [Kind] document of a graph's form. It returns one
// sentence for each violation, joined, or nil. Whether what the graph says is true is
// not its business.
func (g *Graph) Check() error {
	c := &formCheck{graph: g, goals: map[string]NodeID{}}
	for i := range g.Nodes {
		c.node(NodeID(i))
	}
	if !c.dangling {
		c.reachable()
		c.founded()
	}
	return errors.Join(c.violations...)
}

type formCheck struct {
	graph      *Graph
	goals      map[string]NodeID
	violations []error
	dangling   bool // some child is no node: there is no way along the edges
}

func (c *formCheck) violated(format string, args ...any) {
	c.violations = append(c.violations, fmt.Errorf(format, args...))
}

// children are the kinds that may be below a kind.
var children = map[Kind][]Kind{
	Holds:     {Given, Crashed, Fired, Grouped},
	Missing:   {Missing, Blocked, Regrouped, Stated, NoRule, Cut, Down, Unchosen},
	Fired:     {Holds, Missing, NotYet, Arrived, Down},
	Grouped:   {Fired, Blocked},
	Blocked:   {Holds, Missing, NotYet, Lost, OtherTime, NoNode, False, Undefined, Unmatched, Down, Up},
	Regrouped: {Holds, Blocked},
}

func (c *formCheck) node(id NodeID) {
	n := c.graph.Node(id)
	for _, ch := range n.Children {
		if ch < 0 || int(ch) >= len(c.graph.Nodes) {
			c.violated("node %d has the child %d of %d", id, ch, len(c.graph.Nodes))
			c.dangling = true
			return
		}
		allowed := false
		for _, k := range children[n.Kind] {
			allowed = allowed || k == c.graph.Node(ch).Kind
		}
		if !allowed {
			c.violated("node %d, %v, has a child that is %v", id, n.Kind, c.graph.Node(ch).Kind)
		}
	}
	switch n.Kind {
	case Fired, Grouped, Blocked, Regrouped:
		if rules := len(c.graph.Program.Rules) + len(c.graph.Program.Stable); n.Rule < 0 || n.Rule >= rules {
			c.violated("node %d has rule %d of %d", id, n.Rule, rules)
		}
	default:
		if n.Rule != NoRuleID {
			c.violated("node %d, %v, has a rule", id, n.Kind)
		}
	}
	explained := len(n.Children) > 0
	switch n.Kind {
	case Holds, Grouped, Blocked, Regrouped:
		if !explained {
			c.violated("node %d, %v, has no children", id, n.Kind)
		}
	case Missing:
		if !explained && (!c.graph.Space || n.Possible) {
			c.violated("node %d is missing without a reason", id)
		}
	}
	if n.IsGoal() {
		key := c.graph.Program.FormatFact(n.Fact)
		if other, twice := c.goals[key]; twice {
			c.violated("nodes %d and %d are both %s", other, id, key)
		}
		c.goals[key] = id
	}
}

func (c *formCheck) reachable() {
	seen := make([]bool, len(c.graph.Nodes))
	var queue []NodeID
	visit := func(id NodeID) {
		if !seen[id] {
			seen[id] = true
			queue = append(queue, id)
		}
	}
	for _, r := range c.graph.Roots {
		if !c.graph.Node(r).IsGoal() {
			c.violated("root %d is not a goal", r)
		}
		visit(r)
	}
	for i := 0; i < len(queue); i++ {
		for _, ch := range c.graph.Node(queue[i]).Children {
			visit(ch)
		}
	}
	for id, s := range seen {
		if !s {
			c.violated("node %d is not reachable from a root", id)
		}
	}
}

// founded checks that the first ways of goals that hold never lead back to them.
func (c *formCheck) founded() {
	datalog.Components(len(c.graph.Nodes), func(v int, yield func(int)) {
		n := c.graph.Node(NodeID(v))
		switch n.Kind {
		case Holds:
			if len(n.Children) > 0 {
				yield(int(n.Children[0]))
			}
		case Fired, Grouped:
			for _, ch := range n.Children {
				if c.graph.Node(ch).Kind != Missing {
					yield(int(ch))
				}
			}
		}
	}, func(members []int) {
		if len(members) > 1 {
			c.violated("the first ways of %d nodes, of which %d is one, hold each other up", len(members), members[0])
		}
	})
}
