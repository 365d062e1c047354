package verify

import (
	"cmp"
	"slices"

	"molly/datalog"
	"molly/eval"
)

// mostInstead is how many tuples are named instead of one that is missing.
const mostInstead = 3

// instead lists what a run holds at EOT instead of a tuple that it lacks: tuples of the
// same relation with the same first column, and another value in exactly one other column,
// that nothing asks for. Those come first whose other value is furthest to the
// right: columns on the left are keys more often.
func (j *judge) instead(run *eval.Run, lacking datalog.Fact) [][]datalog.Value {
	type candidate struct {
		column int
		tuple  []datalog.Value
	}
	var found []candidate
	for _, f := range run.At(lacking.Relation, lacking.Time) {
		held := run.Fact(f)
		if column := otherColumn(lacking.Args, held.Args); column > 0 && !j.owed(run, held) {
			found = append(found, candidate{column, held.Args})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.column, a.column), datalog.CompareTuples(a.tuple, b.tuple))
	})
	var list [][]datalog.Value
	for _, c := range found[:min(len(found), mostInstead)] {
		list = append(list, c.tuple)
	}
	return list
}

// otherColumn returns the only column in which two tuples differ, or -1.
func otherColumn(a, b []datalog.Value) int {
	column := -1
	for i := range a {
		if a[i] != b[i] {
			if column >= 0 {
				return -1
			}
			column = i
		}
	}
	return column
}

// owed reports whether a run must have a fact at EOT.
func (j *judge) owed(run *eval.Run, f datalog.Fact) bool {
	if j.program.HasInvariant() {
		_, holds := run.Find(j.program.Pre, j.eot, f.Args)
		return holds
	}
	return slices.ContainsFunc(j.expected, f.Equal)
}
