package node

import "encoding/json"

// Node is a deterministic state machine. Each method is one atomic step. A node must not wait, read a
// clock or draw random numbers, nor keep a body of a message that it could change later: what it
// answers depends on nothing but the steps before.
//
// A node that panics has a bug: the [World] turns the panic into a [Violation].
type Node interface {
	// Start is the first step of a node. The content is what it is told from outside, such as its
	// peers; it may be nil.
	Start(content json.RawMessage) Effect
	// Deliver takes a message.
	Deliver(from int, m Message) Effect
	// Fire takes a timer that the node has set.
	Fire(t Timer) Effect
	// Command takes what a client or an administrator asks for.
	Command(kind string, body json.RawMessage) Effect
	// Restart is the first step after a crash. What the node keeps is what it has on stable storage;
	// where that is lost, too, it keeps nothing.
	Restart(lost bool) Effect
	// State is what there is to see of a node, for people and for predicates. It is written as JSON.
	// It must not change when the node takes its next step.
	State() any
}

// Digester is a node that has a hash of its state, which must differ where the state does; otherwise it
// is taken of the JSON of State, which takes longer.
type Digester interface{ Digest() uint64 }

// Editor is a node whose state can be changed by hand, between two steps.
type Editor interface {
	// SetState replaces the state by one of the form that State has.
	SetState(state json.RawMessage) error
}

// Effect is what a node does in a step, beside changing its state.
type Effect struct {
	Send  []Message
	Set   []Timer  // a timer of a type that is set already takes the place of it
	Clear []string // types of timers that will not fire
	Notes []string // what the node says about its step
	// Broken says why the node cannot answer any more, such as that its process ended. It is down
	// then.
	Broken error
}

// Message is a message, before and after its way.
type Message struct {
	To   int
	Type string
	Body any // is written as JSON; whoever sends or receives it must not change it
	Key  Key
}

// Timer is a timer that a node sets. A node has at most one of each type.
type Timer struct {
	Type string
	Body any
	Key  Key
}

// Key tells how like two messages of the same type are, when an execution is replayed in another order. A
// zero part stands for that of the body where it is [Keyed], and otherwise for the hash of the JSON of the body.
type Key struct {
	Bytes  uint64 // differs where anything differs
	Masked uint64 // differs where something differs that matters across executions: not terms, not counters
}

// Keyed is a body that makes its key when it is asked for it.
type Keyed interface{ Key() Key }
