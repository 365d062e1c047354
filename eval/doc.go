// Package eval runs programs. One engine gives three results:
//
//   - a [Run] is one execution: every tuple and rule firing under one scenario;
//   - a [Space] is all executions of a failure specification at once: every tuple
//     and firing that some admissible scenario can produce, each with a circuit
//     that says in which ones;
//   - a [Step] is one step of one node, with the state and the messages that it is given.
//
// # How
//
// Time is the outermost stratum. One step of time takes the state and the inbox of
// every node, closes them under the deductive rules, and gives the next state (the
// inductive conclusions) and the outbox (the asynchronous ones), see step.go.
// Inside a time the strata of the program are closed one after the other,
// semi-naively where a stratum is recursive.
//
// How a tuple comes about. A rule's join (join.go) finds premises, each a fact, a
// number; their literals, and the complements of the facts that the rule negates,
// make the literal of the firing; an asynchronous firing also needs "delivered".
// A firing whose literal folds to false is forgotten. The others are recorded once,
// with their premises, under the fact that they conclude; when the fact's stratum is
// complete, the OR of its firings becomes the fact's literal (stratum.go). Facts
// that fold to false are gone before anything reads them.
//
// In a Run the faults are constants, so every literal is true and no circuit is
// ever built: the same code is an ordinary Datalog engine. This is the conditional
// tables of Imieliński and Lipski, or provenance in Boolean functions; that
// negation is exact follows because a stratum's literals are final before a later
// stratum negates them.
//
// Facts that depend on each other within a time must not be their only support:
// recursion.go and the files that it names. Aggregates over functions: aggregate.go.
// Overflow: overflow.go.
//
// Left out on purpose: the syntax of Dedalus, and any judgement on what is found.
package eval
