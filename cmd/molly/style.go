package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// style says how a stream may look: colour and boxes are for terminals.
type style struct {
	colour bool
	boxes  bool
}

func styleOf(w io.Writer) style {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return style{}
	}
	return style{colour: os.Getenv("NO_COLOR") == "", boxes: true}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The colours, by what they say.
const (
	colourGood  = "32;1"
	colourBad   = "31;1"
	colourDoubt = "33;1"
	colourTitle = "1"
	colourFaint = "2"
)

func (s style) paint(colour, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}
