package datalog

import (
	"cmp"
	"slices"
)

// Fact is a tuple of a relation at a time: what a program states, what a run holds, what an
// invariant lacks.
type Fact struct {
	Relation RelID
	Args     []Value
	Time     int      // from 1; 0 for a tuple of crash, which holds at every time
	Pos      Position // of the clause that states it; nowhere for a fact that none states
}

// Compare orders facts by relation, tuple and time. Where a fact is stated does not matter.
func (f Fact) Compare(g Fact) int {
	return cmp.Or(cmp.Compare(f.Relation, g.Relation), CompareTuples(f.Args, g.Args), cmp.Compare(f.Time, g.Time))
}

// Equal reports whether f and g are the same tuple at the same time.
func (f Fact) Equal(g Fact) bool {
	return f.Relation == g.Relation && f.Time == g.Time && slices.Equal(f.Args, g.Args)
}
