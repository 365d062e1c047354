package text

import "molly/failure"

// Style says how text may look. The zero value is plain: for files, pipes and tests.
type Style struct {
	Colour bool // with the escape sequences of terminals
	Boxes  bool // tables with lines instead of ASCII characters
	// EachLoss says lost messages one by one, also those that belong together.
	EachLoss bool
}

// faults says in words what the faults of a scenario do.
func (s Style) faults(list failure.Scenario) []string {
	if s.EachLoss {
		return list.Describe()
	}
	return list.Summary()
}

// Colour is a colour, named by what it says.
type Colour string

// The colours.
const (
	Good  Colour = "32;1"
	Bad   Colour = "31;1"
	Doubt Colour = "33;1"
	Title Colour = "1"
	Faint Colour = "2"
)

// Paint colours a text, where the style has colours.
func (s Style) Paint(c Colour, text string) string {
	if !s.Colour {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}
