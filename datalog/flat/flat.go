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
// Invariant: Vars begins with the variables of Source, no two are equal, and Types has a
// type for each.
type Rule struct {
	Source *datalog.Rule
	Vars   []string
	Types  []datalog.Type
	Body   []Literal
	Head   []datalog.HeadTerm
	// Location is where the rule runs; a wildcard where Source has no location.
	Location datalog.Term
	// Timed means that a positive atom reads the present time, and so binds it; crash, which
	// is timeless, does not.
	Timed bool

	taken map[string]bool
}

// New flattens a rule. With named, the wildcards of positive atoms become variables,
// so that a binding of all variables is a binding of the whole body.
func New(p *datalog.Program, r *datalog.Rule, named bool) *Rule {
	f := &Rule{
		Source: r, Location: datalog.Term{Kind: datalog.Wildcard}, taken: map[string]bool{},
		Vars: append([]string(nil), r.Vars...), Types: make([]datalog.Type, len(r.Vars)),
	}
	for _, v := range r.Vars {
		f.taken[v] = true
	}
	f.infer(p)
	for _, l := range r.Body {
		if l.Kind == datalog.Comparison {
			f.comparison(l)
		} else {
			f.atom(p, l, named)
		}
	}
	for _, a := range r.Head.Args {
		f.Head = append(f.Head, datalog.HeadTerm{Aggregate: a.Aggregate, Term: f.simple(a.Term)})
	}
	if r.Location != nil && r.Location.Kind != datalog.Wildcard {
		f.Location = f.simple(*r.Location)
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

// infer finds the types of the rule's own variables: from the columns in which they
// stand, and from there along equalities.
func (f *Rule) infer(p *datalog.Program) {
	for _, l := range f.Source.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		for i, t := range l.Atom.Args {
			if t.Kind == datalog.Variable && f.Types[t.Var] == datalog.Unknown {
				f.Types[t.Var] = p.Relations[l.Atom.Relation].Types[i]
			}
		}
	}
	for again := true; again; {
		again = false
		for _, l := range f.Source.Body {
			if l.Kind == datalog.Comparison && l.Op == datalog.Equal {
				again = f.adopt(l.Left, l.Right) || f.adopt(l.Right, l.Left) || again
			}
		}
	}
}

func (f *Rule) adopt(to, from datalog.Term) bool {
	if to.Kind != datalog.Variable || f.Types[to.Var] != datalog.Unknown {
		return false
	}
	f.Types[to.Var] = f.Type(from)
	return f.Types[to.Var] != datalog.Unknown
}

// Type is the type of a term.
func (f *Rule) Type(t datalog.Term) datalog.Type {
	switch t.Kind {
	case datalog.Variable:
		return f.Types[t.Var]
	case datalog.Constant:
		return t.Value.Type()
	case datalog.Expression:
		return datalog.Integer
	}
	return datalog.Unknown
}

func (f *Rule) add(name string, t datalog.Type) datalog.VarID {
	n := 1
	for f.taken[fmt.Sprint(name, n)] {
		n++
	}
	f.Vars = append(f.Vars, f.Fresh(fmt.Sprint(name, n)))
	f.Types = append(f.Types, t)
	return datalog.VarID(len(f.Vars) - 1)
}

// comparison adds a comparison. An equality of a variable with an expression is how the
// variable is computed.
func (f *Rule) comparison(l datalog.Literal) {
	left, right := l.Left, l.Right
	if l.Op == datalog.Equal && left.Kind == datalog.Expression {
		left, right = right, left
	}
	if l.Op == datalog.Equal && left.Kind == datalog.Variable && right.Kind == datalog.Expression {
		f.compute(left.Var, right)
		return
	}
	f.Body = append(f.Body, Literal{Kind: Comparison, Op: l.Op, Left: f.simple(left), Right: f.simple(right)})
}

func (f *Rule) atom(p *datalog.Program, l datalog.Literal, named bool) {
	kind := Negative
	if l.Kind == datalog.Positive {
		kind = Positive
		f.Timed = f.Timed || l.Atom.At == 0 && l.Atom.Relation != p.Crash
	}
	a := l.Atom
	a.Args = make([]datalog.Term, len(l.Atom.Args))
	for i, t := range l.Atom.Args {
		if t.Kind == datalog.Wildcard && kind == Positive && named {
			a.Args[i] = datalog.Term{Kind: datalog.Variable, Var: f.add("Any", p.Relations[a.Relation].Types[i])}
		} else {
			a.Args[i] = f.simple(t)
		}
	}
	f.Body = append(f.Body, Literal{Kind: kind, Atom: a})
}

// simple returns a term without operators that has t's value.
func (f *Rule) simple(t datalog.Term) datalog.Term {
	if t.Kind != datalog.Expression {
		return t
	}
	v := f.add("Result", datalog.Integer)
	f.compute(v, t)
	return datalog.Term{Kind: datalog.Variable, Var: v}
}

// compute adds the literal that gives a variable an expression's value, after those of
// its parts.
func (f *Rule) compute(v datalog.VarID, t datalog.Term) {
	left, right := f.simple(*t.Left), f.simple(*t.Right)
	f.Body = append(f.Body, Literal{Kind: Computed, Result: v, Operator: t.Op, Left: left, Right: right})
}
