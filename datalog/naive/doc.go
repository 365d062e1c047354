// Package naive is the reference evaluator: it runs a program under one failure
// scenario as docs/language.md says, and does nothing clever. It has no indexes,
// no deltas and no circuits; it tries every tuple for every premise, in the order
// of the body, and repeats until nothing is new. It is slow, it is small enough
// to be read in one sitting, and it judges everything that is faster.
//
// A run goes through the times 1 … EOT. At each time there are the facts of that
// time, and what inductive rules and arrived messages concluded one time earlier;
// then the deductive rules run stratum by stratum; then, unless it is EOT, the
// inductive and asynchronous rules conclude for the next time.
//
// An instance of a rule is one choice of a tuple for each positive atom. Such a
// choice determines every variable, so an instance is known by rule, time and
// premises; see [Firing]. How an instance is judged when an expression in it is
// undefined or overflows is told in instance.go.
//
// Left out on purpose: the search for scenarios, any reason why something does
// not hold, and speed.
package naive
