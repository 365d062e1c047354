package node

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Kind is a kind of action.
type Kind int

// The kinds of actions.
const (
	Start     Kind = iota + 1
	Command        // from a client or an administrator
	Crash          // timers are gone; messages to the node wait
	Restart        // with stable storage, or without
	Deliver        // a message
	Fire           // a timer
	Drop           // a message, for good
	Duplicate      // a message: a copy is pending, too
	Change         // the body of a message or timer, by hand
	SetState       // of a node, by hand
	Cut            // a link: its messages wait
	Heal           // a link
)

var kindNames = [...]string{"", "start", "command", "crash", "restart", "deliver", "fire", "drop", "duplicate", "change", "set-state", "cut", "heal"}

func (k Kind) String() string {
	if k <= 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// MarshalText writes the name of a kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name != "" && name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no kind of action", text)
}

// External reports whether an action comes from outside: not from what is pending.
func (k Kind) External() bool {
	switch k {
	case Deliver, Fire, Drop, Duplicate, Change:
		return false
	}
	return true
}

// Action is something that can be done to a world. Which fields it has depends on its kind.
type Action struct {
	Kind Kind
	// ID of an external action is its name. Where it is zero the world finds one; a recorded action keeps its
	// own, whatever was left out before it.
	ID   ID
	Item ID              // deliver, fire, drop, duplicate, change: which one
	Node int             // start, command, crash, restart, set-state: which one; cut, heal: the sender
	To   int             // cut, heal: the receiver
	Type string          // command
	Body json.RawMessage // start, command, change, set-state
	Lost bool            // restart: stable storage is lost, too
}

// Equal reports whether two actions are the same.
func (a Action) Equal(b Action) bool {
	return a.Kind == b.Kind && a.ID == b.ID && a.Item == b.Item && a.Node == b.Node && a.To == b.To &&
		a.Type == b.Type && a.Lost == b.Lost && bytes.Equal(a.Body, b.Body)
}

// Name is the name of the n-th external action like this one, from 0 on, or of one on an item.
func (a Action) Name(n int) ID {
	if !a.Kind.External() {
		return named(uint64(a.Kind), uint64(a.Item), uint64(n), Hash(a.Body))
	}
	lost := uint64(0)
	if a.Lost {
		lost = 1
	}
	return named(uint64(a.Kind), uint64(a.Node), uint64(a.To), HashString(a.Type), Hash(a.Body), lost, uint64(n))
}
