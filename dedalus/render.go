package dedalus

import (
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

const (
	tabStop   = 4
	lineLimit = 160 // characters of a source line that are shown
)

// Render writes the diagnostic for people: place and message, the source line
// with a caret below what is meant, the notes likewise, the hint. A note at the
// diagnostic's own place does not repeat the line.
func (d Diagnostic) Render(w io.Writer) error {
	_, err := io.WriteString(w, d.String())
	return err
}

// String is the text that Render writes.
func (d Diagnostic) String() string {
	var b strings.Builder
	if place := d.Pos.String(); place != "" {
		b.WriteString(place + ": ")
	}
	b.WriteString(d.Severity.String() + ": " + d.Message + " [" + d.Code + "]\n")
	if d.Pos.IsValid() {
		excerpt(&b, d.Line, d.Pos.Column, d.Width)
	}
	for _, n := range d.Notes {
		b.WriteString("  ")
		if n.Pos.IsValid() {
			b.WriteString(n.Pos.String() + ": ")
		}
		b.WriteString("note: " + n.Text + "\n")
		if n.Pos.IsValid() && n.Pos != d.Pos {
			excerpt(&b, n.Line, n.Pos.Column, 1)
		}
	}
	if d.Hint != "" {
		b.WriteString("  hint: " + d.Hint + "\n")
	}
	return b.String()
}

// Render writes all diagnostics, each as its own Render does.
func (ds Diagnostics) Render(w io.Writer) error {
	for _, d := range ds {
		if err := d.Render(w); err != nil {
			return err
		}
	}
	return nil
}

// excerpt writes a source line and a caret line below it. Of a long line it shows
// the part around the caret.
func excerpt(b *strings.Builder, line string, column, width int) {
	chars := []rune(line)
	start := min(max(column-1, 0), len(chars))
	end := min(start+max(width, 1), max(len(chars), start+1))
	from, to := 0, len(chars)
	if len(chars) > lineLimit {
		from = max(0, min(start-lineLimit/3, len(chars)-lineLimit))
		to = from + lineLimit
		end = min(end, to)
	}
	var text, caret strings.Builder
	if from > 0 {
		text.WriteString("…")
		caret.WriteString(" ")
	}
	at := 0 // the column on the screen
	for i := from; i < to; i++ {
		shown, cells := cell(chars[i], at)
		text.WriteString(shown)
		mark := " "
		if i == start {
			mark = "^"
		} else if i > start && i < end {
			mark = "~"
		}
		caret.WriteString(mark)
		if mark == "^" {
			mark = "~"
		}
		if i == end-1 && i == start {
			mark = " "
		}
		caret.WriteString(strings.Repeat(mark, max(0, cells-1)))
		at += cells
	}
	if start >= to {
		caret.WriteString("^")
	}
	if to < len(chars) {
		text.WriteString("…")
	}
	b.WriteString("    " + strings.TrimRight(text.String(), " ") + "\n")
	b.WriteString("    " + strings.TrimRight(caret.String(), " ") + "\n")
}

// cell returns what a character is shown as and how many columns it takes.
func cell(c rune, at int) (string, int) {
	if c == '\t' {
		n := tabStop - at%tabStop
		return strings.Repeat(" ", n), n
	}
	widths := runewidth.Condition{}
	if c < ' ' || c == 0x7F || widths.RuneWidth(c) == 0 {
		return "\uFFFD", 1
	}
	return string(c), widths.RuneWidth(c)
}
