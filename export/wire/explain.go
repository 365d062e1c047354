package wire

import (
	"molly/datalog"
	"molly/failure"
	"molly/provenance"
)

// Explain is the result of molly explain: the lineage of tuples in one run.
type Explain struct {
	Schema   int            `json:"schema"`
	Spec     Spec           `json:"spec"`
	Scenario failure.Faults `json:"scenario"`
	Graph    Graph          `json:"graph"`
	Warnings []Diagnostic   `json:"warnings"`
}

// NewExplain returns a graph that explains a run under a scenario, without warnings.
func NewExplain(spec failure.Spec, nodes []string, s failure.Scenario, g *provenance.Graph) Explain {
	return Explain{Schema: Schema, Spec: NewSpec(spec, nodes), Scenario: s.Faults(), Graph: NewGraph(g), Warnings: []Diagnostic{}}
}

// Graph is a graph of facts and of the rules that derive them, or do not.
type Graph struct {
	// Roots are the numbers of the nodes that were asked for.
	Roots []provenance.NodeID `json:"roots"`
	Nodes []Node              `json:"nodes"`
}

// Node is a node of the graph. Which keys are there depends on its kind.
type Node struct {
	ID       provenance.NodeID `json:"id"`
	Kind     provenance.Kind   `json:"kind"`
	Relation string            `json:"relation,omitempty"`
	// Tuple is that of a fact, a message or a pattern, in which null is any value.
	Tuple    []*datalog.Value         `json:"tuple,omitempty"`
	Time     int                      `json:"time,omitempty"` // of a message, the one of sending
	Rule     *Rule                    `json:"rule,omitempty"`
	Vars     map[string]datalog.Value `json:"vars,omitempty"`     // of the rule, with their values
	Position *Position                `json:"position,omitempty"` // of a given or stated fact
	From     *datalog.Value           `json:"from,omitempty"`
	To       *datalog.Value           `json:"to,omitempty"`
	// Fault took the message, or is the crash.
	Fault *Fault `json:"fault,omitempty"`
	// Text says what fails in a premise.
	Text string `json:"text,omitempty"`
	// Possible marks what happens in some other admissible scenario.
	Possible bool `json:"possible,omitempty"`
	// More counts further bindings, which are not shown.
	More int `json:"more,omitempty"`
	// Reason marks the nodes of one sufficient reason for the roots.
	Reason   bool                `json:"reason,omitempty"`
	Children []provenance.NodeID `json:"children,omitempty"`
}

// Rule is a rule of the program.
type Rule struct {
	ID       int       `json:"id"`
	Position *Position `json:"position,omitempty"`
	Text     string    `json:"text"`
}

// Fault is an omission, or the crash of a node.
type Fault struct {
	Kind FaultKind `json:"kind"`
	From string    `json:"from,omitempty"`
	To   string    `json:"to,omitempty"`
	Node string    `json:"node,omitempty"`
	Time int       `json:"time"`
}

// FaultKind tells omissions and crashes apart.
type FaultKind string

// The kinds of faults.
const (
	Omission FaultKind = "omission"
	Crash    FaultKind = "crash"
)

// NewGraph returns a graph as it is written to JSON.
func NewGraph(g *provenance.Graph) Graph {
	j := Graph{Roots: append([]provenance.NodeID{}, g.Roots...), Nodes: make([]Node, len(g.Nodes))}
	for i := range g.Nodes {
		j.Nodes[i] = newNode(g, provenance.NodeID(i))
	}
	for _, id := range g.InReason() {
		j.Nodes[id].Reason = true
	}
	return j
}

func newNode(g *provenance.Graph, id provenance.NodeID) Node {
	n := g.Node(id)
	j := Node{
		ID: id, Kind: n.Kind, Time: n.Time, Text: n.Text,
		Possible: n.Possible, More: n.More, Children: n.Children,
	}
	switch n.Kind {
	case provenance.Holds, provenance.Missing, provenance.Given, provenance.Crashed, provenance.Stated, provenance.NotYet,
		provenance.Unmatched, provenance.NoRule, provenance.Arrived, provenance.Lost, provenance.NoNode:
		j.Relation = g.Program.Relations[n.Relation].Name
		for _, v := range n.Args {
			j.Tuple = append(j.Tuple, plain(v))
		}
	}
	switch n.Kind {
	case provenance.Given, provenance.Stated:
		j.Position = newPosition(n.Pos)
	case provenance.Arrived, provenance.Lost, provenance.NoNode:
		j.From, j.To = plain(n.From), plain(n.To)
	}
	switch n.Kind {
	case provenance.Lost, provenance.Crashed:
		j.Fault = newFault(n.Fault)
	}
	if n.Rule != provenance.NoRuleID {
		r := &g.Program.Rules[n.Rule]
		rule := newRule(g.Program, r)
		j.Rule = &rule
		for v, value := range n.Vars {
			if value.Type() != datalog.Unknown {
				if j.Vars == nil {
					j.Vars = map[string]datalog.Value{}
				}
				j.Vars[r.Vars[v]] = value
			}
		}
	}
	return j
}

func newRule(p *datalog.Program, r *datalog.Rule) Rule {
	return Rule{ID: r.ID, Position: newPosition(r.Pos), Text: p.FormatRule(r)}
}

func newFault(f failure.Fault) *Fault {
	if f.Kind == failure.Crash {
		return &Fault{Kind: Crash, Node: f.Node, Time: f.Time}
	}
	return &Fault{Kind: Omission, From: f.Node, To: f.To, Time: f.Time}
}

// plain is a value, or nil where it is none.
func plain(v datalog.Value) *datalog.Value {
	if v.Type() == datalog.Unknown {
		return nil
	}
	return &v
}
