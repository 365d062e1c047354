package main

import (
	"slices"

	"molly/datalog"
)

// tuple writes a fact without its time.
func (e *session) tuple(r datalog.RelID, args []datalog.Value) string {
	return datalog.FormatTuple(e.relation(r), args)
}

func (e *session) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(e.nodes, v.Text())
}
