package dedalus

import "molly/dedalus/syntax"

// Malformed returns why a text cannot be cut into clauses and parsed; it is empty where it can. What
// the clauses mean, and whether they are a program, is not looked at.
func Malformed(name, text string) Diagnostics {
	r := newReporter()
	s := newSource(Source{Name: name, Text: text}, folder{})
	r.add(s)
	if s.checkEncoding(r) {
		for _, c := range syntax.Parse(name, s.Text).Clauses {
			if p := c.Problem(); p != nil {
				r.unparsed(p)
			}
		}
	}
	return r.sorted()
}

// unparsed reports why a clause has no tree.
func (r *reporter) unparsed(p *syntax.Problem) {
	r.fail(span{position(p.Pos), p.Width}, "syntax", p.Message, p.Hint)
	d := &r.list[len(r.list)-1]
	for _, f := range p.Fixes {
		fix := Fix{Title: f.Title}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, Edit{position(e.Pos), e.Width, e.Text})
		}
		d.Fixes = append(d.Fixes, fix)
	}
}
