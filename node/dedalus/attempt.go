package dedalus

import (
	"slices"

	"molly/datalog"
	"molly/eval"
)

// attempt joins a rule's premises over the facts of a step, in the order of the body, and remembers where the bindings
// that come furthest fail.
type attempt struct {
	*explainer
	step     *step
	rule     *datalog.Rule
	pattern  datalog.Fact
	depth    int // the greatest number of premises that held
	fails    []failing
	complete bool   // all premises held
	other    string // a value that it concludes in the place of the wanted one, or ""
}

// failing is a premise that fails under a binding.
type failing struct {
	literal datalog.Literal
	vars    []datalog.Value
}

// maxFails bounds how many failing premises are told of one rule.
const maxFails = 3

// try goes on with premise k.
func (a *attempt) try(k int, vars []datalog.Value) {
	vars = slices.Clone(vars)
	eval.BindByEqualities(a.rule, vars)
	if k == len(a.rule.Body) {
		a.conclude(vars)
		return
	}
	l := a.rule.Body[k]
	switch l.Kind {
	case datalog.Comparison:
		left, okLeft := eval.Compute(l.Left, vars)
		right, okRight := eval.Compute(l.Right, vars)
		if okLeft && okRight && l.Op.Holds(left.Compare(right)) {
			a.try(k+1, vars)
			return
		}
		if !okLeft && !eval.Known(l.Left, vars) || !okRight && !eval.Known(l.Right, vars) {
			a.try(k+1, vars) // its variables come later: judged there by what they are
			return
		}
		a.fail(k, l, vars)
	case datalog.Negative:
		if _, found := a.find(l.Atom, vars); found {
			a.fail(k, l, vars)
			return
		}
		a.try(k+1, vars)
	default:
		found := false
		if s := a.stepOf(l.Atom); s != nil {
			for _, f := range s.facts {
				if f.Relation != l.Atom.Relation {
					continue
				}
				next := slices.Clone(vars)
				if fitsAtom(l.Atom, f, next) {
					found = true
					a.try(k+1, next)
				}
			}
		}
		if !found {
			a.fail(k, l, vars)
		}
	}
}

// conclude looks at what the rule concludes when all its premises hold.
func (a *attempt) conclude(vars []datalog.Value) {
	for c, t := range a.rule.Head.Args {
		want := a.pattern.Args[c]
		if t.Aggregate != datalog.NoAggregate || want.Type() == datalog.Unknown {
			continue
		}
		if got, ok := eval.Compute(t.Term, vars); !ok || got != want {
			other := "no value"
			if ok {
				other = got.String()
			}
			if a.other == "" {
				a.other = other
			}
			return
		}
	}
	a.complete = true
}

// fail remembers a premise that fails.
func (a *attempt) fail(k int, l datalog.Literal, vars []datalog.Value) {
	if k > a.depth {
		a.depth, a.fails = k, nil
	}
	if k < a.depth || len(a.fails) == maxFails {
		return
	}
	text := a.target.program.FormatLiteral(eval.Shown(a.rule, vars), l)
	for _, f := range a.fails {
		if a.target.program.FormatLiteral(eval.Shown(a.rule, f.vars), f.literal) == text {
			return
		}
	}
	a.fails = append(a.fails, failing{l, vars})
}

// stepOf is the step that an atom reads, or nil.
func (a *attempt) stepOf(atom datalog.Atom) *step {
	if atom.At == 0 || atom.At == a.step.begins.Time {
		return a.step
	}
	s := a.at(a.step.node, atom.At)
	if s == nil || atom.At > a.step.begins.Time || a.open(s) != nil {
		return nil
	}
	return s
}

// find returns a fact that an atom matches.
func (a *attempt) find(atom datalog.Atom, vars []datalog.Value) (datalog.Fact, bool) {
	s := a.stepOf(atom)
	if s == nil {
		return datalog.Fact{}, false
	}
	for _, f := range s.facts {
		if f.Relation == atom.Relation && fitsAtom(atom, f, slices.Clone(vars)) {
			return f, true
		}
	}
	return datalog.Fact{}, false
}

// fitsAtom reports whether an atom matches a fact, and binds its variables.
func fitsAtom(atom datalog.Atom, f datalog.Fact, vars []datalog.Value) bool {
	for c, t := range atom.Args {
		if !unify(t, f.Args[c], vars) {
			return false
		}
	}
	return true
}

// unify gives a term a value.
func unify(t datalog.Term, v datalog.Value, vars []datalog.Value) bool {
	switch t.Kind {
	case datalog.Wildcard:
		return true
	case datalog.Variable:
		if vars[t.Var].Type() == datalog.Unknown {
			vars[t.Var] = v
			return true
		}
		return vars[t.Var] == v
	}
	w, ok := eval.Compute(t, vars)
	return !ok && !eval.Known(t, vars) || ok && w == v
}
