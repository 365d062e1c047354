package process

import (
	"encoding/json"
	"fmt"

	"molly/node"
)

// Node is a process as a node.
type Node struct {
	source  source
	i       int
	names   []string
	content json.RawMessage
	c       *connection // nil: not started, or given up
	state   json.RawMessage
}

var _ node.Node = (*Node)(nil)

// source is where processes come from: programs that are started, or connections that come in.
type source interface {
	// open finds a process for a node, which may have run before.
	open(i int) (*connection, error)
	// release gives back one that works.
	release(i int, c *connection)
}

// ask asks the process; one that answers wrongly is given up.
func (n *Node) ask(r request) node.Effect {
	line, err := n.c.ask(r)
	if err == nil {
		var e node.Effect
		if e, n.state, err = effect(line, n.names); err == nil {
			return e
		}
	}
	_ = n.c.end() // the reason is known
	n.c = nil
	return node.Effect{Broken: fmt.Errorf("the process of %s: %w", n.names[n.i], err)}
}

// start asks for the first step.
func (n *Node) start(r request) node.Effect {
	if n.c == nil {
		c, err := n.source.open(n.i)
		if err != nil {
			return node.Effect{Broken: fmt.Errorf("the process of %s: %w", n.names[n.i], err)}
		}
		n.c = c
	}
	r.Kind, r.Name, r.Nodes, r.Content = "start", n.names[n.i], n.names, n.content
	return n.ask(r)
}

// Start starts the process, or starts it over.
func (n *Node) Start(content json.RawMessage) node.Effect {
	n.content = content
	return n.start(request{})
}

// Restart starts it over after a crash; one that has ended is started anew.
func (n *Node) Restart(lost bool) node.Effect {
	return n.start(request{Restart: true, Lost: lost})
}

// Deliver hands a message over.
func (n *Node) Deliver(from int, m node.Message) node.Effect {
	return n.ask(request{Kind: "message", From: n.names[from], Type: m.Type, Body: raw(m.Body)})
}

// Fire fires a timer.
func (n *Node) Fire(t node.Timer) node.Effect {
	return n.ask(request{Kind: "timeout", Type: t.Type, Body: raw(t.Body)})
}

// Command hands a command over.
func (n *Node) Command(kind string, body json.RawMessage) node.Effect {
	return n.ask(request{Kind: "command", Type: kind, Body: body})
}

// State is what the process said last of its state.
func (n *Node) State() any {
	if len(n.state) == 0 {
		return nil
	}
	return n.state
}

// Close gives the process back, for the next execution.
func (n *Node) Close() error {
	if n.c != nil {
		n.source.release(n.i, n.c)
		n.c = nil
	}
	return nil
}

func raw(body any) json.RawMessage {
	text, _ := body.(json.RawMessage)
	return text
}

// decode reads the body of a message that was changed by hand: any JSON.
func decode(_ string, text json.RawMessage) (any, error) {
	if !json.Valid(text) {
		return nil, fmt.Errorf("%s is no JSON", excerpt(text))
	}
	return body(text), nil
}
