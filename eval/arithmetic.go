package eval

import (
	"math"
	"math/bits"

	"molly/datalog"
)

// outcome says what became of computing an expression.
type outcome uint8

const (
	defined    outcome = iota
	overflow           // the value does not fit 64 bits
	undefined          // division or remainder by zero: the rule instance does not exist
	unassigned         // a variable has no value (yet)
)

// arithmetic is the interpreter of integer expressions. Joins, heads, the search for
// overflow and [Compute] differ only in where a variable's value comes from.
type arithmetic struct {
	variable func(datalog.VarID) (int64, outcome)
	limit    int64 // Options.MaxInteger
}

// number computes a term that is an integer.
func (a *arithmetic) number(t *datalog.Term) (int64, outcome) {
	switch t.Kind {
	case datalog.Variable:
		return a.variable(t.Var)
	case datalog.Constant:
		return t.Value.Number(), defined
	}
	x, ox := a.number(t.Left)
	y, oy := a.number(t.Right)
	n, o := combine(t.Op, x, ox, y, oy)
	if a.limit > 0 && o == defined && (n > a.limit || n < -a.limit) {
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
	return operate(op, a, b)
}

// operate computes a op b; b is not zero for a division.
func operate(op datalog.Operator, a, b int64) (int64, outcome) {
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

// Compute computes a term whose variables have the given values, by VarID; a variable
// without a value has the zero Value. It reports false where the term has no value:
// it is a wildcard, a variable in it has none, it divides by zero, or the result does
// not fit 64 bits.
func Compute(t datalog.Term, vars []datalog.Value) (v datalog.Value, ok bool) {
	switch t.Kind {
	case datalog.Constant:
		return t.Value, true
	case datalog.Variable:
		v = vars[t.Var]
		return v, v.Type() != datalog.Unknown
	case datalog.Wildcard:
		return datalog.Value{}, false
	}
	a := arithmetic{variable: func(v datalog.VarID) (int64, outcome) {
		if vars[v].Type() == datalog.Unknown {
			return 0, unassigned
		}
		return vars[v].Number(), defined
	}}
	n, o := a.number(&t)
	if o != defined {
		return datalog.Value{}, false
	}
	return datalog.Int(n), true
}
