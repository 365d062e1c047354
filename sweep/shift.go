package sweep

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// Shift returns the program with the facts of one relation at other times: the earliest
// of them at the given time, which is at least 1, and the others as long after it as
// before.
func Shift(p *datalog.Program, relation string, time int) (*datalog.Program, error) {
	earliest := 0
	is := func(f datalog.Fact) bool { return p.Relations[f.Relation].Name == relation }
	for _, f := range p.Facts {
		if is(f) && (earliest == 0 || f.Time < earliest) {
			earliest = f.Time
		}
	}
	if earliest == 0 {
		return nil, fmt.Errorf("the program has no facts of %s to shift", relation)
	}
	q := *p
	q.Facts = slices.Clone(p.Facts)
	for i := range q.Facts {
		if is(q.Facts[i]) {
			q.Facts[i].Time += time - earliest
		}
	}
	return &q, nil
}
