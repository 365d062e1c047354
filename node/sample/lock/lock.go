// Package lock is a lock server and its clients: the example of docs/nodes.md.
package lock

import (
	"slices"

	"molly/node"
	"molly/node/actor"
)

// Lock asks for the lock.
type Lock struct{}

// Granted gives the lock. Number counts how often it was given.
type Granted struct{ Number int }

// Unlock gives the lock back.
type Unlock struct{ Number int }

// Server gives the lock to one client at a time.
type Server struct {
	Holder  string   `molly:"stable"` // "": nobody
	Number  int      `molly:"stable"`
	Waiting []string `molly:"stable"`

	anyUnlock bool
}

// Start does nothing: a server waits for messages.
func (s *Server) Start(*actor.Context) {}

// Message takes Lock and Unlock.
func (s *Server) Message(c *actor.Context, from string, message any) {
	switch m := message.(type) {
	case Lock:
		if from == s.Holder {
			c.Send(from, Granted{s.Number}) // the first one may be lost
		} else if !slices.Contains(s.Waiting, from) {
			s.Waiting = append(s.Waiting, from)
		}
	case Unlock:
		if from == s.Holder && (m.Number == s.Number || s.anyUnlock) {
			s.Holder = ""
		}
	}
	if s.Holder == "" && len(s.Waiting) > 0 {
		s.Holder, s.Waiting = s.Waiting[0], s.Waiting[1:]
		s.Number++
		c.Send(s.Holder, Granted{s.Number})
	}
}

// Timer is never called: a server sets no timer.
func (s *Server) Timer(*actor.Context, string) {}

// Client takes the lock and gives it back, again and again.
type Client struct {
	Holds int // the number of the grant; 0: it does not hold the lock
	Seen  int `molly:"stable"` // the greatest number so far
}

// Start wants the lock some time.
func (x *Client) Start(c *actor.Context) { c.Set("want") }

// Timer asks for the lock, again where there was no answer, or gives it back.
func (x *Client) Timer(c *actor.Context, name string) {
	switch name {
	case "want":
		c.Send("server", Lock{})
		c.Set("want")
	case "done":
		c.Send("server", Unlock{x.Holds})
		x.Holds = 0
		c.Set("want")
	}
}

// Message takes Granted. What was seen before is over: it is given back.
func (x *Client) Message(c *actor.Context, from string, message any) {
	m := message.(Granted)
	switch {
	case m.Number > x.Seen:
		x.Holds, x.Seen = m.Number, m.Number
		c.Clear("want")
		c.Set("done")
	case m.Number != x.Holds:
		c.Send(from, Unlock(m))
	}
}

// Options are what can be wrong with the protocol.
type Options struct {
	AnyUnlock bool // an Unlock counts whatever number it has
}

// System is a server and two clients.
func System(o Options) *node.System {
	return actor.System(actor.Config{
		Name: "lock", Nodes: []string{"server", "c1", "c2"},
		New: func(name string) actor.Actor {
			if name == "server" {
				return &Server{anyUnlock: o.AnyUnlock}
			}
			return &Client{}
		},
		Messages: []any{Lock{}, Granted{}, Unlock{}},
		Oracle:   func() node.Oracle { return oracle{} },
	})
}

// oracle demands that no two clients hold the lock.
type oracle struct{}

func (oracle) Check(w *node.World, _ *node.Event) *node.Violation {
	for i := 1; i <= 2; i++ {
		if w.Status(i) != node.Up || actor.Of[*Client](w, i).Holds == 0 {
			return nil
		}
	}
	return &node.Violation{Fingerprint: "two hold the lock", Text: "c1 and c2 hold the lock", Nodes: []int{1, 2}}
}
