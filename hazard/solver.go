package hazard

import (
	"context"
	"fmt"
)

// A literal is a solver's variable, from 1, or its negation, as in DIMACS.
type literal int32

// A solver decides growing sets of clauses. It is what gini and gophersat share.
//
// No clause has repeated or complementary literals (gophersat breaks on them).
type solver interface {
	// newVar returns a fresh variable.
	newVar() literal
	// add adds a clause for good. The solver does not keep the slice.
	add(clause ...literal)
	// solve reports whether all clauses and assumptions can hold together. It
	// returns ctx's error, and promptly, when ctx ends first; the solver then remains
	// usable.
	solve(ctx context.Context, assumptions ...literal) (bool, error)
	// holds reports the value of l in the model of the last solve, which must have
	// been satisfiable, with nothing added since.
	holds(l literal) bool
}

func newSolver(b Backend) solver {
	switch b {
	case Gini:
		return newGini()
	case Gophersat:
		return &gophersatSolver{}
	}
	panic(fmt.Sprintf("hazard: no solver has number %d", uint8(b)))
}
