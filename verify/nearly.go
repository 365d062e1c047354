package verify

import (
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
	n := &nearness{program: j.program, eot: j.eot, lineage: l, circuit: c, state: stateRelations(j.program), known: map[datalog.RelID]circuit.Lit{}}
	return n.of(j.program.Never)
}

type nearness struct {
	program *datalog.Program
	eot     int
	lineage *eval.Lineage
	circuit *circuit.Circuit
	state   []bool // by relation
	known   map[datalog.RelID]circuit.Lit
}

// of says when a relation has a tuple or, where observers conclude it, nearly has one.
func (n *nearness) of(r datalog.RelID) circuit.Lit {
	if l, known := n.known[r]; known {
		return l
	}
	n.known[r] = circuit.False // what needs itself has nothing from that
	var ways []circuit.Lit
	for t := 1; t <= n.eot; t++ {
		for _, f := range n.lineage.At(r, t) {
			ways = append(ways, n.lineage.Lit(f))
		}
	}
	if !n.state[r] {
		for i := range n.program.Rules {
			rule := &n.program.Rules[i]
			if rule.Head.Relation != r {
				continue
			}
			var premises []circuit.Lit
			for _, l := range rule.Body {
				if l.Kind == datalog.Positive {
					premises = append(premises, n.of(l.Atom.Relation))
				}
			}
			ways = append(ways, n.circuit.And(premises...))
		}
	}
	n.known[r] = n.circuit.Or(ways...)
	return n.known[r]
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
