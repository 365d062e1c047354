package cnf

import (
	"molly/circuit"
	"molly/hazard/solver"
)

// encoding remembers which nodes of the circuit the solver knows.
type encoding struct {
	variable []solver.Literal // by node; 0 when it has none
	halves   []half           // by node: what is defined or waits for it
	waiting  []circuit.Lit    // needed literals whose half is not defined yet
	clause   []solver.Literal // scratch
}

// half says which implications of a node's definition are clauses.
type half uint8

const (
	whenTrue  half = 1 << iota // the node implies its children
	whenFalse                  // the node's complement implies a child's complement
)

// need returns the solver's literal for a folded, non-constant literal that will
// occur positively in a clause: it may be true only if l holds. [Question.define] must
// follow.
func (q *Question) need(l circuit.Lit) solver.Literal {
	e := &q.encode
	for len(e.variable) < q.circuit.Len() {
		e.variable = append(e.variable, 0)
		e.halves = append(e.halves, 0)
	}
	n := l.Node()
	v := e.variable[n]
	if v == 0 {
		if fault, ok := q.circuit.Fault(l); ok {
			v = q.variable(fault)
			e.halves[n] = whenTrue | whenFalse
		} else {
			v = q.NewVar()
		}
		e.variable[n] = v
	}
	h := whenTrue
	if l.Negated() {
		v, h = -v, whenFalse
	}
	if e.halves[n]&h == 0 {
		e.halves[n] |= h
		e.waiting = append(e.waiting, l)
	}
	return v
}

// define writes the clauses of all halves that wait.
func (q *Question) define() {
	e := &q.encode
	for len(e.waiting) > 0 {
		l := e.waiting[len(e.waiting)-1]
		e.waiting = e.waiting[:len(e.waiting)-1]
		v := q.need(l)
		if l.Negated() {
			q.assertOr(l, -v)
			continue
		}
		for _, ch := range q.children(l) {
			q.Add(-v, q.need(ch))
		}
	}
}

// assertOr adds the clause that some complement of l's children holds, or one of
// the given literals.
func (q *Question) assertOr(l circuit.Lit, unless ...solver.Literal) {
	clause := append(q.encode.clause[:0], unless...)
	for _, ch := range q.children(l) {
		clause = append(clause, q.need(ch.Not()))
	}
	q.encode.clause = clause
	q.Add(clause...)
}

// Either returns a literal that is true only where one of some functions is; they are folded
// and not constant. Nothing is demanded.
func (q *Question) Either(lits ...circuit.Lit) solver.Literal {
	if len(lits) == 1 {
		either := q.need(lits[0])
		q.define()
		return either
	}
	either := q.NewVar()
	clause := []solver.Literal{-either}
	for _, l := range lits {
		clause = append(clause, q.need(l))
	}
	q.Add(clause...)
	q.define()
	return either
}
