package engine

import (
	"molly/datalog"
	"molly/dedalus"
	"molly/dedalus/syntax"
)

// Finding is something that is wrong with a program, or that looks so.
type Finding struct {
	Severity dedalus.Severity `json:"severity"`
	Code     string           `json:"code"`
	Message  string           `json:"message"`
	Hint     string           `json:"hint,omitempty"`
	Place    *Place           `json:"place,omitempty"`
	Notes    []Note           `json:"notes,omitempty"`
	Fixes    []Fix            `json:"fixes,omitempty"` // each mends it
}

// Note is a further place that a finding is about.
type Note struct {
	Message string `json:"message"`
	Place   *Place `json:"place,omitempty"`
}

// Fix is a change of the text; its edits are in the order of the text.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit replaces what is at a place.
type Edit struct {
	Place Place  `json:"place"`
	Text  string `json:"text"`
}

// Place is a stretch of a text. From and To count as JavaScript does, in units of UTF-16.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	From   int    `json:"from"`
	To     int    `json:"to"`
}

// places finds stretches of the files of a project.
type places struct {
	project Project
	texts   map[string]*syntax.File
}

func (p Project) places() *places { return &places{p, map[string]*syntax.File{}} }

// of is the stretch of some characters at a position, or nil where there is no such file.
func (p *places) of(at datalog.Position, width int) *Place {
	f, known := p.texts[at.File]
	if !known {
		if text, found := p.project.text(at.File); found {
			f = syntax.Parse(at.File, text)
		}
		p.texts[at.File] = f
	}
	if f == nil || !at.IsValid() {
		return nil
	}
	from := f.Offset(at.Line, at.Column)
	to := f.Offset(at.Line, at.Column+width)
	return &Place{at.File, at.Line, at.Column, units(f.Text[:from]), units(f.Text[:to])}
}

// units is how long a text is in units of UTF-16.
func units(text string) int {
	n := 0
	for _, c := range text {
		n++
		if c > 0xFFFF {
			n++
		}
	}
	return n
}

// findings are diagnostics with their places.
func (p Project) findings(list dedalus.Diagnostics) []Finding {
	at := p.places()
	out := []Finding{}
	for _, d := range list {
		f := Finding{Severity: d.Severity, Code: d.Code, Message: d.Message, Hint: d.Hint, Place: at.of(d.Pos, d.Width)}
		for _, n := range d.Notes {
			f.Notes = append(f.Notes, Note{n.Text, at.of(n.Pos, 1)})
		}
		for _, change := range d.Fixes {
			if fix, ok := at.fix(change); ok {
				f.Fixes = append(f.Fixes, fix)
			}
		}
		out = append(out, f)
	}
	return out
}

// fix is a change with its places; it is not ok where a text is not there.
func (p *places) fix(change dedalus.Fix) (fix Fix, ok bool) {
	fix.Title = change.Title
	for _, e := range change.Edits {
		place := p.of(e.Pos, e.Width)
		if place == nil {
			return fix, false
		}
		fix.Edits = append(fix.Edits, Edit{*place, e.Text})
	}
	return fix, true
}
