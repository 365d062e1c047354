package wire

import (
	"molly/dedalus"
)

// Check is the result of molly check.
type Check struct {
	Schema      int          `json:"schema"`
	OK          bool         `json:"ok"`          // the program has no errors
	Diagnostics []Diagnostic `json:"diagnostics"` // all findings
}

// NewCheck returns the findings about a program.
func NewCheck(ok bool, found dedalus.Diagnostics) Check {
	return Check{Schema, ok, Diagnostics(found)}
}
