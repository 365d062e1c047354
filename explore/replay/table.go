package replay

import (
	"fmt"
	"io"
	"strings"
)

// Table writes a line for each trace, with columns that have a width.
type Table struct {
	W io.Writer
	// Paint gives a status its colour; nil gives none.
	Paint func(Status, string) string

	width int
}

// NewTable is a table of files.
func NewTable(w io.Writer, files []File) *Table {
	t := &Table{W: w}
	for _, f := range files {
		t.width = max(t.width, len([]rune(f.Name)))
	}
	return t
}

// Add writes the line of a trace.
func (t *Table) Add(r *Result) error {
	const statuses = len(Unreadable)
	status := fmt.Sprintf("%-*s", statuses, r.Status)
	if t.Paint != nil {
		status = t.Paint(r.Status, status)
	}
	text := strings.ReplaceAll(r.String(), "\n", " ")
	if r.Accepted {
		text += "; accepted"
	}
	_, err := fmt.Fprintf(t.W, "%-*s  %s  %s\n", t.width, r.Name, status, text)
	return err
}
