package rewrite

import (
	"slices"

	"molly/datalog"
)

// Observes reports whether a rule is an observer's: what it concludes is read by no @next or @async
// rule, directly or through other rules. It is no rule of the node where it runs, and fires while
// that node is down.
func (p *Program) Observes(r Rule) bool {
	return r.Source.Timing == datalog.Deductive && !p.protocol[r.Source.Head.Relation]
}

// ofProtocol says of each relation whether an @next or @async rule reads it, directly or through
// deductive rules.
func ofProtocol(p *datalog.Program) []bool {
	of := make([]bool, len(p.Relations))
	for again := true; again; {
		again = false
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Timing == datalog.Deductive && !of[r.Head.Relation] {
				continue
			}
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison && !of[l.Atom.Relation] {
					of[l.Atom.Relation], again = true, true
				}
			}
		}
	}
	return of
}

// Place is where the rule runs, as a term of its two plain rules: the first column of a premise,
// or else of the head. It is false where that is a number that is computed, so no node.
func (r Rule) Place() (datalog.Term, bool) {
	place := r.Source.Head.Args[0].Term
	if r.Source.Location != nil {
		place = *r.Source.Location
	}
	if place.Kind == datalog.Wildcard {
		column := slices.Index(r.Columns, Column{Kind: Wildcard, Premise: home(r.Source)})
		return variable(datalog.VarID(column)), true
	}
	return place, place.Kind != datalog.Expression
}

// home returns the index of the premise whose first column is the rule's location, or -1.
func home(r *datalog.Rule) int {
	first := -1
	for i, l := range r.Body {
		if l.Kind == datalog.Positive && l.Atom.At == 0 {
			return i
		}
		if l.Kind == datalog.Positive && first < 0 {
			first = i
		}
	}
	return first
}
