// Package bdd says how many admissible scenarios make a circuit true, exactly, and
// how likely that is.
//
// [Compile] turns the circuit into a binary decision diagram (diagram.go) over binary
// choices in the order of time (choices.go). There are two kinds of choices:
//
//   - "the message from a to b, sent at t, is lost", for t < EFF;
//   - "a crashes at t, unless it has before". So every assignment to the choices means
//     something: the crash C(a,t) of a circuit is "not at 1, …, not at t-1, but at t".
//
// After a's crash a circuit depends neither on a's further choices nor on what it
// loses, so the diagram does not ask for them there.
//
// One pass over the choices then weighs the diagram (weigh.go). It carries what the
// functions that are left after the choices so far weigh, each together with the set
// of nodes that have crashed: which says what a scenario in normal form may still
// contain, and when the bound on crashes is reached. With the weights 1 and x for "does
// not happen" and "happens" the result is the polynomial whose coefficient of x^k is the
// number of scenarios with k faults; with 1-p and p it is a probability.
//
// Why in the order of time: what matters of the choices until t is the state of the
// protocol and who has crashed, and protocols have few states. In the opposite order,
// or with all crash times chosen first, diagrams of the same programs grew a hundred
// times larger.
//
// Everything is bounded: a diagram or pass that would become too large ends in a
// [*TooLargeError]. Nothing depends on the order of maps or the number of cores.
package bdd
