// Package solver is the seam to the SAT solvers: gini and gophersat, which decide growing sets
// of clauses, and gophersat once more where a proof is wanted ([Prove]).
//
// The solvers answer the same for the same questions in the same order; nothing depends on time
// or the number of cores, unless a context ends.
package solver

import "context"

// A Literal is a solver's variable, from 1, or its negation, as in DIMACS.
type Literal int32

// A Solver decides growing sets of clauses.
//
// No clause has repeated or complementary literals (gophersat breaks on them).
type Solver interface {
	// NewVar returns a fresh variable.
	NewVar() Literal
	// Add adds a clause for good. The solver does not keep the slice.
	Add(clause ...Literal)
	// Solve reports whether all clauses and assumptions can hold together. It
	// returns ctx's error, and promptly, when ctx ends first; the solver then remains
	// usable.
	Solve(ctx context.Context, assumptions ...Literal) (bool, error)
	// Holds reports the value of l in the model of the last Solve, which must have
	// been satisfiable, with nothing added since.
	Holds(l Literal) bool
}
