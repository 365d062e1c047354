package dedalus

import (
	"cmp"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus/syntax"
)

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

// fix adds a change to the finding that was reported last.
func (r *reporter) fix(title string, edits ...Edit) {
	slices.SortFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	d := &r.list[len(r.list)-1]
	d.Fixes = append(d.Fixes, Fix{title, edits})
}

// replace is the edit that writes a text in the place of what is at some span.
func (s span) replace(text string) Edit { return Edit{s.pos, s.width, text} }

// behind is the edit that inserts a text right behind what is at some span.
func (s span) behind(text string) Edit {
	at := s.pos
	at.Column += s.width
	return Edit{at, 0, text}
}

// InsertAbove is the fix that writes a clause on a line of its own above another one, whose place is that of
// its name; there is none where that one does not begin its line.
func (p *Program) InsertAbove(at datalog.Position, clause string) []Fix {
	before := strings.TrimSpace(syntax.Prefix(p.Line(at), at.Column-1))
	if before != "" && before != "may" {
		return nil
	}
	at.Column = 1
	return []Fix{{"write `" + clause + "`", []Edit{{at, 0, clause + "\n"}}}}
}
