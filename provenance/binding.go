package provenance

import (
	"molly/datalog"
	"molly/eval"
)

// bindingOf recovers the values of a rule's variables from the premises of one of its
// firings: the columns of the atoms first, then the equalities.
func bindingOf(l *eval.Lineage, f eval.Firing) []datalog.Value {
	rule := l.Program().Rule(f.Rule)
	vars := make([]datalog.Value, len(rule.Vars))
	premise := 0
	for i := range rule.Body {
		if rule.Body[i].Kind != datalog.Positive {
			continue
		}
		args := l.Args(f.Premises[premise])
		premise++
		for c, t := range rule.Body[i].Atom.Args {
			if t.Kind == datalog.Variable {
				vars[t.Var] = args[c]
			}
		}
	}
	eval.BindByEqualities(rule, vars)
	return vars
}

// compare decides a comparison: Holds, False or Undefined.
func compare(l *datalog.Literal, vars []datalog.Value) (kind Kind, decided bool) {
	x, okX := eval.Compute(l.Left, vars)
	y, okY := eval.Compute(l.Right, vars)
	switch {
	case !okX && eval.Known(l.Left, vars), !okY && eval.Known(l.Right, vars):
		return Undefined, true
	case !okX || !okY:
		return 0, false
	case l.Op.Holds(x.Compare(y)):
		return Holds, true
	}
	return False, true
}

// readTime is the time that an atom reads.
func readTime(a *datalog.Atom, now int) int {
	if a.At > 0 {
		return a.At
	}
	return now
}
