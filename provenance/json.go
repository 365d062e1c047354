package provenance

import (
	"molly/datalog"
	"molly/failure"
)

// Document is a graph in JSON.
type Document struct {
	Roots []NodeID       `json:"roots"`
	Nodes []DocumentNode `json:"nodes"`
}

// DocumentNode is a node in JSON. Kind is a name of a [Kind]; which other fields are
// there depends on it, as in [Node].
type DocumentNode struct {
	ID       NodeID         `json:"id"`
	Kind     string         `json:"kind"`
	Relation string         `json:"relation,omitempty"`
	Args     []any          `json:"args,omitempty"` // integers and strings; null is any value
	Time     int            `json:"time,omitempty"`
	Rule     *DocumentRule  `json:"rule,omitempty"`
	Vars     map[string]any `json:"vars,omitempty"`
	File     string         `json:"file,omitempty"` // of a given or stated fact
	Line     int            `json:"line,omitempty"`
	From     any            `json:"from,omitempty"`
	To       any            `json:"to,omitempty"`
	Fault    *DocumentFault `json:"fault,omitempty"`
	Text     string         `json:"text,omitempty"`
	Possible bool           `json:"possible,omitempty"`
	More     int            `json:"more,omitempty"`
	// Reason marks the nodes of one sufficient reason for the roots ([Graph.Reason]).
	Reason   bool     `json:"reason,omitempty"`
	Children []NodeID `json:"children,omitempty"`
}

// DocumentRule is a rule of the program.
type DocumentRule struct {
	ID   int    `json:"id"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// DocumentFault is an omission, or a crash of Node.
type DocumentFault struct {
	Kind string `json:"kind"` // omission or crash
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Node string `json:"node,omitempty"`
	Time int    `json:"time"`
}

// Document returns the graph as it is written to JSON.
func (g *Graph) Document() Document {
	d := Document{Roots: append([]NodeID{}, g.Roots...), Nodes: make([]DocumentNode, len(g.Nodes))}
	for i := range g.Nodes {
		d.Nodes[i] = g.documentNode(NodeID(i))
	}
	for id := range g.reason().number {
		d.Nodes[id].Reason = true
	}
	return d
}

func (g *Graph) documentNode(id NodeID) DocumentNode {
	n := g.Node(id)
	d := DocumentNode{
		ID: id, Kind: n.Kind.String(), Time: n.Time, Text: n.Text,
		Possible: n.Possible, More: n.More, Children: n.Children,
	}
	switch n.Kind {
	case Holds, Missing, Given, Crashed, Stated, NotYet, Unmatched, NoRule, Arrived, Lost, NoNode:
		d.Relation = g.Program.Relations[n.Relation].Name
		for _, v := range n.Args {
			d.Args = append(d.Args, plain(v))
		}
	}
	if n.Kind == Given || n.Kind == Stated {
		pos := g.Program.Facts[n.Fact].Pos
		d.File, d.Line = pos.File, pos.Line
	}
	if n.Kind == Arrived || n.Kind == Lost || n.Kind == NoNode {
		d.From, d.To = plain(n.From), plain(n.To)
	}
	if n.Kind == Lost || n.Kind == Crashed {
		d.Fault = documentFault(n.Fault)
	}
	if n.Rule != NoRuleID {
		r := &g.Program.Rules[n.Rule]
		d.Rule = &DocumentRule{ID: r.ID, File: r.Pos.File, Line: r.Pos.Line, Text: g.Program.FormatRule(r)}
		for v, value := range n.Vars {
			if value.Type() != datalog.Unknown {
				if d.Vars == nil {
					d.Vars = map[string]any{}
				}
				d.Vars[r.Vars[v]] = plain(value)
			}
		}
	}
	return d
}

func documentFault(f failure.Fault) *DocumentFault {
	if f.Kind == failure.Crash {
		return &DocumentFault{Kind: "crash", Node: f.Node, Time: f.Time}
	}
	return &DocumentFault{Kind: "omission", From: f.Node, To: f.To, Time: f.Time}
}

// plain is a value as JSON has it, or nil.
func plain(v datalog.Value) any {
	if v.Type() == datalog.Unknown {
		return nil
	}
	return v
}
