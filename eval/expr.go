package eval

import (
	"cmp"
	"math"
	"math/bits"

	"molly/datalog"
)

// expr is a term with its constants interned and its variables numbered by slot.
type expr struct {
	kind        datalog.TermKind // Variable, Constant or Expression
	slot        int
	value       valueID
	op          datalog.Operator
	left, right *expr
}

// outcome says what became of computing an expression.
type outcome uint8

const (
	defined    outcome = iota
	overflow           // the value does not fit 64 bits
	undefined          // division or remainder by zero: the rule instance does not exist
	unassigned         // overflow.go only: a variable has no value yet
)

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

// sought computes e as part of a key. A number that no tuple can have, because the
// run has not met it, stays without a number of its own: a join may compute one for each
// pair of facts.
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

// number computes an integer expression.
func (m *machine) number(e *expr) (int64, outcome) {
	switch e.kind {
	case datalog.Variable:
		return m.values.list[m.slots[e.slot]].Number(), defined
	case datalog.Constant:
		return m.values.list[e.value].Number(), defined
	}
	a, oa := m.number(e.left)
	b, ob := m.number(e.right)
	return m.bounded(combine(e.op, a, oa, b, ob))
}

// bounded is a computed number under Options.MaxInteger.
func (m *machine) bounded(n int64, o outcome) (int64, outcome) {
	if limit := m.options.MaxInteger; limit > 0 && o == defined && (n > limit || n < -limit) {
		return 0, overflow
	}
	return n, o
}

// combine applies an operator to two computed operands. Undefined wins over
// overflow, and a divisor of zero is undefined whatever the dividend.
func combine(op datalog.Operator, a int64, oa outcome, b int64, ob outcome) (int64, outcome) {
	switch {
	case oa == undefined || ob == undefined:
		return 0, undefined
	case oa == unassigned || ob == unassigned:
		return 0, unassigned
	case (op == datalog.Div || op == datalog.Rem) && ob == defined && b == 0:
		return 0, undefined
	case oa == overflow || ob == overflow:
		return 0, overflow
	}
	return arithmetic(op, a, b)
}

// arithmetic computes a op b; b is not zero for a division.
func arithmetic(op datalog.Operator, a, b int64) (int64, outcome) {
	switch op {
	case datalog.Add:
		c := a + b
		if (c > a) != (b > 0) {
			return 0, overflow
		}
		return c, defined
	case datalog.Sub:
		c := a - b
		if (c < a) != (b > 0) {
			return 0, overflow
		}
		return c, defined
	case datalog.Mul:
		return multiply(a, b)
	case datalog.Div:
		if a == math.MinInt64 && b == -1 {
			return 0, overflow
		}
		return a / b, defined
	default:
		if b == -1 {
			return 0, defined
		}
		return a % b, defined
	}
}

func multiply(a, b int64) (int64, outcome) {
	negative := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	switch {
	case hi != 0:
		return 0, overflow
	case negative && lo <= 1<<63:
		return -int64(lo), defined
	case !negative && lo < 1<<63:
		return int64(lo), defined
	}
	return 0, overflow
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// compare decides a comparison under the current bindings.
func (m *machine) compare(s *step) (holds bool, o outcome) {
	if s.left.kind == datalog.Expression || s.right.kind == datalog.Expression {
		a, oa := m.number(&s.left)
		b, ob := m.number(&s.right)
		if o := max(oa, ob); o != defined {
			return false, o
		}
		return s.op.Holds(cmp.Compare(a, b)), defined
	}
	a, _ := m.term(&s.left)
	b, _ := m.term(&s.right)
	return m.relate(s.op, a, b), defined
}

// relate compares two values.
func (m *machine) relate(op datalog.CompareOp, a, b valueID) bool {
	switch op {
	case datalog.Equal:
		return a == b
	case datalog.NotEqual:
		return a != b
	}
	return op.Holds(m.values.list[a].Compare(m.values.list[b]))
}
