// Package flat makes rules flat, on their way to other engines: every computed term
// becomes a literal of its own that gives a variable its value, so that what is left in
// atoms, comparisons and heads is variables and constants. Meaning and order of the
// body are kept.
//
// A computed term that has no value makes the instance not exist. Here it is a literal
// of the body wherever it stood, inside a negation or in the head too; so an engine in
// which such a literal does not hold is right.
package flat

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// Kind tells the four kinds of literals apart.
type Kind uint8

// The kinds of literals.
const (
	Positive   Kind = iota // Atom
	Negative               // not Atom
	Comparison             // Left Op Right
	Computed               // Result is Left Operator Right
)

// Literal is a premise of a flat rule. Its terms are variables and constants, and
// wildcards inside atoms.
type Literal struct {
	Kind        Kind
	Atom        datalog.Atom
	Op          datalog.CompareOp
	Operator    datalog.Operator
	Result      datalog.VarID
	Left, Right datalog.Term
}

// Rule is a flat rule.
//
// Invariant: Vars begins with the variables of the rule that was made flat, no two have the
// same name, and Types has a type for each.
type Rule struct {
	Vars  []string
	Types []datalog.Type
	Body  []Literal
	Head  []datalog.HeadTerm

	results []datalog.VarID // variables of the rule that hold results
	taken   map[string]bool // the names in Vars, and what Fresh returned
}

// New flattens a rule of a program. Its results are variables that an equality of its body
// computes, and that are named as those that are added: Result1, Result2, … in the order of
// the body.
func New(p *datalog.Program, r *datalog.Rule, results ...datalog.VarID) *Rule {
	f := &Rule{Vars: slices.Clone(r.Vars), Types: p.VariableTypes(r), results: results, taken: map[string]bool{}}
	for i, v := range r.Vars {
		f.taken[v] = !slices.Contains(results, datalog.VarID(i))
	}
	for _, l := range r.Body {
		switch l.Kind {
		case datalog.Positive:
			f.atom(Positive, l.Atom)
		case datalog.Negative:
			f.atom(Negative, l.Atom)
		case datalog.Comparison:
			f.comparison(l)
		}
	}
	for _, a := range r.Head.Args {
		f.Head = append(f.Head, datalog.HeadTerm{Aggregate: a.Aggregate, Term: f.simple(a.Term)})
	}
	return f
}

// Fresh returns a name that no variable of the rule has, and takes it.
func (f *Rule) Fresh(name string) string {
	for f.taken[name] {
		name += "_"
	}
	f.taken[name] = true
	return name
}

// Type is the type of a term of the rule.
func (f *Rule) Type(t datalog.Term) datalog.Type { return t.Type(f.Types) }

func (f *Rule) atom(kind Kind, a datalog.Atom) {
	args := make([]datalog.Term, len(a.Args))
	for i, t := range a.Args {
		args[i] = f.simple(t)
	}
	a.Args = args
	f.Body = append(f.Body, Literal{Kind: kind, Atom: a})
}

// comparison adds a comparison. An equality of a variable with an expression is how the
// variable is computed.
func (f *Rule) comparison(l datalog.Literal) {
	left, right := l.Left, l.Right
	if l.Op == datalog.Equal && left.Kind == datalog.Expression {
		left, right = right, left
	}
	if l.Op == datalog.Equal && left.Kind == datalog.Variable && right.Kind == datalog.Expression {
		if slices.Contains(f.results, left.Var) {
			f.Vars[left.Var] = f.result()
		}
		f.compute(left.Var, right)
		return
	}
	f.Body = append(f.Body, Literal{Kind: Comparison, Op: l.Op, Left: f.simple(left), Right: f.simple(right)})
}

// simple returns a term without operators that has t's value.
func (f *Rule) simple(t datalog.Term) datalog.Term {
	if t.Kind != datalog.Expression {
		return t
	}
	f.Vars = append(f.Vars, f.result())
	f.Types = append(f.Types, datalog.Integer)
	v := datalog.VarID(len(f.Vars) - 1)
	f.compute(v, t)
	return datalog.Term{Kind: datalog.Variable, Var: v}
}

// result returns the next name for a result.
func (f *Rule) result() string {
	n := 1
	for f.taken[fmt.Sprint("Result", n)] {
		n++
	}
	return f.Fresh(fmt.Sprint("Result", n))
}

// compute adds the literal that gives a variable an expression's value, after those of
// its parts.
func (f *Rule) compute(v datalog.VarID, t datalog.Term) {
	left, right := f.simple(*t.Left), f.simple(*t.Right)
	f.Body = append(f.Body, Literal{Kind: Computed, Result: v, Operator: t.Op, Left: left, Right: right})
}
