// Package node runs nodes that take steps: the asynchronous floor of the project.
//
// A [Node] is a deterministic state machine. It takes a start, a message, a timer or a command, and
// answers with an [Effect]: messages to send, timers to set. Nothing in it waits and nothing in it
// reads a clock. A [System] says which nodes there are, how they are made and what must never
// happen; a [World] is one execution of it: it holds the messages and timers that are pending and
// does one [Action] at a time, in any order that its user likes: deliver, fire, drop, duplicate,
// crash, restart, cut. Whoever chooses the actions is the scheduler: a person at the debugger, a
// fuzzer, a search, a trace that is replayed.
//
// Everything that an execution makes has a name that tells how it came about (see [ID]). So the
// same message has the same name under every schedule that has its cause, and a recorded execution
// is replayed by names, exactly.
//
// The package knows nothing of Dedalus, of raft or of processes; package node/dedalus and its
// neighbours make systems of these.
package node
