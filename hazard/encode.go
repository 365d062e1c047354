package hazard

import "molly/circuit"

// encoding remembers which nodes of the circuit the solver knows.
type encoding struct {
	variable []literal     // by node; 0 when it has none
	halves   []half        // by node: what is defined or waits for it
	waiting  []circuit.Lit // needed literals whose half is not defined yet
	clause   []literal     // scratch
}

// half says which implications of a node's definition are clauses.
type half uint8

const (
	whenTrue  half = 1 << iota // the node implies its children
	whenFalse                  // the node's complement implies a child's complement
)

// need returns the solver's literal for a folded, non-constant literal that will
// occur positively in a clause: it may be true only if l holds. [Search.define] must
// follow.
func (s *Search) need(l circuit.Lit) literal {
	e := &s.encode
	for len(e.variable) < s.circuit.Len() {
		e.variable = append(e.variable, 0)
		e.halves = append(e.halves, 0)
	}
	n := l.Node()
	v := e.variable[n]
	if v == 0 {
		if fault, ok := s.circuit.Fault(l); ok {
			v = s.happens(fault)
			e.halves[n] = whenTrue | whenFalse
		} else {
			v = s.newVar()
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
func (s *Search) define() {
	e := &s.encode
	for len(e.waiting) > 0 {
		l := e.waiting[len(e.waiting)-1]
		e.waiting = e.waiting[:len(e.waiting)-1]
		v := s.need(l)
		if l.Negated() {
			s.assertOr(l, -v)
			continue
		}
		for _, ch := range s.children(l) {
			s.add(-v, s.need(ch))
		}
	}
}

// assertOr adds the clause that some complement of l's children holds, or one of
// the given literals.
func (s *Search) assertOr(l circuit.Lit, unless ...literal) {
	clause := append(s.encode.clause[:0], unless...)
	for _, ch := range s.children(l) {
		clause = append(clause, s.need(ch.Not()))
	}
	s.encode.clause = clause
	s.add(clause...)
}
