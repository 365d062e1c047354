package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"molly/export/text"
)

// styleOf is how a stream may look: colour and boxes are for terminals.
func styleOf(w io.Writer) text.Style {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return text.Style{}
	}
	return text.Style{Colour: os.Getenv("NO_COLOR") == "", Boxes: true}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
