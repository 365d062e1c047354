package explore

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"molly/node"
)

// toy is a random system: each node is a table that says for each state and input what it does.
type toy struct {
	nodes  int
	joint  bool
	tables []map[string]reaction // by node: "state input"
}

// reaction is what a node does.
type reaction struct {
	next  int
	send  []node.Message
	set   []string
	clear []string
	panic bool
}

// toyNode is a node of a toy.
type toyNode struct {
	table map[string]reaction
	S     int
	Steps int
}

func (n *toyNode) on(input string) node.Effect {
	r := n.table[fmt.Sprintf("%d %s", n.S, input)]
	n.S = r.next
	n.Steps++
	if r.panic {
		panic("bad state after " + input)
	}
	e := node.Effect{Send: r.send, Clear: r.clear}
	for _, t := range r.set {
		e.Set = append(e.Set, node.Timer{Type: t, Body: n.Steps % 2}) // sometimes renewed, sometimes replaced
	}
	return e
}

func (n *toyNode) Start(json.RawMessage) node.Effect                  { return n.on("start") }
func (n *toyNode) Deliver(_ int, m node.Message) node.Effect          { return n.on(m.Type) }
func (n *toyNode) Fire(t node.Timer) node.Effect                      { return n.on("timer " + t.Type) }
func (n *toyNode) Command(kind string, _ json.RawMessage) node.Effect { return n.on(kind) }
func (n *toyNode) Restart(bool) node.Effect                           { n.S = 0; return n.on("restart") }
func (n *toyNode) State() any                                         { return n.S }

// inbox is a toy that takes its messages when a timer fires, in the order of their types.
type inbox struct {
	toyNode
	Inbox []string
}

func (n *inbox) Deliver(_ int, m node.Message) node.Effect {
	n.Inbox = append(n.Inbox, m.Type)
	slices.Sort(n.Inbox)
	return node.Effect{}
}

// Fire takes what there is, and then the timer. It sends what all of them send, and sets what the timer sets.
func (n *inbox) Fire(t node.Timer) node.Effect {
	var send []node.Message
	for _, m := range n.Inbox {
		send = append(send, n.on(m).Send...)
	}
	n.Inbox = nil
	e := n.toyNode.Fire(t)
	e.Send = append(send, e.Send...)
	return e
}

func (n *inbox) State() any { return n }

const toyStates = 3

// newToy draws a toy. Messages have ranks, and what a message of a rank causes has a lower one: so executions end. A joint
// one does not panic, for the oracle is not asked after a panic.
func newToy(r *rand.Rand, joint bool) *toy {
	t := &toy{nodes: 2 + r.IntN(2), joint: joint}
	for range t.nodes {
		table := map[string]reaction{}
		for s := range toyStates {
			for _, input := range []string{"start", "restart", "go", "m0", "m1", "m2", "timer x", "timer y"} {
				table[fmt.Sprintf("%d %s", s, input)] = t.reaction(r, input)
			}
		}
		t.tables = append(t.tables, table)
	}
	return t
}

func (t *toy) reaction(r *rand.Rand, input string) reaction {
	x := reaction{next: r.IntN(toyStates), panic: r.IntN(40) == 0 && input != "start" && !t.joint}
	rank, sends := 3, 1
	switch input {
	case "m0", "m1", "m2":
		rank, sends = int(input[1]-'0'), r.IntN(2)
	case "timer x", "timer y":
		rank, sends = 1, r.IntN(2)
	case "restart":
		rank, sends = 2, r.IntN(2)
	}
	if rank > 0 {
		for range sends {
			x.send = append(x.send, node.Message{To: r.IntN(t.nodes), Type: fmt.Sprintf("m%d", r.IntN(rank))})
		}
	}
	for _, name := range []string{"x", "y"} {
		switch r.IntN(6) {
		case 0:
			x.set = append(x.set, name)
		case 1:
			x.clear = append(x.clear, name)
		}
	}
	return x
}

// double lets some steps that send something send it twice.
func (t *toy) double(r *rand.Rand) {
	for _, table := range t.tables {
		for _, key := range slices.Sorted(maps.Keys(table)) {
			if x := table[key]; r.IntN(2) == 0 {
				x.send = append(x.send, x.send...)
				table[key] = x
			}
		}
	}
}

// system is the toy as a system. Its oracle is local where it is not joint: a node in state 2 after so many steps.
func (t *toy) system(order node.Order) *node.System {
	s := &node.System{Name: "toy", Order: order, New: func(i int) node.Node { return &toyNode{table: t.tables[i]} }}
	for i := range t.nodes {
		s.Nodes = append(s.Nodes, string(rune('a'+i)))
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i})
	}
	s.Oracle = func() node.Oracle { return toyOracle{t.joint} }
	return s
}

// toyOracle finds a node in state 2 after three steps, or with joint some nodes in state 1 together.
type toyOracle struct{ joint bool }

func (o toyOracle) Causal([]node.Action) bool { return !o.joint }

func (o toyOracle) Check(w *node.World, e *node.Event) *node.Violation {
	if !o.joint {
		if e.Node >= 0 && e.Kind != node.Crash {
			if n := toyOf(w, e.Node); n.S == 2 && n.Steps >= 3 {
				return &node.Violation{Fingerprint: fmt.Sprintf("%d is in 2 by %v %d", e.Node, e.Kind, n.Steps)}
			}
		}
		return nil
	}
	text := ""
	for i := range w.System.Nodes {
		if n := toyOf(w, i); n.S == 1 && n.Steps >= 2 {
			text += fmt.Sprint(i)
		}
	}
	if len(text) < 2 {
		return nil
	}
	return &node.Violation{Fingerprint: text + " are in 1"}
}

func toyOf(w *node.World, i int) *toyNode {
	if n, ok := w.Node(i).(*inbox); ok {
		return &n.toyNode
	}
	return w.Node(i).(*toyNode)
}

// outside draws what comes from outside.
func (t *toy) outside(r *rand.Rand) []node.Action {
	var list []node.Action
	if r.IntN(3) == 0 {
		list = t.outside(r)
	}
	n := r.IntN(t.nodes)
	switch r.IntN(6) {
	case 0:
		list = append(list, node.Action{Kind: node.Crash, Node: n})
	case 1:
		list = append(list, node.Action{Kind: node.Crash, Node: n}, node.Action{Kind: node.Restart, Node: n})
	case 2:
		list = append(list, node.Action{Kind: node.Cut, Node: n, To: (n + 1) % t.nodes})
	case 3:
		list = append(list, node.Action{Kind: node.Cut, Node: n, To: (n + 1) % t.nodes}, node.Action{Kind: node.Heal, Node: n, To: (n + 1) % t.nodes})
	case 4:
		list = append(list, node.Action{Kind: node.Command, Node: n, Type: "go"})
	}
	return list
}
