package naive

import (
	"math/big"

	"molly/datalog"
)

// status says what became of a term.
type status uint8

const (
	unbound   status = iota // a variable in it has no value yet
	known                   // it has a value
	poison                  // it has none that fits into 64 bits
	undefined               // a division by zero: it has none at all
)

// binding gives the variables of a rule their values.
type binding []assigned

// assigned is what a variable has.
type assigned struct {
	value  datalog.Value
	status status // never undefined
}

// eval computes a term. Undefined wins over unbound, and that over poison, so
// that the answer does not depend on which side is evaluated first.
func (b binding) eval(t datalog.Term) (datalog.Value, status) {
	switch t.Kind {
	case datalog.Constant:
		return t.Value, known
	case datalog.Variable:
		return b[t.Var].value, b[t.Var].status
	case datalog.Wildcard:
		return datalog.Value{}, unbound
	}
	left, ls := b.eval(*t.Left)
	right, rs := b.eval(*t.Right)
	switch {
	case ls == undefined || rs == undefined:
		return datalog.Value{}, undefined
	case rs == known && right.Number() == 0 && (t.Op == datalog.Div || t.Op == datalog.Rem):
		return datalog.Value{}, undefined
	case ls == unbound || rs == unbound:
		return datalog.Value{}, unbound
	case ls == poison || rs == poison:
		return datalog.Value{}, poison
	}
	return fits(calculate(t.Op, left.Number(), right.Number()))
}

// calculate applies an operator to integers; the divisor is not zero.
func calculate(op datalog.Operator, left, right int64) *big.Int {
	x, y := big.NewInt(left), big.NewInt(right)
	switch op {
	case datalog.Add:
		return x.Add(x, y)
	case datalog.Sub:
		return x.Sub(x, y)
	case datalog.Mul:
		return x.Mul(x, y)
	case datalog.Div:
		return x.Quo(x, y)
	default:
		return x.Rem(x, y)
	}
}

// fits makes an integer a value, or poison where it has more than 64 bits.
func fits(n *big.Int) (datalog.Value, status) {
	if !n.IsInt64() {
		return datalog.Value{}, poison
	}
	return datalog.Int(n.Int64()), known
}
