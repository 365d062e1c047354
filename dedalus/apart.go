package dedalus

import (
	"unicode/utf8"

	"molly/datalog"
)

// settling is a time by which what relations can hold changes no more, or else is not judged.
const settling = 1000

// apart warns, where nothing says how long a run is, about rules whose premises hold at different times only, however
// long it is: each of them can hold something, and they never can together.
func (p *Program) apart() Diagnostics {
	x := presenceOf(p.program, settling)
	if len(x.rows) > settling {
		return nil // it changes for ever
	}
	var list Diagnostics
	reported := map[datalog.RelID]bool{}
	for i := range p.program.Rules {
		r := &p.program.Rules[i]
		if !x.separate(r) {
			continue
		}
		found := x.neverTogether(nil, r)
		for _, l := range found {
			if !reported[l.atom.Relation] {
				reported[l.atom.Relation] = true
				list = append(list, p.droppedDiagnostic(x, l))
			}
		}
		if len(found) == 0 {
			name := p.program.Relations[r.Head.Relation].Name
			list = append(list, Diagnostic{
				Severity: Warning, Pos: r.Pos, Code: "unreachable", Line: p.Line(r.Pos), Width: utf8.RuneCountInString(name),
				Message: "this rule never fires: its premises hold at different times only",
				Hint:    "`molly run` shows when each of them holds",
			})
		}
	}
	return list
}

// separate reports whether each premise of a rule can hold at some time, and all of them never can at once.
func (x *presence) separate(r *datalog.Rule) bool {
	for _, l := range r.Body {
		if l.Kind == datalog.Positive && x.since(l.Atom) == 0 {
			return false
		}
	}
	for t := 1; t < len(x.rows); t++ {
		if x.fires(r, t) {
			return false
		}
	}
	return true
}
