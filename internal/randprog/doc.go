// Package randprog makes random Dedalus programs for tests: small, safe,
// stratified, and so that searching all their executions takes no time.
//
// A program comes about in one of two ways. Two thirds are built around something
// like a protocol: payloads spread over a network by randomly chosen means, other
// relations are derived from where the payloads have come (gadgets.go), and the
// invariant relates two of them; so that redundancy decides whether it holds, as it
// does in real protocols. The others are random rules over random relations
// (pure.go), under the same kind of invariant. Every rule of either may get further
// random literals (guard.go).
//
// That a program passes the checks follows from how it is made. Each relation has
// a level; a deductive rule reads only relations of its head's level and below,
// and negates or aggregates only those below. Each column has a kind, and each
// variable the kind of a column. Numbers stay small: what computes a new number
// from an old one does it modulo something, or under a guard.
//
// [Program] makes a program, [Spec] and [Scenario] something to run it under,
// [NewTask] both in the mixture that searching needs, and [Shrink] makes a program
// that fails a test small enough to be read.
//
// The nodes of a program are the places of its facts
// (datalog.Program.Places): no other string is there.
package randprog
