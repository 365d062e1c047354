package wire

import (
	"molly/datalog"
	"molly/failure"
	"molly/provenance"
)

// Explain is the result of molly explain: the lineage of tuples in one run.
type Explain struct {
	Schema   int            `json:"schema"`
	Spec     Spec           `json:"spec"`     // under which the scenario is admissible
	Scenario failure.Faults `json:"scenario"` // what fails in the run
	Graph    Graph          `json:"graph"`    // the lineage
	Warnings []Diagnostic   `json:"warnings"` // about the program
}

// NewExplain returns a graph that explains a run under a scenario, without warnings.
func NewExplain(spec failure.Spec, nodes []string, s failure.Scenario, g *provenance.Graph) Explain {
	return Explain{Schema: Schema, Spec: NewSpec(spec, nodes), Scenario: s.Faults(), Graph: NewGraph(g), Warnings: []Diagnostic{}}
}

// Graph is a graph of facts and of the rules that derive them, or do not.
type Graph struct {
	// the nodes that were asked for; where no tuple was, for each violation its pre tuple and
	// its post tuple
	Roots []provenance.NodeID `json:"roots"`
	Nodes []Node              `json:"nodes"` // all nodes, by their number
}

// Node is a node of the graph. Which keys are there depends on its kind.
type Node struct {
	ID       provenance.NodeID        `json:"id"`                 // its number
	Kind     provenance.Kind          `json:"kind"`               // what it is
	Relation string                   `json:"relation,omitempty"` // of a tuple or a message
	Tuple    []*datalog.Value         `json:"tuple,omitempty"`    // of a tuple, a message, or a pattern, in which null is any value
	Time     int                      `json:"time,omitempty"`     // of a tuple or a rule; of a message, that of sending
	Rule     *Rule                    `json:"rule,omitempty"`     // the rule that fires, or does not
	Vars     map[string]datalog.Value `json:"vars,omitempty"`     // the rule's variables with their values
	Position *Position                `json:"position,omitempty"` // of a fact of the program
	From     *datalog.Value           `json:"from,omitempty"`     // the sender of a message
	To       *datalog.Value           `json:"to,omitempty"`       // the receiver of a message
	Fault    *Fault                   `json:"fault,omitempty"`    // what took the message; or the crash
	Text     string                   `json:"text,omitempty"`     // what fails in a premise that is false, undefined or unmatched
	Possible bool                     `json:"possible,omitempty"` // it happens in some other admissible scenario
	More     int                      `json:"more,omitempty"`     // the number of further bindings, which are not shown
	// it belongs to one sufficient reason for the roots: one way of a tuple that holds, one
	// failing premise of a rule that is blocked; the reason for what a minimal counterexample
	// violates names each of its faults
	Reason   bool                `json:"reason,omitempty"`
	Children []provenance.NodeID `json:"children,omitempty"` // the nodes that it rests on
}

// Rule is a rule of the program.
type Rule struct {
	ID       int       `json:"id"`                 // its number, from 0
	Position *Position `json:"position,omitempty"` // where it is
	Text     string    `json:"text"`               // the rule, written the usual way
}

// Fault is a single fault, or an input that is chosen.
type Fault struct {
	Kind   FaultKind `json:"kind"`             // which kind of fault
	From   string    `json:"from,omitempty"`   // of what a message suffers: the sender
	To     string    `json:"to,omitempty"`     // of what a message suffers: the receiver
	Node   string    `json:"node,omitempty"`   // of a crash or an outage: the node
	Time   int       `json:"time"`             // of sending, of the crash, of the beginning of the outage, or of the input
	Rounds int       `json:"rounds,omitempty"` // by how many rounds a message is late, or its second copy comes after the first
	Until  int       `json:"until,omitempty"`  // of an outage: the time at which the node is back
	Tuple  string    `json:"tuple,omitempty"`  // of an input: the tuple
}

// FaultKind tells faults apart.
type FaultKind string

// The kinds of faults.
const (
	Omission FaultKind = "omission"
	Crash    FaultKind = "crash"
	Late     FaultKind = "late"
	Twice    FaultKind = "twice"
	Outage   FaultKind = "outage"
	Input    FaultKind = "input" // no fault, but a choice
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
	switch f.Kind {
	case failure.Late:
		return &Fault{Kind: Late, From: f.Node, To: f.To, Time: f.Time, Rounds: f.D}
	case failure.Twice:
		return &Fault{Kind: Twice, From: f.Node, To: f.To, Time: f.Time, Rounds: f.D}
	case failure.Crash:
		return &Fault{Kind: Crash, Node: f.Node, Time: f.Time}
	case failure.Outage:
		return &Fault{Kind: Outage, Node: f.Node, Time: f.Time, Until: f.Until}
	case failure.Input:
		return &Fault{Kind: Input, Tuple: f.Node, Time: f.Time}
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
