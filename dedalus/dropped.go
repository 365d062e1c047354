package dedalus

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"molly/datalog"
)

// times returns the first and the last time at which a relation can hold something, as far
// as the rows go; the first is 0 where there is none.
func (x *presence) times(r datalog.RelID) (first, last int) {
	for t := 1; t < len(x.rows); t++ {
		if x.rows[t][r] {
			if first == 0 {
				first = t
			}
			last = t
		}
	}
	return first, last
}

// since returns the first time at which a premise can be true, 0 where there is none.
func (x *presence) since(a datalog.Atom) int {
	if a.At == 0 {
		first, _ := x.times(a.Relation)
		return first
	}
	if a.At > x.end || !x.holds(a.Relation, a.At) {
		return 0
	}
	return a.At
}

// lost is a premise whose relation holds nothing any more at a time at which it is needed.
type lost struct {
	atom datalog.Atom
	time int
	with *datalog.Atom // what else is needed then; nil: it is the end of the run
}

// dropped warns about relations that hold something for a time, that nothing keeps, and
// that are needed later: at the end of the run by pre or post, or by a rule that never
// fires because another premise of it comes too late.
func (p *Program) dropped(eot int) Diagnostics {
	x := presenceOf(p.program, eot)
	var found []lost
	for _, outcome := range []datalog.RelID{p.program.Pre, p.program.Post} {
		if outcome == datalog.NoRelation || x.holds(outcome, eot) {
			continue
		}
		at, _ := x.origin(outcome)
		found = x.blameAtom(found, lost{atom: datalog.Atom{Relation: outcome, Pos: at}, time: eot}, map[datalog.RelID]bool{})
	}
	for i := range p.program.Rules {
		found = x.neverTogether(found, &p.program.Rules[i])
	}
	var list Diagnostics
	reported := map[datalog.RelID]bool{}
	for _, l := range found {
		if !reported[l.atom.Relation] {
			reported[l.atom.Relation] = true
			list = append(list, p.droppedDiagnostic(x, l))
		}
	}
	return list
}

// neverTogether finds what is lost of a rule whose premises hold at different times only.
func (x *presence) neverTogether(found []lost, r *datalog.Rule) []lost {
	for t := 1; t < len(x.rows); t++ {
		if x.fires(r, t) {
			return found
		}
	}
	var latest *datalog.Atom // of the premises, the one that comes last
	for i, l := range r.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		first := x.since(l.Atom)
		if first == 0 {
			return found // it never fires for another reason
		}
		if latest == nil || first > x.since(*latest) {
			latest = &r.Body[i].Atom
		}
	}
	for _, l := range r.Body {
		if l.Kind != datalog.Positive || l.Atom.At > 0 {
			continue
		}
		need := x.since(*latest)
		if _, last := x.times(l.Atom.Relation); last < need {
			found = x.blameAtom(found, lost{l.Atom, need, latest}, map[datalog.RelID]bool{})
		}
	}
	return found
}

// blame finds what would have to be kept for a relation to hold something at a time: it
// follows deductive rules down to relations that a fact, a message or an @next rule gives
// their tuples for one time.
func (x *presence) blame(found []lost, r datalog.RelID, need lost, seen map[datalog.RelID]bool) []lost {
	if seen[r] {
		return found
	}
	seen[r] = true
	for i := range x.program.Rules {
		rule := &x.program.Rules[i]
		if rule.Head.Relation != r {
			continue
		}
		for _, l := range rule.Body {
			if l.Kind == datalog.Positive && l.Atom.At == 0 && !x.holds(l.Atom.Relation, need.time) {
				found = x.blameAtom(found, lost{l.Atom, need.time, need.with}, seen)
			}
		}
	}
	return found
}

// blameAtom is blame for a premise.
func (x *presence) blameAtom(found []lost, l lost, seen map[datalog.RelID]bool) []lost {
	r := l.atom.Relation
	if first, _ := x.times(r); first == 0 || first > l.time {
		return found // it was never there
	}
	_, given := x.origin(r)
	switch {
	case x.kept(r):
		return found // by a rule that ends at some time, for other reasons
	case given:
		return append(found, l)
	}
	return x.blame(found, r, l, seen)
}

// origin returns the place of the first fact, input or rule that gives a relation tuples
// for one time.
func (x *presence) origin(r datalog.RelID) (datalog.Position, bool) {
	for _, f := range x.program.Facts {
		if f.Relation == r {
			return f.Pos, true
		}
	}
	for _, in := range x.program.Inputs {
		if in.Relation == r {
			return in.Pos, true
		}
	}
	for i := range x.program.Rules {
		if rule := &x.program.Rules[i]; rule.Head.Relation == r && rule.Timing != datalog.Deductive {
			return rule.Pos, true
		}
	}
	return datalog.Position{}, false
}

// kept reports whether some @next rule carries a relation on.
func (x *presence) kept(r datalog.RelID) bool {
	return slices.ContainsFunc(x.program.Rules, func(rule datalog.Rule) bool {
		return rule.Head.Relation == r && rule.Timing == datalog.Inductive &&
			slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool {
				return l.Kind == datalog.Positive && l.Atom.Relation == r
			})
	})
}

// droppedDiagnostic says what is lost, and how to keep it.
func (p *Program) droppedDiagnostic(x *presence, l lost) Diagnostic {
	relation := p.program.Relations[l.atom.Relation]
	first, last := x.times(l.atom.Relation)
	held := fmt.Sprintf("at time %d only", first)
	if last > first {
		held = fmt.Sprintf("not after time %d", last)
	}
	needed := ""
	if l.with == nil {
		needed = ", the end of the run"
	}
	hint := "keep it: `" + Persistence(relation.Name, relation.Arity()) + "`"
	origin, _ := x.origin(l.atom.Relation)
	if first == last && slices.ContainsFunc(p.program.Facts, func(f datalog.Fact) bool { return f.Relation == l.atom.Relation }) {
		hint += fmt.Sprintf("; or read what it held then: `%s(…)@%d`", relation.Name, first)
	}
	d := Diagnostic{
		Severity: Warning, Pos: l.atom.Pos, Code: "dropped", Line: p.Line(l.atom.Pos), Width: utf8.RuneCountInString(relation.Name),
		Message: fmt.Sprintf("%s is needed at time %d%s, but it holds %s: nothing keeps it", relation.Name, l.time, needed, held),
		Notes:   []Note{{origin, relation.Name + " comes from here", p.Line(origin)}},
		Hint:    hint,
	}
	d.Fixes = p.InsertAbove(origin, Persistence(relation.Name, relation.Arity()))
	if l.with != nil {
		d.Notes = append(d.Notes, Note{l.with.Pos, fmt.Sprintf("%s holds from time %d on", p.program.Relations[l.with.Relation].Name, l.time), p.Line(l.with.Pos)})
	}
	return d
}

// Persistence is the rule that keeps a relation.
func Persistence(relation string, columns int) string {
	args := arguments(columns)
	return fmt.Sprintf("%s(%s)@next :- %s(%s);", relation, args, relation, args)
}
