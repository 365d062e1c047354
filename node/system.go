package node

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// System is what is executed: nodes, and what must never happen to them.
type System struct {
	Name  string   // of the target, as in "raft" or "delivery/ack"
	Nodes []string // the names of the nodes, none twice; nodes are numbered in this order
	// New makes a node that has not started. A node that is an io.Closer is closed when its world is
	// reset or closed.
	New   func(i int) Node
	Order Order
	// Oracle makes the judge of one execution; nil finds panics only.
	Oracle func() Oracle
	// Worlds is how many executions there can be at once; 0 is any number.
	Worlds int
	// Setup are the actions that an execution begins with, usually a start for each node.
	Setup []Action
	// Decode reads the body of a message or timer of a type that was changed by hand. Without it
	// bodies cannot be changed.
	Decode func(kind string, body json.RawMessage) (any, error)
	// Commute reports whether a node that takes two items, one right after the other, does and knows afterwards the same in
	// both orders, and neither takes the other away. It is asked about items of one node; nil means that none do. Searches
	// that leave out equivalent orders rely on it.
	Commute func(a, b *Item) bool
}

// Index is the number of a node. The error says which nodes there are.
func (s *System) Index(name string) (int, error) {
	i := slices.Index(s.Nodes, name)
	if i < 0 {
		return 0, fmt.Errorf("there is no node %q; there are %s", name, strings.Join(s.Nodes, ", "))
	}
	return i, nil
}

// Order says which messages of a link can be delivered next.
type Order int

// The orders. In both, messages of different links overtake each other.
const (
	Any  Order = iota // each pending message
	FIFO              // the oldest of each link
)

func (o Order) String() string {
	if o == FIFO {
		return "fifo"
	}
	return "any"
}

// Oracle judges the states of one execution. It sees every event, in order, so that it can look at the
// node that moved only, and remember what must not change later.
type Oracle interface {
	// Check returns what is wrong after an event, or nil.
	Check(w *World, e *Event) *Violation
}

// Causal is an oracle that can vouch for this: whether it finds anything in an execution does not depend on the order of events
// that have nothing to do with each other (neither happened before the other). What one node did, and what several
// did at any times, is such a thing; what several hold at the same moment is not.
type Causal interface {
	Oracle
	// Causal reports whether it is so in executions with some actions from outside.
	Causal(outside []Action) bool
}

// Violation is something that must never happen.
type Violation struct {
	// Fingerprint is the same for the same bug in other executions: it has no numbers that depend
	// on the execution.
	Fingerprint string `json:"fingerprint"`
	Text        string `json:"text"`            // for people
	Nodes       []int  `json:"nodes,omitempty"` // the witnesses: nodes whose states it speaks of
}
