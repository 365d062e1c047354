package verify

import (
	"slices"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// Unseen says what a certificate may not see, as pre and post are read at EOT alone: a
// violation before that has passed by then. Its relations are sorted by name.
//
// A violation that post cures by getting what it lacked is none: pre is a promise for the end.
// But what pre and post rest on may also vanish. A persistent relation, one with the rule
// p(X1,…,Xk)@next :- p(X1,…,Xk), keeps all that it ever held, where no node comes back without
// it; crash and outage are the same at every time; and a premise with an absolute time reads what was there then, from then on. What positive
// premises, comparisons and no aggregate conclude from these within a time stays, too.
type Unseen struct {
	// Forgotten are relations whose tuples make violations, and that need not keep them:
	// facts of a time, messages, what is carried on under conditions or lost in an outage, and
	// what an aggregate concludes, whose value may change.
	Forgotten []datalog.RelID
	// TakenBack are relations whose tuples end violations though they are not what post
	// waits for, and that may get some: pre reads them under notin, or post under two.
	TakenBack []datalog.RelID
}

// Nothing reports whether a violation that post does not cure is one at EOT, too.
func (u Unseen) Nothing() bool { return len(u.Forgotten) == 0 && len(u.TakenBack) == 0 }

// unseen looks at the rules of pre and post. Where there are none, it is about persistent
// relations, of which all must be there in the end, or about never, which is read at every time.
func unseen(p *datalog.Program, spec failure.Spec) Unseen {
	if !p.HasInvariant() {
		return Unseen{}
	}
	return newEnding(p, spec).out
}

// newEnding follows the rules of a program's pre and post.
func newEnding(p *datalog.Program, spec failure.Spec) *ending {
	e := &ending{
		program: p, restarts: spec.Restarts > 0, deductive: make([][]*datalog.Rule, len(p.Relations)),
		carried: make([]bool, len(p.Relations)), grows: make([]bool, len(p.Relations)),
		seen: map[reading]bool{},
	}
	for _, f := range p.Facts {
		e.carried[f.Relation] = true
		e.grows[f.Relation] = e.grows[f.Relation] || f.Time > 1
	}
	for _, f := range p.Lasting {
		e.grows[f.Relation] = e.grows[f.Relation] || f.Time > 1
	}
	for _, in := range p.Inputs {
		e.carried[in.Relation] = true
		e.grows[in.Relation] = e.grows[in.Relation] || in.Times[len(in.Times)-1] > 1
	}
	for _, builtin := range []datalog.RelID{p.Boot, p.Now} {
		if builtin != datalog.NoRelation {
			e.carried[builtin], e.grows[builtin] = true, true
		}
	}
	for i := range p.Rules {
		r := &p.Rules[i]
		h := r.Head.Relation
		if r.Timing == datalog.Deductive {
			e.deductive[h] = append(e.deductive[h], r)
		} else {
			e.carried[h] = true
		}
		e.grows[h] = e.grows[h] || !keeps(r)
	}
	e.read(reading{p.Pre, true, false})
	e.read(reading{p.Post, false, false})
	for _, list := range []*[]datalog.RelID{&e.out.Forgotten, &e.out.TakenBack} {
		slices.SortFunc(*list, func(a, b datalog.RelID) int {
			return strings.Compare(p.Relations[a].Name, p.Relations[b].Name)
		})
		*list = slices.Compact(*list)
	}
	return e
}

// keeps reports whether a rule only carries a relation on, as it is.
func keeps(r *datalog.Rule) bool {
	if r.Timing != datalog.Inductive || len(r.Body) != 1 || r.Body[0].Kind != datalog.Positive {
		return false
	}
	from := r.Body[0].Atom
	return from.Relation == r.Head.Relation && from.At == 0 &&
		slices.EqualFunc(r.Head.Args, from.Args, func(to datalog.HeadTerm, from datalog.Term) bool {
			return to.Aggregate == datalog.NoAggregate && to.Term.Kind == datalog.Variable && from.Kind == datalog.Variable && to.Term.Var == from.Var
		})
}

// reading is a way in which the invariant reads a relation.
type reading struct {
	relation datalog.RelID
	harms    bool // its tuples make violations, rather than end them
	negated  bool // it is read under some notin
}

// ending follows the deductive rules of an invariant.
type ending struct {
	program   *datalog.Program
	restarts  bool              // nodes may come back, without what is not stable
	deductive [][]*datalog.Rule // by head
	carried   []bool            // by facts, or by inductive or asynchronous rules
	grows     []bool            // it need not have at time 1 all that it ever has
	seen      map[reading]bool
	out       Unseen
}

func (e *ending) read(r reading) {
	id := r.relation
	if e.seen[r] || id == e.program.Crash || id == e.program.Outage {
		return
	}
	e.seen[r] = true
	persists := slices.Contains(e.program.Persistent, id)
	if persists && (!e.restarts || slices.Contains(e.program.Stable, id)) {
		if e.grows[id] {
			e.change(r, false)
		}
		return
	}
	forgets := e.carried[id]
	for _, rule := range e.deductive[id] {
		forgets = forgets || rule.Aggregates()
		for _, l := range rule.Body {
			if l.Kind == datalog.Comparison || l.Atom.At > 0 {
				continue
			}
			negative := l.Kind == datalog.Negative
			e.read(reading{l.Atom.Relation, r.harms != negative, r.negated || negative})
		}
	}
	if forgets {
		e.change(r, true)
	}
}

// change notes a relation that may get tuples, and perhaps lose some.
func (e *ending) change(r reading, loses bool) {
	switch {
	case r.harms && loses:
		e.out.Forgotten = append(e.out.Forgotten, r.relation)
	case !r.harms && r.negated:
		e.out.TakenBack = append(e.out.TakenBack, r.relation)
	}
}
