package main

import (
	"cmp"
	"slices"

	"molly/datalog"
	"molly/eval"
)

// history is a tuple with the times at which it holds.
type history struct {
	tuple []datalog.Value
	times []int
}

// holds reports whether the tuple holds at a time.
func (h history) holds(time int) bool {
	_, found := slices.BinarySearch(h.times, time)
	return found
}

// historyOf gathers the tuples that a relation holds at some of the times, which are
// sorted. The tuples are sorted too.
func historyOf(run *eval.Run, r datalog.RelID, times []int) []history {
	var single []history // with one time each
	for _, t := range times {
		for _, f := range run.At(r, t) {
			single = append(single, history{run.Args(f), []int{t}})
		}
	}
	slices.SortFunc(single, func(a, b history) int {
		return cmp.Or(datalog.CompareTuples(a.tuple, b.tuple), cmp.Compare(a.times[0], b.times[0]))
	})
	var list []history
	for _, s := range single {
		if last := len(list) - 1; last >= 0 && datalog.CompareTuples(list[last].tuple, s.tuple) == 0 {
			list[last].times = append(list[last].times, s.times...)
		} else {
			list = append(list, s)
		}
	}
	return list
}

// change is what differs from one time to the next.
type change struct {
	relation  datalog.RelID
	new, gone [][]datalog.Value
}

// changesAt compares a time with the one before, relation by relation.
func (x *execution) changesAt(time int) []change {
	var list []change
	for _, r := range x.relations {
		c := change{relation: r}
		for _, h := range historyOf(x.Run, r, []int{time - 1, time}) {
			before, now := h.holds(time-1), h.holds(time)
			switch {
			case now && (!before || time == 1): // a crash holds at all times, also at 0
				c.new = append(c.new, h.tuple)
			case before && !now:
				c.gone = append(c.gone, h.tuple)
			}
		}
		if len(c.new)+len(c.gone) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// messages are those of the run that are to be shown: sent at one of the times, of
// one of the relations.
func (x *execution) messages() []eval.Message {
	return slices.DeleteFunc(x.Run.Messages(), func(m eval.Message) bool {
		_, shown := slices.BinarySearch(x.times, m.Sent)
		return !shown || !slices.Contains(x.relations, m.Relation)
	})
}

// next takes the first tuple of two sorted lists, and says which of them had it.
func next(a, b *[]history) (h history, inA, inB bool) {
	order := 0
	switch {
	case len(*a) == 0:
		order = 1
	case len(*b) == 0:
		order = -1
	default:
		order = datalog.CompareTuples((*a)[0].tuple, (*b)[0].tuple)
	}
	if order <= 0 {
		h, inA, *a = (*a)[0], true, (*a)[1:]
	}
	if order >= 0 {
		h, inB, *b = (*b)[0], true, (*b)[1:]
	}
	return h, inA, inB
}
