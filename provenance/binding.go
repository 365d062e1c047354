package provenance

import (
	"slices"

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
	bindByEqualities(rule, vars)
	return vars
}

// bindByEqualities gives variables their values along chains of equalities.
func bindByEqualities(rule *datalog.Rule, vars []datalog.Value) {
	for again := slices.Contains(vars, datalog.Value{}); again; {
		again = false
		for i := range rule.Body {
			again = bindByEquality(&rule.Body[i], vars) || again
		}
	}
}

// bindByEquality gives a variable its value where a comparison says that it equals
// what has one. It reports whether it did.
func bindByEquality(l *datalog.Literal, vars []datalog.Value) bool {
	if l.Kind != datalog.Comparison || l.Op != datalog.Equal {
		return false
	}
	return bindVariable(l.Left, l.Right, vars) || bindVariable(l.Right, l.Left, vars)
}

func bindVariable(t, from datalog.Term, vars []datalog.Value) bool {
	if t.Kind != datalog.Variable || vars[t.Var].Type() != datalog.Unknown {
		return false
	}
	v, ok := eval.Compute(from, vars)
	if ok {
		vars[t.Var] = v
	}
	return ok
}

// compare decides a comparison: Holds, False or Undefined.
func compare(l *datalog.Literal, vars []datalog.Value) (kind Kind, decided bool) {
	x, okX := eval.Compute(l.Left, vars)
	y, okY := eval.Compute(l.Right, vars)
	switch {
	case !okX && known(l.Left, vars), !okY && known(l.Right, vars):
		return Undefined, true
	case !okX || !okY:
		return 0, false
	case l.Op.Holds(x.Compare(y)):
		return Holds, true
	}
	return False, true
}

// patternOf is what an atom matches under a binding. Columns without a value match
// anything.
func patternOf(a *datalog.Atom, vars []datalog.Value) []datalog.Value {
	pattern := make([]datalog.Value, len(a.Args))
	for i, t := range a.Args {
		if v, ok := eval.Compute(t, vars); ok {
			pattern[i] = v
		}
	}
	return pattern
}

// known reports whether every variable of a term has a value; a wildcard has none.
func known(t datalog.Term, vars []datalog.Value) bool {
	all := t.Kind != datalog.Wildcard
	t.Variables(func(v datalog.VarID) { all = all && vars[v].Type() != datalog.Unknown })
	return all
}

// shown returns the rule with values instead of its variables' names, to be printed.
func shown(r *datalog.Rule, vars []datalog.Value) *datalog.Rule {
	s := *r
	s.Vars = shownVars(r, vars)
	return &s
}

func shownVars(r *datalog.Rule, vars []datalog.Value) []string {
	names := slices.Clone(r.Vars)
	for i, v := range vars {
		if v.Type() != datalog.Unknown {
			names[i] = v.String()
		}
	}
	return names
}

// readTime is the time that an atom reads.
func readTime(a *datalog.Atom, now int) int {
	if a.At > 0 {
		return a.At
	}
	return now
}
