package eval

import (
	"slices"

	"molly/datalog"
)

// What explains rule firings outside of the engine needs to know of bindings: values of a rule's variables, of
// which the zero Value is none.

// BindByEqualities gives variables their values along chains of equalities.
func BindByEqualities(rule *datalog.Rule, vars []datalog.Value) {
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
	v, ok := Compute(from, vars)
	if ok {
		vars[t.Var] = v
	}
	return ok
}

// Known reports whether every variable of a term has a value; a wildcard has none.
func Known(t datalog.Term, vars []datalog.Value) bool {
	all := t.Kind != datalog.Wildcard
	t.Variables(func(v datalog.VarID) { all = all && vars[v].Type() != datalog.Unknown })
	return all
}

// Pattern is what an atom matches under a binding. Columns without a value match
// anything.
func Pattern(a *datalog.Atom, vars []datalog.Value) []datalog.Value {
	pattern := make([]datalog.Value, len(a.Args))
	for i, t := range a.Args {
		if v, ok := Compute(t, vars); ok {
			pattern[i] = v
		}
	}
	return pattern
}

// Shown returns the rule with values instead of its variables' names, to be printed.
func Shown(r *datalog.Rule, vars []datalog.Value) *datalog.Rule {
	s := *r
	s.Vars = ShownVars(r, vars)
	return &s
}

// ShownVars are the names of a rule's variables, or their values where they have some.
func ShownVars(r *datalog.Rule, vars []datalog.Value) []string {
	names := slices.Clone(r.Vars)
	for i, v := range vars {
		if v.Type() != datalog.Unknown {
			names[i] = v.String()
		}
	}
	return names
}
