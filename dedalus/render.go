package dedalus

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

const (
	tabStop   = 4
	lineLimit = 160 // characters of a source line that are shown
)

// String writes the diagnostic for people: place and message, the source line
// with a caret below what is meant, the notes likewise, the hint. A note at the
// diagnostic's own place does not repeat the line.
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

// Render writes all diagnostics for people.
func (ds Diagnostics) Render(w io.Writer) error {
	for _, d := range ds {
		if _, err := io.WriteString(w, d.String()); err != nil {
			return err
		}
	}
	return nil
}

// excerpt writes a source line and a caret line below it. Of a long line it shows
// the part around the caret.
func excerpt(b *strings.Builder, line string, column, width int) {
	total := utf8.RuneCountInString(line)
	start := min(max(column-1, 0), total) // the caret's character
	end := start + max(width, 1)
	from, to := 0, total
	if total > lineLimit {
		from = max(0, min(start-lineLimit/3, total-lineLimit))
		to = from + lineLimit
	}
	var text, caret strings.Builder
	if from > 0 {
		text.WriteString("…")
		caret.WriteString(" ")
	}
	rest := line
	for range from {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	at := 0 // the column on the screen
	for i := from; i < to; i++ {
		c, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		shown, cells := cell(c, at)
		text.WriteString(shown)
		caret.WriteString(underline(i, start, end, cells))
		at += cells
	}
	if start >= to {
		caret.WriteString("^")
	}
	if to < total {
		text.WriteString("…")
	}
	b.WriteString("    " + strings.TrimRight(text.String(), " ") + "\n")
	b.WriteString("    " + strings.TrimRight(caret.String(), " ") + "\n")
}

// underline returns what is below character i, which takes some cells, when
// the characters from start to end are meant.
func underline(i, start, end, cells int) string {
	switch {
	case i == start && end == start+1:
		return "^" + strings.Repeat(" ", cells-1)
	case i == start:
		return "^" + strings.Repeat("~", cells-1)
	case i > start && i < end:
		return strings.Repeat("~", cells)
	default:
		return strings.Repeat(" ", cells)
	}
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
