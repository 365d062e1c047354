package dedalus

import "molly/datalog"

// Fix is a change of the text that mends what a diagnostic found. An editor offers it; whoever
// takes it applies all its edits.
type Fix struct {
	Title string // what it does, in the imperative: "write `==`"
	Edits []Edit // in the order of the text; they do not overlap
}

// Edit replaces some characters of one line by a text, which may have several lines. A width of 0
// inserts.
type Edit struct {
	Pos   datalog.Position
	Width int // in characters
	Text  string
}
