package wire

import (
	"molly/dedalus"
)

// Check is the result of molly check.
type Check struct {
	Schema int `json:"schema"`
	// OK means that the program has no errors.
	OK          bool         `json:"ok"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// NewCheck returns the findings about a program.
func NewCheck(ok bool, found dedalus.Diagnostics) Check {
	return Check{Schema, ok, Diagnostics(found)}
}
