package sweep

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// Shifted says at which time the earliest fact of a relation is, instead of the time that the
// program says.
type Shifted struct {
	Relation string
	Time     int // at least 1
}

// Shift returns the program with the facts of the relation at other times: the earliest of them
// at s.Time, and the others as long after it as before.
func (s Shifted) Shift(p *datalog.Program) (*datalog.Program, error) {
	earliest := 0
	is := func(r datalog.RelID) bool { return p.Relations[r].Name == s.Relation }
	for _, f := range slices.Concat(p.Facts, p.Lasting) {
		if is(f.Relation) && (earliest == 0 || f.Time < earliest) {
			earliest = f.Time
		}
	}
	for _, in := range p.Inputs {
		if first := slices.Min(in.Times); is(in.Relation) && (earliest == 0 || first < earliest) {
			earliest = first
		}
	}
	if earliest == 0 {
		return nil, fmt.Errorf("the program has no facts of %s to shift", s.Relation)
	}
	q := *p
	q.Facts, q.Lasting, q.Inputs = slices.Clone(p.Facts), slices.Clone(p.Lasting), slices.Clone(p.Inputs)
	for _, list := range [][]datalog.Fact{q.Facts, q.Lasting} {
		for i := range list {
			if is(list[i].Relation) {
				list[i].Time += s.Time - earliest
			}
		}
	}
	for i := range q.Inputs {
		if is(q.Inputs[i].Relation) {
			q.Inputs[i].Times = slices.Clone(q.Inputs[i].Times)
			for k := range q.Inputs[i].Times {
				q.Inputs[i].Times[k] += s.Time - earliest
			}
		}
	}
	return &q, nil
}
