// Package primarybackup is a replicated register as Go actors: a primary, a backup and a view server that says who is
// which, as in courses on distributed systems. A request is done by the backup before the primary answers it; a new
// backup gets all data before the primary acknowledges the view; who asks twice gets the first answer.
//
// V is the view server, S1 to S3 are servers, c1 and c2 clients, which write and read by turns. All timers may fire at any time, so a
// server that is alive may be called dead. Data is in memory only.
package primarybackup

import (
	"molly/node"
	"molly/node/actor"
)

const monitor = "V"

var servers = []string{"S1", "S2", "S3"}

// Bugs are mistakes that are often made.
type Bugs struct {
	// EarlyAck lets a primary acknowledge a view before its backup has the data, and a backup that is made the primary
	// believe that it has them.
	EarlyAck bool
	// LocalReads lets a primary answer reads without its backup, so it does not notice that it was replaced.
	LocalReads bool
	// LateTransfer takes data that come a second time, after requests were done on top of them.
	LateTransfer bool
	// Twice does a request again that comes again.
	Twice bool
}

// Bug is one switch.
type Bug struct {
	Name, About string
	On          func(*Bugs) *bool
}

// Names are the switches by the names that a command line uses.
var Names = []Bug{
	{"early-ack", "a view is acknowledged before the backup has the data", func(b *Bugs) *bool { return &b.EarlyAck }},
	{"local-reads", "reads do not ask the backup", func(b *Bugs) *bool { return &b.LocalReads }},
	{"late-transfer", "a copy of a transfer undoes what was done since", func(b *Bugs) *bool { return &b.LateTransfer }},
	{"twice", "a copy of a request is done again", func(b *Bugs) *bool { return &b.Twice }},
}

// Client asks all servers for one thing after the other, and the primary answers.
type Client struct {
	Number int    `molly:"stable"` // of the last request; odd ones write
	Done   int    `molly:"stable"` // of the last one that was answered
	Value  string // of the last answer
}

// Start does nothing until the timer "ask".
func (x *Client) Start(c *actor.Context) { c.Set("ask") }

// Timer asks for the next thing, or again.
func (x *Client) Timer(c *actor.Context, _ string) {
	if x.Done == x.Number {
		x.Number++
	}
	for _, name := range servers {
		c.Send(name, Request{x.Number, written(c.Name(), x.Number)})
	}
	c.Set("ask")
}

// Message takes the answer.
func (x *Client) Message(_ *actor.Context, _ string, message any) {
	if r := message.(Reply); r.Number == x.Number {
		x.Done, x.Value = r.Number, r.Value
	}
}

// System is a view server, three servers and two clients.
func System(bugs Bugs) *node.System {
	return actor.System(actor.Config{
		Name: "primarybackup", Nodes: []string{monitor, "S1", "S2", "S3", "c1", "c2"},
		New: func(name string) actor.Actor {
			switch name[0] {
			case 'V':
				return &Monitor{}
			case 'S':
				return &Server{bugs: bugs}
			}
			return &Client{}
		},
		Messages: []any{Ping{}, Current{}, Request{}, Reply{}, Transfer{}, Transferred{}, Forward{}, Forwarded{}},
		Oracle:   func() node.Oracle { return newRegister() },
	})
}
