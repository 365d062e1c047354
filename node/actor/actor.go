// Package actor is for people who write a protocol as Go code: nodes with names, messages that are Go
// structs, and a state that is plain data.
//
// An [Actor] has one method for each kind of step. It asks its [Context] to send messages and to set
// timers; it names other nodes by their names. [System] makes a node.System of actors, which the
// debugger, the fuzzer and the searches of this project run in any order. docs/nodes.md shows one from
// the first line to the first bug.
//
// The exported fields of an actor are its state, as encoding/json sees them: they are shown, compared
// and may be changed by hand. Those with the tag `molly:"stable"` survive a crash, the others are then
// what they are in a new actor. A message arrives as if it was written as JSON when it was sent and read when
// it arrives, so two nodes never share memory; what has no exported field is not sent.
package actor

// Actor is a node's part of a protocol. Its methods must not wait, read a clock or draw random numbers,
// and must not let the order of a map's iteration show: the same steps must give the same answers.
type Actor interface {
	// Start is the first step.
	Start(c *Context)
	// Message takes a message: a value of one of the types in Config.Messages.
	Message(c *Context, from string, message any)
	// Timer takes a timer that the actor has set.
	Timer(c *Context, name string)
}

// Commander is an actor that takes commands from outside: values of the types in Config.Commands.
type Commander interface {
	Command(c *Context, command any)
}

// Restarter is an actor that does something else after a crash than Start does.
type Restarter interface {
	Restart(c *Context)
}
