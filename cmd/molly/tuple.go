package main

import "molly/datalog"

// tuple writes a fact without its time.
func (e *session) tuple(r datalog.RelID, args []datalog.Value) string {
	return datalog.FormatTuple(e.relation(r), args)
}
