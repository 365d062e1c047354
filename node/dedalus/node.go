package dedalus

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/node"
)

// Node is a node of a program that runs asynchronously.
type Node struct {
	target *target
	name   string
	next   eval.State     // what the next step begins with
	inbox  []eval.Message // what it takes in
	closed []datalog.Fact // all that held at its last step, sorted
	past   []datalog.Fact // of the absolute times that some rule reads, what held there
	silent int            // from this local time on it sends nothing to others; 0: it does send
}

var (
	_ node.Node   = (*Node)(nil)
	_ node.Editor = (*Node)(nil)
)

// Time is the local time of the node's last step; 0 before the first.
func (n *Node) Time() int { return n.next.Time - 1 }

// Holds is all that held at the node's last step, sorted. It must not be changed.
func (n *Node) Holds() []datalog.Fact { return n.closed }

// ticking is the timer of the next step, where there is one.
func (n *Node) ticking() []node.Timer {
	if until := n.target.options.Until; until > 0 && n.next.Time > until {
		return nil
	}
	return []node.Timer{{Type: Tick, Key: node.Key{Bytes: 1, Masked: 1}}}
}

// Start sets the first tick. There is nothing to tell a node: its program knows all.
func (n *Node) Start(json.RawMessage) node.Effect {
	n.next = eval.State{Time: 1, Boot: true}
	return node.Effect{Set: n.ticking()}
}

// Deliver puts a message into the inbox.
func (n *Node) Deliver(from int, m node.Message) node.Effect {
	r, ok := n.target.program.Lookup(m.Type)
	body, is := m.Body.(Tuple)
	if !ok || !is {
		panic(fmt.Sprintf("a message %s that no rule sends", m.Type))
	}
	n.inbox = append(n.inbox, eval.Message{
		Relation: r, From: datalog.String(n.target.nodes[from]), To: datalog.String(n.name), Args: body.Args, Rule: body.rule,
	})
	return node.Effect{}
}

// The commands that are no relations: these names are taken by the language.
const (
	// Silence is a crash as a failure specification means it: from its next step on, the node sends
	// nothing to others, and rules that read crash see it. A crash of the world's stops the node.
	Silence = "crash"
	// SetClock sets the local time of the next step forward. Its body is the time.
	SetClock = "now"
)

// Command puts a tuple into the next step, or is one of the commands that are no relations.
func (n *Node) Command(kind string, body json.RawMessage) node.Effect {
	switch kind {
	case Silence:
		if n.silent == 0 {
			n.silent = n.next.Time
		}
		return node.Effect{}
	case SetClock:
		return n.setClock(body)
	}
	r, args, err := n.target.tuple(kind, body)
	if err != nil {
		return node.Effect{Notes: []string{err.Error()}}
	}
	if args[0] != datalog.String(n.name) {
		return node.Effect{Notes: []string{fmt.Sprintf("%s is at another node", datalog.FormatTuple(kind, args))}}
	}
	n.next.Facts = sorted(append(slices.Clone(n.next.Facts), datalog.Fact{Relation: r, Args: args, Time: n.next.Time}))
	return node.Effect{}
}

// sorted sorts facts, and keeps one of each.
func sorted(list []datalog.Fact) []datalog.Fact {
	slices.SortFunc(list, datalog.Fact.Compare)
	return slices.CompactFunc(list, func(a, b datalog.Fact) bool { return a.Compare(b) == 0 })
}

// Fire is one local step.
func (n *Node) Fire(node.Timer) node.Effect {
	var effect node.Effect
	err := n.target.with(func(s *eval.Stepper) error {
		step, err := s.Step(context.Background(), n.name, n.next, n.inbox, nil)
		if err != nil {
			return err
		}
		n.closed = step.Facts()
		if slices.Contains(n.target.absolute, n.next.Time) {
			n.past = append(n.past, n.closed...)
		}
		for _, m := range step.Sent {
			to := slices.Index(n.target.nodes, m.To.Text())
			if to >= 0 && m.To.Type() == datalog.Text && (n.silent == 0 || n.target.nodes[to] == n.name) {
				effect.Send = append(effect.Send, node.Message{To: to, Type: n.target.program.Relations[m.Relation].Name, Body: Tuple{m.Args, m.Rule}})
			}
		}
		n.next, n.inbox = step.Next, nil
		return nil
	})
	if err != nil {
		return node.Effect{Broken: err}
	}
	effect.Set = n.ticking()
	return effect
}

// setClock lets the node's clock go forward, as if it had been down up to a time.
func (n *Node) setClock(body json.RawMessage) node.Effect {
	var time int
	if err := json.Unmarshal(body, &time); err != nil || time < n.next.Time {
		return node.Effect{Notes: []string{fmt.Sprintf("the clock can be set to a time from %d on, not to %s", n.next.Time, body)}}
	}
	if err := n.target.with(func(s *eval.Stepper) error { n.next = s.Restart(n.next, time); return nil }); err != nil {
		return node.Effect{Broken: err}
	}
	if len(n.ticking()) == 0 {
		return node.Effect{Clear: []string{Tick}}
	}
	return node.Effect{}
}

// Restart keeps what is stable. What was in the inbox is gone.
func (n *Node) Restart(lost bool) node.Effect {
	n.inbox, n.closed = nil, nil
	if lost {
		n.next, n.past = eval.State{Time: n.next.Time, Boot: true}, nil
	} else if err := n.target.with(func(s *eval.Stepper) error { n.next = s.Restart(n.next, n.next.Time); return nil }); err != nil {
		return node.Effect{Broken: err}
	}
	return node.Effect{Set: n.ticking()}
}
