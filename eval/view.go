package eval

import (
	"slices"

	"molly/datalog"
)

// View is what is shown of a run: some relations, at some times.
type View struct {
	Relations []datalog.RelID // in this order
	Times     []int           // sorted
	Changes   bool            // what is new and what is gone at each time, not what holds
}

// Messages lists the messages of a run that a view shows: those of its relations that are sent at
// its times.
func (v View) Messages(r *Run) []Message {
	return slices.DeleteFunc(r.Messages(), func(m Message) bool {
		_, shown := slices.BinarySearch(v.Times, m.Sent)
		return !shown || !slices.Contains(v.Relations, m.Relation)
	})
}
