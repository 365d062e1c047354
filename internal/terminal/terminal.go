// Package terminal shows on a terminal how far something is.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether a stream is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Dynamic reports whether a stream is a terminal that can move its cursor.
func Dynamic(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// Clear makes a terminal empty.
func Clear(w io.Writer) {
	if Dynamic(w) {
		_, _ = io.WriteString(w, "\x1b[H\x1b[2J") // the next one who writes sees what is wrong
	}
}
