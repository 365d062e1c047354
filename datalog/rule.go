package datalog

import "slices"

// Timing says when a rule's conclusion holds.
type Timing uint8

// The timings of Dedalus: at the same time; at the same place one time later;
// at the receiver one time later, if the message is not lost.
const (
	Deductive Timing = iota
	Inductive
	Asynchronous
)

func (t Timing) String() string {
	return [...]string{"", "@next", "@async"}[t]
}

// Atom is a relation applied to terms.
type Atom struct {
	Relation RelID
	Args     []Term
	At       int // the absolute time that it reads, or 0: now
	Pos      Position
}

// CompareOp is a comparison operator.
type CompareOp uint8

// The comparison operators.
const (
	Equal CompareOp = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

func (o CompareOp) String() string {
	return [...]string{"==", "!=", "<", "<=", ">", ">="}[o]
}

// Holds reports whether a comparison with outcome c (negative, zero or positive,
// as [Value.Compare] gives it) satisfies o.
func (o CompareOp) Holds(c int) bool {
	switch o {
	case Equal:
		return c == 0
	case NotEqual:
		return c != 0
	case Less:
		return c < 0
	case LessEqual:
		return c <= 0
	case Greater:
		return c > 0
	default:
		return c >= 0
	}
}

// LiteralKind tells the three kinds of literals apart.
type LiteralKind uint8

// The kinds of literals.
const (
	Positive   LiteralKind = iota // an atom
	Negative                      // notin and an atom
	Comparison                    // Left Op Right
)

// Literal is a premise of a rule.
type Literal struct {
	Kind LiteralKind
	Atom Atom // of a Positive or Negative literal
	// Op, Left and Right are those of a Comparison, Pos its place.
	Op          CompareOp
	Left, Right Term
	Pos         Position
}

// Head is the conclusion of a rule.
type Head struct {
	Relation RelID
	Args     []HeadTerm
	Pos      Position
}

// Rule is a rule: where all literals of Body hold, Head holds at the time that
// Timing says.
//
// Invariants: ID is the rule's index in Program.Rules; every variable is bound by
// a positive atom's own column or by a chain of equalities that starts from such
// variables and constants; an aggregate is never in the first column; an
// Asynchronous rule has a Location.
type Rule struct {
	ID     int
	Head   Head
	Timing Timing
	Body   []Literal
	Vars   []string // the names of the variables
	// Location is where the rule runs: the first column of the first positive atom
	// that reads now, or, where none does, of the first positive atom. It is nil
	// for a rule without positive atoms.
	Location *Term
	Pos      Position // of the clause
}

// Aggregates reports whether the rule's head has an aggregate.
func (r *Rule) Aggregates() bool {
	for _, a := range r.Head.Args {
		if a.Aggregate != NoAggregate {
			return true
		}
	}
	return false
}

// MayOverflow reports whether the rule computes a number: it has an expression or a sum.
func (r *Rule) MayOverflow() bool {
	expression := func(t Term) bool { return t.Kind == Expression }
	for _, a := range r.Head.Args {
		if a.Aggregate == Sum || expression(a.Term) {
			return true
		}
	}
	for _, l := range r.Body {
		if expression(l.Left) || expression(l.Right) || slices.ContainsFunc(l.Atom.Args, expression) {
			return true
		}
	}
	return false
}

// Bound says of each variable whether the body binds it: a column of a positive atom does, and an
// equality whose other side is bound.
func (r *Rule) Bound() []bool {
	bound := make([]bool, len(r.Vars))
	bind := func(t, from Term) bool {
		if t.Kind != Variable || int(t.Var) >= len(bound) || bound[t.Var] {
			return false
		}
		known := true
		from.Variables(func(v VarID) { known = known && int(v) < len(bound) && bound[v] })
		bound[t.Var] = known
		return known
	}
	for _, l := range r.Body {
		if l.Kind != Positive {
			continue
		}
		for _, t := range l.Atom.Args {
			bind(t, Term{Kind: Constant})
		}
	}
	for again := true; again; {
		again = false
		for _, l := range r.Body {
			if l.Kind == Comparison && l.Op == Equal {
				again = bind(l.Left, l.Right) || bind(l.Right, l.Left) || again
			}
		}
	}
	return bound
}

// EachVariable calls yield for each variable of the head and of the body, with repetitions.
func (r *Rule) EachVariable(yield func(VarID)) {
	for _, a := range r.Head.Args {
		a.Term.Variables(yield)
	}
	for _, l := range r.Body {
		if l.Kind == Comparison {
			l.Left.Variables(yield)
			l.Right.Variables(yield)
			continue
		}
		for _, t := range l.Atom.Args {
			t.Variables(yield)
		}
	}
}
