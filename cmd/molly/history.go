package main

import (
	"slices"

	"molly/datalog"
	"molly/eval"
)

// messages are those of the run that are to be shown: sent at one of the times, of
// one of the relations.
func (x *execution) messages() []eval.Message {
	return slices.DeleteFunc(x.Run.Messages(), func(m eval.Message) bool {
		_, shown := slices.BinarySearch(x.times, m.Sent)
		return !shown || !slices.Contains(x.relations, m.Relation)
	})
}

// next takes the first tuple of two sorted lists, and says which of them had it.
func next(a, b *[]eval.History) (h eval.History, inA, inB bool) {
	order := 0
	switch {
	case len(*a) == 0:
		order = 1
	case len(*b) == 0:
		order = -1
	default:
		order = datalog.CompareTuples((*a)[0].Tuple, (*b)[0].Tuple)
	}
	if order <= 0 {
		h, inA, *a = (*a)[0], true, (*a)[1:]
	}
	if order >= 0 {
		h, inB, *b = (*b)[0], true, (*b)[1:]
	}
	return h, inA, inB
}
