// Package pingpong is the smallest system of actors: a sends a ping, b answers, and so on. When a waits
// too long, it sends the ping again.
package pingpong

import (
	"fmt"

	"molly/node"
	"molly/node/actor"
)

// Ping is what a sends.
type Ping struct{ N int }

// Pong is what b answers.
type Pong struct{ N int }

// Player is one of the two.
type Player struct {
	Sent     int // of a: the last ping
	Answered int // of a: the last pong; of b: the last ping
}

// Start sends the first ping.
func (p *Player) Start(c *actor.Context) {
	if c.Name() == "a" {
		p.ping(c)
	}
}

func (p *Player) ping(c *actor.Context) {
	p.Sent = p.Answered + 1
	c.Send("b", Ping{p.Sent})
	c.Set("again")
}

// Message answers a ping, and sends the next one after a pong.
func (p *Player) Message(c *actor.Context, from string, message any) {
	switch m := message.(type) {
	case Ping:
		p.Answered = max(p.Answered, m.N)
		c.Send(from, Pong(m))
	case Pong:
		if m.N == p.Sent {
			p.Answered = m.N
			p.ping(c)
		}
	}
}

// Timer sends the last ping again.
func (p *Player) Timer(c *actor.Context, _ string) { p.ping(c) }

// System is two players.
func System() *node.System {
	return actor.System(actor.Config{
		Name: "pingpong", Nodes: []string{"a", "b"},
		New:      func(string) actor.Actor { return &Player{} },
		Messages: []any{Ping{}, Pong{}},
		Oracle:   func() node.Oracle { return oracle{} },
	})
}

// oracle demands that a never knows of an answer that b did not give.
type oracle struct{}

func (oracle) Check(w *node.World, _ *node.Event) *node.Violation {
	a, b := actor.Of[*Player](w, 0), actor.Of[*Player](w, 1)
	if a.Answered <= b.Answered {
		return nil
	}
	return &node.Violation{Fingerprint: "an answer that nobody gave", Text: fmt.Sprintf("a has answer %d, b has seen ping %d", a.Answered, b.Answered), Nodes: []int{0, 1}}
}
