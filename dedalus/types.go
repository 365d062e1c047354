package dedalus

import (
	"fmt"

	"molly/datalog"
	"molly/dedalus/syntax"
)

// inferTypes gives every column a type, and reports columns and comparisons that
// mix integers and strings.
func (ch *checker) inferTypes() {
	for _, r := range ch.relations {
		for range r.columns {
			r.types = append(r.types, ch.types.add())
		}
	}
	for _, r := range ch.relations {
		b := ch.builtinOf(r.name)
		if b == nil {
			continue
		}
		for i, typ := range b.types {
			what := fmt.Sprintf("column %d of %s holds %ss", i+1, r.name, typ)
			ch.types.told[r.types[i]] = evidence{typ, span{}, what}
		}
	}
	for _, c := range ch.clauses {
		if ch.over() {
			return
		}
		ch.clauseTypes(c)
	}
}

// side is what a term tells about types: a node, or a type.
type side struct {
	node  node
	known bool // node is meant
	evidence
	term     *expr  // what it is, for messages
	relation string // of a column
	column   int
}

// name says in a message what a side is.
func (s side) name() string {
	switch {
	case s.relation != "":
		return fmt.Sprintf("column %d of %s", s.column+1, s.relation)
	case s.term == nil:
		return ""
	case s.term.kind == datalog.Variable:
		return s.term.name
	case s.term.kind == datalog.Constant:
		return syntax.Brief(s.term.value.String())
	default:
		return "the result"
	}
}

// The words for what tells a type.
var constantHere = [...]string{datalog.Integer: "an integer here", datalog.Text: "a string here"}

// clauseTypes unifies what one clause says.
func (ch *checker) clauseTypes(c *clause) {
	variables := map[string]node{}
	term := func(e *expr) side {
		s := side{evidence: evidence{at: e.span}, term: e}
		switch e.kind {
		case datalog.Variable:
			n, ok := variables[e.name]
			if !ok {
				n = ch.types.add()
				variables[e.name] = n
			}
			s.node, s.known = n, true
		case datalog.Constant:
			s.typ = e.value.Type()
			s.what = constantHere[s.typ]
		case datalog.Expression:
			s.typ, s.what = datalog.Integer, "arithmetic gives an integer here"
		}
		return s
	}
	integer := func(e *expr, what string) {
		ch.unify(term(e), side{evidence: evidence{datalog.Integer, e.span, what}}, e.span)
	}
	operands := func(e *expr) {
		if e.kind == datalog.Expression {
			e.leaves(func(l *expr) { integer(l, "arithmetic needs an integer here") })
		}
	}
	column := func(name string, i int, e *expr, s side) {
		r := ch.byName[name]
		if i >= r.columns {
			return
		}
		ch.unify(side{node: r.types[i], known: true, relation: name, column: i}, s, e.span)
	}
	// The body comes first: it is where a head's variables have their types from.
	for _, l := range c.body {
		if l.atom == nil {
			operands(l.left)
			operands(l.right)
			ch.unify(term(l.left), term(l.right), l.span)
			continue
		}
		for i, arg := range l.atom.args {
			operands(arg)
			column(l.atom.name, i, arg, term(arg))
		}
	}
	for i, col := range c.cols {
		operands(col.expr)
		s := term(col.expr)
		switch col.aggregate {
		case datalog.Count:
			s = side{evidence: evidence{datalog.Integer, col.function, "count gives an integer here"}}
		case datalog.Sum:
			integer(col.expr, "sum needs an integer here")
		}
		column(c.name, i, col.expr, s)
	}
}

// unify makes two sides the same type. The place is where they meet.
func (ch *checker) unify(x, y side, at span) {
	t := &ch.types
	if x.known {
		x.evidence = t.told[t.root(x.node)]
	}
	if y.known {
		y.evidence = t.told[t.root(y.node)]
	}
	if x.typ != datalog.Unknown && y.typ != datalog.Unknown && x.typ != y.typ {
		ch.conflict(x, y, at)
		return
	}
	switch {
	case x.known && y.known:
		a, b := t.root(x.node), t.root(y.node)
		if a == b {
			return
		}
		if b < a {
			a, b = b, a
		}
		if t.told[a].typ == datalog.Unknown {
			t.told[a] = t.told[b]
		}
		t.parent[b] = a
	case x.known:
		t.learn(x.node, y.evidence)
	case y.known:
		t.learn(y.node, x.evidence)
	}
}

func (ch *checker) conflict(x, y side, at span) {
	var notes []Note
	for _, s := range []side{x, y} {
		switch {
		case !s.at.pos.IsValid():
			if s.what != "" {
				notes = append(notes, Note{Text: s.what})
			}
		case s.at.pos != at.pos || s.term == nil || s.term.kind != datalog.Constant:
			notes = append(notes, ch.note(s.at, s.what))
		}
	}
	if x.name() == "" || y.name() == "" {
		s, needed := x, y
		if s.name() == "" {
			s, needed = y, x
		}
		ch.fail(at, "type", fmt.Sprintf("%s is %s, but %s is needed here", s.name(), withArticle(s.typ), withArticle(needed.typ)), "", notes...)
		return
	}
	ch.fail(at, "type", fmt.Sprintf("%s is %s, but %s is %s", x.name(), withArticle(x.typ), y.name(), withArticle(y.typ)), "", notes...)
}

func withArticle(t datalog.Type) string {
	if t == datalog.Integer {
		return "an integer"
	}
	return "a " + t.String()
}
