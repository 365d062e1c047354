// Package bdd says how many admissible scenarios make a circuit true, exactly, and
// how likely that is.
//
// [Compile] turns the circuit into a binary decision diagram (diagram.go) over binary
// choices in the order of time (choices.go):
//
//   - "a crashes at t, unless it has before", and with restarts "a goes down at t, unless it
//     has before, or crashes" and "a is back at t, if it was down";
//   - "this input is there at t, unless it was before";
//   - for the message from a to b, sent at t < EFF: "it is late", "if so, by two rounds or
//     more", and so on, "if by all of these, it is lost"; and in the same way its second copy.
//
// So every assignment to the choices means something: the crash C(a,t) of a circuit is "not
// at 1, …, not at t-1, but at t".
//
// After a's crash a circuit depends neither on a's further choices nor on what happens to
// what it sends, so the diagram does not ask for them there.
//
// One pass over the choices then weighs the diagram (weigh.go), step by step: a step is the
// choices that are made together, and ends in one of a few fates (fate.go). The pass carries what
// the functions that are left after the steps so far weigh, each together with what has
// happened to nodes and inputs (situation.go): which says what a scenario in normal form may still
// contain, and when the bounds on crashes and restarts are reached. With the weight x for a
// fault and 1 for none, the result is the polynomial whose coefficient of x^k is the
// number of scenarios with k faults; with the probabilities of fates it is a probability.
//
// Why in the order of time: what matters of the choices until t is the state of the
// protocol and who has crashed, and protocols have few states. In the opposite order,
// or with all crash times chosen first, diagrams of the same programs grew a hundred
// times larger. For the same reason a node that goes down chooses its return when it comes, and
// an input of several times is chosen at each of them or later.
//
// Everything is bounded: a diagram or pass that would become too large ends in a
// [*TooLargeError]. Nothing depends on the order of maps or the number of cores.
package bdd
