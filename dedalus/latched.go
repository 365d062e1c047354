package dedalus

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"molly/datalog"
)

// Latched finds what a program keeps until the end only so that post can miss it there: a
// relation that deductive rules conclude, that one rule keeps as it is, and that nothing else
// reads but post, under notin. A relation never says the same in fewer rules.
func (p *Program) Latched() Diagnostics { return p.Unignored(p.latched()) }

func (p *Program) latched() Diagnostics {
	d := p.program
	if d.Post == datalog.NoRelation {
		return nil
	}
	missed := map[datalog.RelID]bool{} // by post
	for i := range d.Rules {
		if d.Rules[i].Head.Relation != d.Post {
			continue
		}
		for _, l := range d.Rules[i].Body {
			if l.Kind == datalog.Negative {
				missed[l.Atom.Relation] = true
			}
		}
	}
	var list Diagnostics
	for _, r := range d.Persistent {
		if !missed[r] {
			continue
		}
		rule := p.latch(r)
		if rule == nil {
			continue
		}
		at, name := rule.Pos, d.Relations[r].Name
		args := arguments(d.Relations[r].Arity())
		list = append(list, Diagnostic{
			Severity: Warning, Pos: at, Code: "latched", Line: p.Line(at), Width: utf8.RuneCountInString(name),
			Message: fmt.Sprintf("%s is kept until the end only to be absent from it", name),
			Hint: fmt.Sprintf("`never(%s) :- …;` in the place of `%s(%s) :- …;` is judged at every time: it needs no @next rule for %s, and no pre and post",
				args, name, args, name),
		})
	}
	return list
}

// latch returns the first rule that concludes a relation, where the relation is a latch.
func (p *Program) latch(r datalog.RelID) *datalog.Rule {
	d := p.program
	given := func(f datalog.Fact) bool { return f.Relation == r }
	if slices.ContainsFunc(d.Facts, given) || slices.ContainsFunc(d.Lasting, given) ||
		slices.ContainsFunc(d.Inputs, func(in datalog.Input) bool { return in.Relation == r }) {
		return nil
	}
	var first *datalog.Rule
	missed := false
	for i := range d.Rules {
		rule := &d.Rules[i]
		if rule.Head.Relation == r {
			switch {
			case persists(rule):
				continue
			case rule.Timing != datalog.Deductive:
				return nil
			case first == nil:
				first = rule
			}
		}
		for _, l := range rule.Body {
			if l.Kind == datalog.Comparison || l.Atom.Relation != r {
				continue
			}
			if l.Kind != datalog.Negative || rule.Head.Relation != d.Post || l.Atom.At > 0 {
				return nil
			}
			missed = true
		}
	}
	if !missed {
		return nil
	}
	return first
}
