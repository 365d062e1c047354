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

// Diagnostic is a finding about a program.
type Diagnostic struct {
	Severity dedalus.Severity `json:"severity"`
	Code     string           `json:"code"`    // stable
	Message  string           `json:"message"` // for people
	Hint     string           `json:"hint,omitempty"`
	Position *Position        `json:"position,omitempty"`
	// Width is the number of characters from the position that are meant.
	Width int `json:"width"`
	// Notes name further places.
	Notes []Note `json:"notes,omitempty"`
}

// Note names a further place that a finding is about.
type Note struct {
	Message  string    `json:"message"`
	Position *Position `json:"position,omitempty"`
}

// NewCheck returns the findings about a program.
func NewCheck(ok bool, found dedalus.Diagnostics) Check {
	return Check{Schema, ok, diagnostics(found)}
}

func diagnostics(list dedalus.Diagnostics) []Diagnostic {
	out := []Diagnostic{}
	for _, d := range list {
		j := Diagnostic{d.Severity, d.Code, d.Message, d.Hint, newPosition(d.Pos), d.Width, nil}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, Note{n.Text, newPosition(n.Pos)})
		}
		out = append(out, j)
	}
	return out
}
