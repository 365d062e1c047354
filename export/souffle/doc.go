// Package souffle writes one run of a program, failure-free or under a scenario, as a
// program for the Datalog engine Soufflé.
//
// Rules and facts are those of the rewritten program (package rewrite). But Soufflé stratifies
// relation by relation, while a Dedalus program negates and aggregates freely from one time to
// the next. So the columns that hold a time get their values: each relation is there once for
// each time, and each rule once for each time at which it concludes; a relation under its own
// name, with a last column for the time, gathers them. Snapshots are not needed then, and the
// two rules of a rule are one where it does not aggregate.
//
// The faults of the run are known. So the text says when each message arrives, which facts and
// builtins there are, and at which nodes a rule does not fire because they are down.
//
// docs/second-opinions.md shows the text. Left out on purpose: numbers beyond 32 bits,
// which not every build of Soufflé has. The caller must have refused them
// (verify.Fit32Run).
package souffle
