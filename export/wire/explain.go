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
	Fault    *Fault                   `json:"fault,omitempty"`    // what took the message, or makes it late or come twice; the crash or outage; the input
	Also     *Fault                   `json:"also,omitempty"`     // of a second copy: what makes the first one late
	Arrives  int                      `json:"arrives,omitempty"`  // of a message that a fault concerns: when it arrives, or would
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

// Fault is a single fault, or an input that is there.
type Fault struct {
	Kind   FaultKind `json:"kind"`             // what it is
	From   string    `json:"from,omitempty"`   // of an omission, a lateness or a second copy: the sender
	To     string    `json:"to,omitempty"`     // of an omission, a lateness or a second copy: the receiver
	Node   string    `json:"node,omitempty"`   // of a crash or an outage: the node
	Tuple  string    `json:"tuple,omitempty"`  // of an input: the tuple
	Clause int       `json:"clause,omitempty"` // of an input: the number of its may clause
	Time   int       `json:"time"`             // of sending, of the crash, of the beginning of the outage, of the input
	Rounds int       `json:"rounds,omitempty"` // of a lateness: how many rounds late; of a second copy: how many after the first
	Until  int       `json:"until,omitempty"`  // of an outage: when the node is back
}

// FaultKind tells the kinds of faults apart.
type FaultKind string

// The kinds of faults.
const (
	Omission FaultKind = "omission"
	Crash    FaultKind = "crash"
	Late     FaultKind = "late"
	Twice    FaultKind = "twice"
	Outage   FaultKind = "outage"
	Input    FaultKind = "input"
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
		provenance.Unmatched, provenance.NoRule, provenance.Arrived, provenance.Lost, provenance.NoNode, provenance.OtherTime,
		provenance.Unchosen:
		j.Relation = g.Program.Relations[n.Relation].Name
		for _, v := range n.Args {
			j.Tuple = append(j.Tuple, plain(v))
		}
	}
	switch n.Kind {
	case provenance.Given, provenance.Stated, provenance.Unchosen:
		j.Position = newPosition(n.Pos)
	case provenance.Arrived, provenance.Lost, provenance.NoNode, provenance.OtherTime:
		j.From, j.To = plain(n.From), plain(n.To)
	case provenance.Down, provenance.Up:
		j.From = plain(n.From)
	}
	if n.Kind == provenance.Unchosen {
		j.Fault = newFault(n.Fault)
	}
	if faults := n.Faults(); len(faults) > 0 {
		j.Fault = newFault(faults[0])
		j.Arrives = n.At
		for _, f := range faults[1:] {
			j.Also = newFault(f)
		}
	}
	if n.Rule != provenance.NoRuleID {
		r := g.Program.Rule(n.Rule)
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
	case failure.Crash:
		return &Fault{Kind: Crash, Node: f.Node, Time: f.Time}
	case failure.Outage:
		return &Fault{Kind: Outage, Node: f.Node, Time: f.Time, Until: f.Until}
	case failure.Late:
		return &Fault{Kind: Late, From: f.Node, To: f.To, Time: f.Time, Rounds: f.D}
	case failure.Twice:
		return &Fault{Kind: Twice, From: f.Node, To: f.To, Time: f.Time, Rounds: f.D}
	case failure.Input:
		return &Fault{Kind: Input, Tuple: f.Node, Clause: f.D, Time: f.Time}
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
