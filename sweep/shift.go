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
	is := func(f datalog.Fact) bool { return p.Relations[f.Relation].Name == s.Relation }
	for _, f := range p.Facts {
		if is(f) && (earliest == 0 || f.Time < earliest) {
			earliest = f.Time
		}
	}
	if earliest == 0 {
		return nil, fmt.Errorf("the program has no facts of %s to shift", s.Relation)
	}
	q := *p
	q.Facts = slices.Clone(p.Facts)
	for i := range q.Facts {
		if is(q.Facts[i]) {
			q.Facts[i].Time += s.Time - earliest
		}
	}
	return &q, nil
}
