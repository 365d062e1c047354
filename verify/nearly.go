package verify

import (
	"iter"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// nearly says when an execution has what never is about: never itself has a tuple, or all positive
// premises of a rule for it have one, whatever its values, at some time up to EOT. A premise that
// rules of observers conclude counts by what these read in turn, for it may well be what must never
// hold. Where this is false in every admissible execution, never is empty for want of anything
// that it could be about.
//
// The literals of the lineage are those of the circuit; those of a run are constants.
func (j *judge) nearly(l *eval.Lineage, c *circuit.Circuit) circuit.Lit {
	n := &nearness{
		program: j.program, eot: j.eot, lineage: l, circuit: c, state: stateRelations(j.program),
		holds: map[datalog.RelID]circuit.Lit{}, near: map[datalog.RelID]circuit.Lit{},
	}
	n.visit(j.program.Never)
	// Each round brings what one more rule concludes. Where no relation depends on itself, the first has all.
	for range n.order {
		changed := false
		for _, r := range n.order {
			now := n.of(r)
			changed = changed || now != n.near[r]
			n.near[r] = now
		}
		if !changed {
			break
		}
	}
	return n.near[j.program.Never]
}

// nearness says when relations have a tuple or, where observers conclude them, nearly have one: the
// least solution of one equation for each relation.
type nearness struct {
	program     *datalog.Program
	eot         int
	lineage     *eval.Lineage
	circuit     *circuit.Circuit
	state       []bool                        // by relation
	order       []datalog.RelID               // those with an equation, first what others read
	holds, near map[datalog.RelID]circuit.Lit // of what never depends on: it has a tuple, or nearly
}

// visit puts a relation into the order, and before it what its rules read.
func (n *nearness) visit(r datalog.RelID) {
	if _, seen := n.holds[r]; seen {
		return
	}
	var tuples []circuit.Lit
	for t := 1; t <= n.eot; t++ {
		for _, f := range n.lineage.At(r, t) {
			tuples = append(tuples, n.lineage.Lit(f))
		}
	}
	n.holds[r] = n.circuit.Or(tuples...)
	n.near[r] = n.holds[r]
	if n.state[r] {
		return
	}
	for i := range n.program.Rules {
		if rule := &n.program.Rules[i]; rule.Head.Relation == r {
			for premise := range positive(rule) {
				n.visit(premise)
			}
		}
	}
	n.order = append(n.order, r)
}

// of says when a relation has a tuple, or nearly has one by what is known of others.
func (n *nearness) of(r datalog.RelID) circuit.Lit {
	ways := []circuit.Lit{n.holds[r]}
	for i := range n.program.Rules {
		if rule := &n.program.Rules[i]; rule.Head.Relation == r {
			var premises []circuit.Lit
			for premise := range positive(rule) {
				premises = append(premises, n.near[premise])
			}
			ways = append(ways, n.circuit.And(premises...))
		}
	}
	return n.circuit.Or(ways...)
}

// positive are the relations that a rule reads without notin.
func positive(rule *datalog.Rule) iter.Seq[datalog.RelID] {
	return func(yield func(datalog.RelID) bool) {
		for _, l := range rule.Body {
			if l.Kind == datalog.Positive && !yield(l.Atom.Relation) {
				return
			}
		}
	}
}

// stateRelations says which relations are not left to observers: those that a rule which keeps or
// sends reads, and what these depend on; but never is about others.
func stateRelations(p *datalog.Program) []bool {
	state := make([]bool, len(p.Relations))
	for changed := true; changed; {
		changed = false
		for i := range p.Rules {
			r := &p.Rules[i]
			if r.Timing == datalog.Deductive && !state[r.Head.Relation] || r.Head.Relation == p.Never {
				continue
			}
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison && !state[l.Atom.Relation] {
					state[l.Atom.Relation], changed = true, true
				}
			}
		}
	}
	if p.Never != datalog.NoRelation {
		state[p.Never] = false
	}
	return state
}
