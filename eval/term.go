package eval

import "molly/datalog"

// expr is a term of a rule made ready to join: a constant is interned, a variable is a
// slot of the binding.
type expr struct {
	kind  datalog.TermKind // Variable, Constant or Expression
	slot  int
	value valueID
	term  *datalog.Term // of an Expression
}

func (c *compiler) expr(t datalog.Term) expr {
	e := expr{kind: t.Kind}
	switch t.Kind {
	case datalog.Variable:
		e.slot = int(t.Var)
	case datalog.Constant:
		e.value = c.values.id(t.Value)
	case datalog.Expression:
		e.term = &t
	}
	return e
}

// number computes an expression under the current bindings.
func (m *machine) number(e *expr) (int64, outcome) { return m.arithmetic.number(e.term) }

// slotNumber is the integer that a variable of the running join has.
func (m *machine) slotNumber(v datalog.VarID) (int64, outcome) {
	return m.values.list[m.slots[v]].Number(), defined
}

// term computes e under the current bindings.
func (m *machine) term(e *expr) (valueID, outcome) {
	switch e.kind {
	case datalog.Variable:
		return m.slots[e.slot], defined
	case datalog.Constant:
		return e.value, defined
	}
	n, o := m.number(e)
	if o != defined {
		return 0, o
	}
	return m.values.number(n), defined
}

// sought computes e as part of a key. A number that no tuple can have, because the run
// has not met it, is not interned: a join may compute one for each pair of facts.
func (m *machine) sought(e *expr) (valueID, outcome) {
	if e.kind != datalog.Expression {
		return m.term(e)
	}
	n, o := m.number(e)
	if id, met := m.values.ints[n]; met {
		return id, o
	}
	return unmet, o
}

// side computes a side of a comparison.
func (m *machine) side(e *expr) (datalog.Value, outcome) {
	switch e.kind {
	case datalog.Variable:
		return m.values.list[m.slots[e.slot]], defined
	case datalog.Constant:
		return m.values.list[e.value], defined
	}
	n, o := m.number(e)
	return datalog.Int(n), o
}

// compare decides a comparison under the current bindings.
func (m *machine) compare(s *step) (holds bool, o outcome) {
	a, oa := m.side(&s.left)
	b, ob := m.side(&s.right)
	if o := max(oa, ob); o != defined {
		return false, o
	}
	return s.op.Holds(a.Compare(b)), defined
}
