package asp

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus/rewrite"
)

// While a node is down its rules do not fire, and nothing is concluded for it. A stable relation p
// is written as two: kept_p has what @next rules conclude, and holds it over as long as its node is
// down; p has that, too, and whatever else is concluded for it.

// kept is the name of the relation that holds what @next rules conclude for a stable one.
func (e *encoder) kept(r datalog.RelID) string { return "kept_" + e.name(r) }

// keeps reports whether what a relation holds survives an outage.
func (e *encoder) keeps(r datalog.RelID) bool {
	return e.down() && slices.Contains(e.Program.Stable, r)
}

// stable writes what is held over.
func (e *encoder) stable() {
	if !e.down() || len(e.Program.Stable) == 0 {
		return
	}
	e.section("stable relations: what @next rules conclude is kept while the node is down")
	for _, s := range e.Program.Stable {
		x := columns(e.Program.Relations[s].Arity())
		e.line("%s(%s,T) :- %s(%s,T).", e.name(s), x, e.kept(s), x)
		e.line("%[1]s(%[2]s,T+1) :- %[1]s(%[2]s,T), down(X1,T).", e.kept(s), x)
	}
	e.line("%% what is not written: to a node that is down and stays so")
	e.line("asleep(N,T) :- down(N,T), down(N,T+1).")
}

// ofProtocol says of each relation whether an @next or @async rule reads it, directly or through
// deductive rules. Rules that conclude no such relation are observers': they fire at every time.
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

// up adds that the rule's node is not down, nor the node that it concludes for. What a message
// meets is said where it arrives.
func (r *ruleEncoder) up(head string) {
	source := r.Source
	if !r.down() || source.Timing == datalog.Deductive && !r.protocol[source.Head.Relation] {
		return
	}
	place := head
	if source.Location != nil {
		place = r.location()
	}
	r.not("down", place, r.now)
	switch {
	case source.Timing == datalog.Inductive && !r.keeps(source.Head.Relation):
		r.not("down", head, r.now+"+1")
	case source.Timing == datalog.Inductive && head != place:
		r.not("asleep", head, r.now)
	case source.Timing == datalog.Deductive && head != place:
		r.not("down", head, r.now)
	}
}

func (r *ruleEncoder) not(relation, place, time string) {
	r.body = append(r.body, fmt.Sprintf("not %s(%s,%s)", relation, place, time))
}

// home returns the index of the premise whose first column is the rule's location, or -1.
func home(r *datalog.Rule) int {
	now := func(l datalog.Literal) bool { return l.Kind == datalog.Positive && l.Atom.At == 0 }
	if i := slices.IndexFunc(r.Body, now); i >= 0 {
		return i
	}
	return slices.IndexFunc(r.Body, func(l datalog.Literal) bool { return l.Kind == datalog.Positive })
}

// located returns the variable of a wildcard that is the rule's location, or -1.
func (r *ruleEncoder) located() datalog.VarID {
	return datalog.VarID(slices.Index(r.Columns, rewrite.Column{Kind: rewrite.Wildcard, Premise: home(r.Source)}))
}

// location writes where the rule runs.
func (r *ruleEncoder) location() string {
	place := *r.Source.Location
	switch place.Kind {
	case datalog.Wildcard:
		place = datalog.Term{Kind: datalog.Variable, Var: r.located()}
	case datalog.Expression: // a number: no node
		place = datalog.Term{Kind: datalog.Constant, Value: datalog.Int(0)}
	}
	return r.term(place)
}
