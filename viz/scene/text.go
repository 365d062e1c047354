package scene

import (
	"strings"
	"unicode/utf8"
)

// Text is one line of text.
type Text struct {
	String string
	At     Point // on the baseline
	Anchor Anchor
	Size   float64
	Bold   bool
	Colour Colour
}

// Anchor says which part of a text is at its place.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

func (t Text) moved(dx, dy float64) Shape {
	t.At = t.At.Add(Point{dx, dy})
	return t
}

func (t Text) scaled(by float64) Shape {
	t.At, t.Size = t.At.times(by), t.Size*by
	return t
}

// Left returns where the text begins.
func (t Text) Left(f *Typeface) float64 {
	return t.At.X - f.Width(t.String, t.Size, t.Bold)*[...]float64{Start: 0, Middle: 0.5, End: 1}[t.Anchor]
}

// Box returns what the text covers.
func (t Text) Box(f *Typeface) Box {
	left := t.Left(f)
	return Box{left, t.At.Y - Ascent*t.Size, left + f.Width(t.String, t.Size, t.Bold), t.At.Y + Descent*t.Size}
}

// Ascent, Descent and Leading are how far text reaches above and below its baseline, and
// from one baseline to the next, in sizes of the font.
const (
	Ascent  = 0.78
	Descent = 0.22
	Leading = 1.15
)

// Wrap breaks a text into lines of at most a width: where it has spaces, else where a part of a name
// or a tuple ends, else anywhere. What does not fit in so many lines ends in an ellipsis.
func (f *Typeface) Wrap(text string, size, width float64, lines int) []string {
	var list []string
	for rest := text; rest != "" || list == nil; {
		line := f.fitting(rest, size, width)
		rest = strings.TrimLeft(rest[len(line):], " ")
		if len(list) == lines-1 && rest != "" {
			return append(list, f.shortened(line, size, width))
		}
		list = append(list, strings.TrimRight(line, " "))
	}
	return list
}

// fitting returns the beginning of a text that fits, and at least one character.
func (f *Typeface) fitting(text string, size, width float64) string {
	space, part, used := 0, 0, 0.0
	for i, r := range text {
		used += f.advance(r, false) * size
		if used > width && i > 0 {
			switch {
			case space > 0:
				return text[:space]
			case part > 0:
				return text[:part]
			}
			return text[:i]
		}
		switch {
		case r == ' ':
			space = i + 1
		case strings.ContainsRune(",_-./(:@", r) && i > 0:
			part = i + 1
		}
	}
	return text
}

// shortened cuts a line so that it fits with an ellipsis.
func (f *Typeface) shortened(line string, size, width float64) string {
	line = strings.TrimRight(line, " ")
	for line != "" && f.Width(line+"…", size, false) > width {
		_, n := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-n]
	}
	return line + "…"
}

// WidthOf returns the width of the longest of some lines.
func (f *Typeface) WidthOf(lines []string, size float64, bold bool) float64 {
	w := 0.0
	for _, l := range lines {
		w = max(w, f.Width(l, size, bold))
	}
	return w
}
