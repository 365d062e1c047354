package eval

import "molly/datalog"

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
	n, o := computeNumber(t, vars)
	if o != defined {
		return datalog.Value{}, false
	}
	return datalog.Int(n), true
}

func computeNumber(t datalog.Term, vars []datalog.Value) (int64, outcome) {
	if t.Kind != datalog.Expression {
		v, ok := Compute(t, vars)
		if !ok {
			return 0, unassigned
		}
		return v.Number(), defined
	}
	a, oa := computeNumber(*t.Left, vars)
	b, ob := computeNumber(*t.Right, vars)
	return combine(t.Op, a, oa, b, ob)
}

// Skips reports whether a relation was left out at a time, because nothing but the
// invariant at EOT reads it (Options.SkipObservers): that it holds nothing then says
// nothing.
func (l *Lineage) Skips(r datalog.RelID, time int) bool {
	return l.options.SkipObservers && time < l.eot && l.observer[r]
}
