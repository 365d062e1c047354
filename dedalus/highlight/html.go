package highlight

import (
	_ "embed"
	"html"
	"strings"

	"molly/dedalus/syntax"
)

// Style is the style sheet of what HTML writes. Which of its colours are shown, those for a light
// page or those for a dark one, follows from the property color-scheme of the page.
//
//go:embed style.css
var Style string

// Text is the text of a program with its spans.
type Text struct {
	Text  string
	Spans []Span
}

// New cuts a text. A byte order mark is no part of it.
func New(text string) Text { return Text{text, Spans(syntax.Parse("", text))} }

// HTML returns the bytes from start to end as HTML: each span an element <span class="code-relation">
// and so on, where it is cut, a part of it.
func (t Text) HTML(start, end int) string {
	var b strings.Builder
	at := start
	for _, s := range t.Spans {
		from, to := max(s.Start, at), min(s.End, end)
		if from >= to {
			continue
		}
		b.WriteString(html.EscapeString(t.Text[at:from]))
		b.WriteString(`<span class="code-` + string(s.Class) + `">`)
		b.WriteString(html.EscapeString(t.Text[from:to]))
		b.WriteString(`</span>`)
		at = to
	}
	b.WriteString(html.EscapeString(t.Text[at:end]))
	return b.String()
}
