package eval

import (
	"cmp"
	"slices"

	"molly/datalog"
)

// History is a tuple with the times at which it holds, sorted.
type History struct {
	Tuple []datalog.Value
	Times []int
}

// Holds reports whether the tuple holds at a time.
func (h History) Holds(time int) bool {
	_, found := slices.BinarySearch(h.Times, time)
	return found
}

// History lists the tuples that a relation holds at some of the times, which are sorted. The
// tuples are sorted, too.
func (r *Run) History(relation datalog.RelID, times ...int) []History {
	var single []History // with one time each
	for _, t := range times {
		for _, f := range r.At(relation, t) {
			single = append(single, History{r.Args(f), []int{t}})
		}
	}
	slices.SortFunc(single, func(a, b History) int {
		return cmp.Or(datalog.CompareTuples(a.Tuple, b.Tuple), cmp.Compare(a.Times[0], b.Times[0]))
	})
	var list []History
	for _, s := range single {
		if last := len(list) - 1; last >= 0 && datalog.CompareTuples(list[last].Tuple, s.Tuple) == 0 {
			list[last].Times = append(list[last].Times, s.Times...)
		} else {
			list = append(list, s)
		}
	}
	return list
}

// Changes compares what a relation holds at a time with the time before: which tuples are
// new, and which are gone. Both lists are sorted.
func (r *Run) Changes(relation datalog.RelID, time int) (added, gone [][]datalog.Value) {
	for _, h := range r.History(relation, time-1, time) {
		before, now := h.Holds(time-1), h.Holds(time)
		switch {
		case now && (!before || time == 1): // crashes and outages hold at all times, also at 0
			added = append(added, h.Tuple)
		case before && !now:
			gone = append(gone, h.Tuple)
		}
	}
	return added, gone
}
