package asp

import (
	"fmt"
	"slices"

	"molly/datalog"
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
	if e.remote {
		e.line("%% nothing is written to a node that is down and stays so")
		e.line("asleep(N,T) :- down(N,T), down(N,T+1).")
	}
}

// up adds that the rule's node is not down, nor the node that it concludes for. What a message
// meets is said where it arrives.
func (r *ruleEncoder) up(head datalog.Term) {
	if !r.down() || r.plain.Observes(r.Rule) {
		return
	}
	place, ok := r.Place()
	if ok {
		r.not("down", place, r.now)
	}
	elsewhere := !ok || head != place
	switch {
	case r.Source.Timing == datalog.Inductive && !r.keeps(r.Source.Head.Relation):
		r.not("down", head, r.now+"+1")
	case r.Source.Timing == datalog.Inductive && elsewhere:
		r.remote = true
		r.not("asleep", head, r.now)
	case r.Source.Timing == datalog.Deductive && elsewhere:
		r.not("down", head, r.now)
	}
}

func (r *ruleEncoder) not(relation string, place datalog.Term, time string) {
	r.body = append(r.body, fmt.Sprintf("not %s(%s,%s)", relation, r.term(place), time))
}

// named reports whether a wildcard's variable is written: it is where the rule runs.
func (r *ruleEncoder) named(v datalog.VarID) bool {
	place, ok := r.Place()
	return r.down() && ok && place.Kind == datalog.Variable && place.Var == v
}
