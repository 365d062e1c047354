// Package dedalus runs a Dedalus program asynchronously: each node of the program is a node of package
// node, with a clock of its own.
//
// Delivering a message puts it into the inbox of the receiver and does nothing else. The timer "tick" is
// one local step of eval.Stepper: what the node kept, what the program states for its local time and what is in its
// inbox are closed under the deductive rules; inductive rules give what it keeps for its next step,
// asynchronous ones its messages. So the time at which a message arrives is the tick before which it is
// let in, and several messages may arrive at one time. With all messages delivered and then all nodes
// ticked, in turn, the execution is that of eval, fact by fact.
//
// A command puts a tuple into a node, as if the program stated it for the node's next step: its type is the relation, its body the
// list of arguments.
package dedalus
