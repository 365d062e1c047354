package dedalus

import (
	"molly/datalog"
)

// The syntax tree that the checks walk over. Its names are still names; every
// part knows its place.

// expr is an argument of an atom, a column of a head or a side of a comparison.
type expr struct {
	span
	kind        datalog.TermKind
	name        string        // of a variable
	value       datalog.Value // of a constant
	op          datalog.Operator
	left, right *expr // of an expression
}

// column is a column of a head: an expression, or an aggregate of a variable.
type column struct {
	aggregate datalog.Aggregate
	*expr
	function span // the aggregate's name
}

// moment is what follows an @. The zero moment is none.
type moment struct {
	span
	word string // as written
	time int    // the absolute time, where it is one
	// until is what follows the two dots of a range of times; a range without it has no end.
	ranged bool
	until  int
	whole  span // from the first time to the last
}

func (m moment) given() bool { return m.word != "" }

// open reports whether it is a range without an end.
func (m moment) open() bool { return m.ranged && m.until == 0 }

// last is the last of the times that are meant.
func (m moment) last() int {
	if m.ranged {
		return m.until
	}
	return m.time
}

// atom is a relation applied to arguments in a body.
type atom struct {
	span // of the name
	name string
	args []*expr
	when moment
}

// literal is a premise; atom is nil in a comparison.
type literal struct {
	span
	kind        datalog.LiteralKind
	atom        *atom
	op          datalog.CompareOp
	left, right *expr
}

// clause is a fact, an input or a rule.
type clause struct {
	span   // of the head's name
	name   string
	cols   []column
	when   moment
	fact   bool           // a fact or an input
	may    bool           // an input: a fact that may be there or not
	timing datalog.Timing // of a rule
	body   []*literal
	last   span // the last token before the semicolon
}

// sameTerm reports whether two terms are written the same; two wildcards are not
// the same.
func sameTerm(a, b *expr) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case datalog.Variable:
		return a.name == b.name
	case datalog.Constant:
		return a.value == b.value
	case datalog.Expression:
		return a.op == b.op && sameTerm(a.left, b.left) && sameTerm(a.right, b.right)
	default:
		return false
	}
}

// leaves calls yield for each variable, constant and wildcard of e, from left to
// right.
func (e *expr) leaves(yield func(*expr)) {
	if e.kind == datalog.Expression {
		e.left.leaves(yield)
		e.right.leaves(yield)
		return
	}
	yield(e)
}

// variables calls yield for each variable of e, from left to right.
func (e *expr) variables(yield func(*expr)) {
	e.leaves(func(l *expr) {
		if l.kind == datalog.Variable {
			yield(l)
		}
	})
}

// aggregates reports whether the head has an aggregate.
func (c *clause) aggregates() bool {
	for _, col := range c.cols {
		if col.aggregate != datalog.NoAggregate {
			return true
		}
	}
	return false
}

// atoms calls yield for each atom of the body, with whether it is negated.
func (c *clause) atoms(yield func(a *atom, negated bool)) {
	for _, l := range c.body {
		if l.atom != nil {
			yield(l.atom, l.kind == datalog.Negative)
		}
	}
}

// exprs calls yield for every expression of the clause, in the order of the text.
func (c *clause) exprs(yield func(*expr)) {
	for _, col := range c.cols {
		yield(col.expr)
	}
	for _, l := range c.body {
		if l.atom == nil {
			yield(l.left)
			yield(l.right)
			continue
		}
		for _, a := range l.atom.args {
			yield(a)
		}
	}
}
