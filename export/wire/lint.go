package wire

import "molly/dedalus"

// Lint is the result of molly lint.
type Lint struct {
	Schema      int          `json:"schema"`
	OK          bool         `json:"ok"`          // no program has errors
	Diagnostics []Diagnostic `json:"diagnostics"` // all findings about all programs
}

// NewLint returns the findings about some programs.
func NewLint(found dedalus.Diagnostics) Lint {
	return Lint{Schema, !found.HasErrors(), Diagnostics(found)}
}
