package dedalus

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"molly/datalog"
)

// Forgotten warns about configuration that nodes lose when they come back: relations that
// have facts of one time and their own persistence only, that some rule reads, and that are not
// stable. It warns of nothing where no node comes back.
func (p *Program) Forgotten(restarts int) Diagnostics { return p.Unignored(p.forgotten(restarts)) }

func (p *Program) forgotten(restarts int) Diagnostics {
	if restarts == 0 {
		return nil
	}
	d := p.program
	var list Diagnostics
	for _, r := range d.Persistent {
		if slices.Contains(d.Stable, r) || !p.configuration(r) {
			continue
		}
		i := slices.IndexFunc(d.Facts, func(f datalog.Fact) bool { return f.Relation == r })
		if i < 0 {
			continue
		}
		at, name := d.Facts[i].Pos, d.Relations[r].Name
		list = append(list, Diagnostic{
			Severity: Warning, Pos: at, Code: "forgotten", Fixes: p.InsertAbove(at, "stable "+name+";"), Line: p.Line(at), Width: utf8.RuneCountInString(name),
			Message: fmt.Sprintf("a node that comes back has forgotten %s: nothing gives it again", name),
			Hint:    fmt.Sprintf("if it knows it from its disk, write `stable %s;`; facts that hold at every time are written `@1..`", name),
		})
	}
	return list
}

// configuration reports whether a relation comes from facts and is kept as it is by every rule
// for it, and whether another rule reads it.
func (p *Program) configuration(r datalog.RelID) bool {
	read := false
	for i := range p.program.Rules {
		rule := &p.program.Rules[i]
		own := rule.Head.Relation == r
		if own && !persists(rule) {
			return false
		}
		read = read || !own && slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool {
			return l.Kind != datalog.Comparison && l.Atom.Relation == r && l.Atom.At == 0
		})
	}
	return read
}

// persists recognizes p(X1, …, Xk)@next :- p(X1, …, Xk).
func persists(r *datalog.Rule) bool {
	if r.Timing != datalog.Inductive || len(r.Body) != 1 || r.Body[0].Kind != datalog.Positive {
		return false
	}
	from := r.Body[0].Atom
	if from.Relation != r.Head.Relation || from.At > 0 || len(r.Vars) != len(from.Args) {
		return false
	}
	for i, t := range r.Head.Args {
		if t.Aggregate != datalog.NoAggregate || t.Term.Kind != datalog.Variable || from.Args[i] != t.Term {
			return false
		}
	}
	return true
}
