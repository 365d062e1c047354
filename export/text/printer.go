package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// printer writes text. It keeps the first error, and writes nothing after it.
type printer struct {
	Style
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// section begins a section with a title.
func (p *printer) section(title string) { p.printf("\n%s\n", p.Paint(Title, title)) }

// newTable begins a table.
func (s Style) newTable(head ...any) table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleDefault)
	if s.Boxes {
		w.SetStyle(table.StyleLight)
	}
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(head)
	return w
}

func (p *printer) table(w table.Writer) { p.printf("%s\n", w.Render()) }

// indent moves each line to the right.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// Section writes the title of a section.
func Section(w io.Writer, style Style, title string) error {
	p := &printer{Style: style, w: w}
	p.section(title)
	return p.err
}

// Figure writes a table with a title, and notes below it. What stands in parentheses at the end of a
// column's head gets a line of its own.
func Figure(w io.Writer, style Style, title string, head []string, rows [][]string, notes []string) error {
	p := &printer{Style: style, w: w}
	p.section(title)
	cells := func(texts []string) []any {
		list := make([]any, len(texts))
		for i, t := range texts {
			list[i] = t
		}
		return list
	}
	heads := cells(head)
	for i, h := range head {
		heads[i] = strings.Replace(h, " (", "\n(", 1)
	}
	t := style.newTable(heads...)
	for _, r := range rows {
		t.AppendRow(cells(r))
	}
	p.table(t)
	for _, n := range notes {
		p.printf("%s\n", n)
	}
	return p.err
}
