package verify

import (
	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// nearly yields what never comes close to, up to EOT: for each binding of the positive premises
// of a rule that concludes never, whatever its comparisons and negated premises say, the literals
// of these premises; and the literal of each tuple that never has anyway. Where all are false in
// every admissible execution, never is empty for want of anything that it could be about. It stops
// when yield returns false.
func (j *judge) nearly(l *eval.Lineage, yield func(premises []circuit.Lit) bool) {
	p := j.program
	for t := 1; t <= j.eot; t++ {
		for _, f := range l.At(p.Never, t) {
			if !yield([]circuit.Lit{l.Lit(f)}) {
				return
			}
		}
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Head.Relation != p.Never || r.Timing != datalog.Deductive && t == j.eot {
				continue
			}
			b := &binding{lineage: l, time: t, values: make([]datalog.Value, len(r.Vars)), bound: make([]bool, len(r.Vars)), yield: yield}
			for _, lit := range r.Body {
				if lit.Kind == datalog.Positive {
					b.atoms = append(b.atoms, lit.Atom)
				}
			}
			if !b.extend(nil) {
				return
			}
		}
	}
}

// A binding is the values of a rule's variables by the first of its positive premises.
type binding struct {
	lineage *eval.Lineage
	time    int
	atoms   []datalog.Atom
	values  []datalog.Value
	bound   []bool
	yield   func([]circuit.Lit) bool
}

// extend binds the premises that follow those given, each to every fact that it matches. It
// returns false when yield did.
func (b *binding) extend(premises []circuit.Lit) bool {
	if len(premises) == len(b.atoms) {
		return b.yield(premises)
	}
	a := b.atoms[len(premises)]
	time := b.time
	if a.At > 0 {
		time = a.At
	}
	if time > b.time {
		return true
	}
	for _, f := range b.lineage.At(a.Relation, time) {
		fresh, matches := b.match(a.Args, b.lineage.Args(f))
		goOn := !matches || b.extend(append(premises[:len(premises):len(premises)], b.lineage.Lit(f)))
		for _, v := range fresh {
			b.bound[v] = false
		}
		if !goOn {
			return false
		}
	}
	return true
}

// match binds the variables of a premise. An expression compares: it matches anything here.
func (b *binding) match(terms []datalog.Term, args []datalog.Value) (fresh []datalog.VarID, matches bool) {
	for i, t := range terms {
		switch {
		case t.Kind == datalog.Constant && t.Value != args[i]:
			return fresh, false
		case t.Kind == datalog.Variable && !b.bound[t.Var]:
			b.bound[t.Var], b.values[t.Var] = true, args[i]
			fresh = append(fresh, t.Var)
		case t.Kind == datalog.Variable && b.values[t.Var] != args[i]:
			return fresh, false
		}
	}
	return fresh, true
}

// nearlyIn reports whether a run comes close to what never is about.
func (j *judge) nearlyIn(run *eval.Run) bool {
	close := false
	j.nearly(run.Lineage, func([]circuit.Lit) bool {
		close = true
		return false
	})
	return close
}

// nearlyWhen says in which scenarios the run comes close to what never is about.
func (j *judge) nearlyWhen(space *eval.Space) circuit.Lit {
	var ways []circuit.Lit
	known := map[circuit.Lit]bool{circuit.False: true}
	j.nearly(&space.Lineage, func(premises []circuit.Lit) bool {
		if l := space.Circuit.And(premises...); !known[l] {
			known[l] = true
			ways = append(ways, l)
		}
		return !known[circuit.True]
	})
	return space.Circuit.Or(ways...)
}
