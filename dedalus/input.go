package dedalus

import (
	"fmt"

	"molly/datalog"
)

// inputs checks that no two inputs are the same tuple.
func (ch *checker) inputs() {
	seen := map[string]*clause{}
	for _, c := range ch.clauses {
		if ch.over() {
			return
		}
		if !c.may {
			continue
		}
		tuple := c.tuple()
		first := seen[tuple]
		if first == nil {
			seen[tuple] = c
			continue
		}
		hint := "leave one out"
		if from, until := min(first.when.time, c.when.time), max(first.when.last(), c.when.last()); from < until {
			hint = fmt.Sprintf("for one of several times, write one clause with a range: `may %s@%d..%d`; for several at once, let the tuples differ in a column", tuple, from, until)
		}
		ch.fail(c.span, "may", fmt.Sprintf("%s may be there twice", tuple), hint, ch.note(first.span, "the first time"))
	}
}

// tuple writes the tuple of a fact.
func (c *clause) tuple() string {
	var args []datalog.Value
	for _, col := range c.cols {
		args = append(args, col.value)
	}
	return datalog.FormatTuple(c.name, args)
}
