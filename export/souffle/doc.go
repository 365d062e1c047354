// Package souffle writes one run of a program, failure-free or under a scenario, as a
// program for the Datalog engine Soufflé.
//
// Soufflé stratifies relation by relation, while a Dedalus program negates and aggregates
// freely from one time to the next. So each relation is there once for each time, and
// each rule once for each time at which it concludes; a relation under its own name, with
// a last column for the time, gathers them.
//
// docs/second-opinions.md shows the text. Left out on purpose: numbers beyond 32 bits,
// which not every build of Soufflé has. Whoever calls must have refused them
// (verify.Fit32Run).
package souffle
