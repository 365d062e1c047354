package dedalus

import (
	"errors"
	"fmt"
	"strconv"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/internal/nearest"
)

// maxOperators is the greatest number of operators in one expression.
const maxOperators = 1000

// builder turns parsed nodes into the syntax tree. What the grammar lets through
// and a single token shows to be wrong is reported here.
type builder struct {
	*reporter
	broken    bool // something of this clause was reported
	operators int  // in the expression at hand
}

func (b *builder) fail(at span, code, message, hint string) {
	b.broken = true
	b.reporter.fail(at, code, message, hint)
}

// clause builds a fact, an input or a rule; it returns nil for one that cannot be used.
func (b *builder) clause(n *syntax.Tree) *clause {
	b.broken = false
	h := n.Head
	c := &clause{span: spanOf(h.Name), name: h.Name.Value, fact: n.Body == nil, may: n.May != nil, when: b.moment(h.Time)}
	if c.may && !c.fact {
		b.fail(spanOf(*n.May), "may", "`may` before a rule", "only a fact may be there or not: `may p(\"a\")@2;`")
	}
	for _, a := range h.Args {
		c.cols = append(c.cols, b.column(a))
	}
	if n.Body != nil {
		for _, l := range n.Body.Literals {
			c.body = append(c.body, b.literal(l))
		}
	}
	if b.broken {
		return nil
	}
	return c
}

// constant builds a const clause; it returns nil for one that cannot be used.
func (b *builder) constant(n *syntax.Const) *constant {
	b.broken = false
	k := &constant{span: spanOf(n.Name), Constant: Constant{Name: n.Name.Value}}
	leaf := &syntax.Expr{Minus: n.Minus, Token: n.Value}
	switch {
	case k.Name == "_":
		b.fail(k.span, "const", "the wildcard cannot be a constant", "give it another name")
	case n.Minus != nil && n.Value.Type == syntax.String:
		b.fail(spanOf(*n.Minus), "const", "a sign before a string", "only a number can have a sign")
	default:
		k.Value = b.term(leaf).value
	}
	if b.broken {
		return nil
	}
	return k
}

func (b *builder) column(n *syntax.Column) column {
	if n.Aggregate == nil {
		return column{expr: b.expression(n.Expr)}
	}
	function, variable := n.Aggregate.Function, n.Aggregate.Variable
	col := column{expr: name(variable), function: spanOf(function)}
	for _, a := range []datalog.Aggregate{datalog.Count, datalog.Sum, datalog.Min, datalog.Max} {
		if a.String() == function.Value {
			col.aggregate = a
		}
	}
	if col.aggregate == datalog.NoAggregate {
		hint := "the aggregates are count, sum, min and max"
		near := nearest.Word(function.Value, []string{"count", "max", "min", "sum"})
		if near != "" {
			hint = fmt.Sprintf("did you mean `%s<%s>`?", near, variable.Value)
		}
		b.fail(col.function, "aggregate", fmt.Sprintf("there is no aggregate %s", function.Value), hint)
		if near != "" {
			b.fix("write `"+near+"`", col.function.replace(near))
		}
	}
	return col
}

func (b *builder) literal(n *syntax.Literal) *literal {
	switch {
	case n.Negated != nil:
		a := b.atom(n.Negated)
		return &literal{span: a.span, kind: datalog.Negative, atom: a}
	case n.Atom != nil:
		a := b.atom(n.Atom)
		return &literal{span: a.span, kind: datalog.Positive, atom: a}
	default:
		left, right := b.expression(n.Compare.Left), b.expression(n.Compare.Right)
		return &literal{
			span: left.to(right.span), kind: datalog.Comparison,
			op: compareOp(n.Compare.Op.Value), left: left, right: right,
		}
	}
}

func compareOp(text string) datalog.CompareOp {
	for op := datalog.Equal; op < datalog.GreaterEqual; op++ {
		if op.String() == text {
			return op
		}
	}
	return datalog.GreaterEqual
}

func (b *builder) atom(n *syntax.Atom) *atom {
	a := &atom{span: spanOf(n.Name), name: n.Name.Value, when: b.moment(n.Time)}
	for _, arg := range n.Args {
		a.args = append(a.args, b.expression(arg))
	}
	return a
}

func (b *builder) moment(n *syntax.Time) moment {
	if n == nil {
		return moment{}
	}
	m := moment{span: spanOf(n.Word), word: n.Word.Value}
	if n.Minus != nil {
		m.word = "-" + m.word
		m.span = spanOf(*n.Minus).to(m.span)
	}
	m.whole = m.span
	if n.Range != nil {
		b.until(&m, n.Range)
	}
	if n.Word.Type == syntax.Int {
		m.time = b.time(m.span, m.word)
	}
	return m
}

// until reads the second half of a range of times.
func (b *builder) until(m *moment, n *syntax.Range) {
	m.ranged = true
	m.whole = m.span.to(spanOf(n.Dots))
	if n.Last == nil {
		return
	}
	m.whole = m.span.to(spanOf(*n.Last))
	m.until = b.time(spanOf(*n.Last), n.Last.Value)
	if m.until == 0 {
		b.fail(spanOf(*n.Last), "time", "there is no time 0", "times begin at 1")
	}
}

func (b *builder) time(at span, word string) int {
	k, err := strconv.Atoi(word)
	if err != nil {
		b.fail(at, "integer", fmt.Sprintf("the time %s is too large", syntax.Brief(word)), "")
	}
	return k
}

func (b *builder) expression(n *syntax.Expr) *expr {
	b.operators = 0
	e := b.term(n)
	if b.operators > maxOperators {
		b.fail(e.span, "syntax", fmt.Sprintf("this expression has %d operators; the limit is %d", b.operators, maxOperators), "")
	}
	return e
}

func (b *builder) term(n *syntax.Expr) *expr {
	at := spanOf(n.Token)
	switch {
	case n.Left != nil:
		b.operators++
		left, right := b.term(n.Left), b.term(n.Right)
		return &expr{
			span: left.to(right.span), kind: datalog.Expression,
			op: datalog.Operator(n.Token.Value[0]), left: left, right: right,
		}
	case n.Token.Type == syntax.String:
		return &expr{span: at, kind: datalog.Constant, value: datalog.String(b.text(n.Token))}
	case n.Token.Type == syntax.Ident:
		return name(n.Token)
	default:
		digits := n.Token.Value
		if n.Minus != nil {
			at, digits = spanOf(*n.Minus).to(at), "-"+digits
		}
		return &expr{span: at, kind: datalog.Constant, value: datalog.Int(b.integer(at, digits))}
	}
}

func (b *builder) integer(at span, digits string) int64 {
	v, err := strconv.ParseInt(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		b.fail(at, "integer", fmt.Sprintf("%s does not fit into 64 bits", syntax.Brief(digits)),
			"integers go from -9223372036854775808 to 9223372036854775807")
	}
	return v
}

// text returns what a string token says; a bad escape is reported where it is.
func (b *builder) text(t syntax.Token) string {
	if s, err := strconv.Unquote(t.Value); err == nil {
		return s
	}
	at := spanOf(t)
	rest := t.Value[1 : len(t.Value)-1]
	for column := at.pos.Column + 1; rest != ""; {
		_, _, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			at.pos.Column, at.width = column, 2
			b.fail(at, "escape", fmt.Sprintf("there is no escape %s in a string", syntax.Prefix(rest, 2)),
				`the escapes are Go's: \" \\ \n \t \r \a \b \f \v \x41 \101 \u00e9 \U0001f600`)
			return ""
		}
		column += len([]rune(rest[:len(rest)-len(tail)]))
		rest = tail
	}
	b.fail(at, "escape", "this string cannot be read", "")
	return ""
}

func name(t syntax.Token) *expr {
	if t.Value == "_" {
		return &expr{span: spanOf(t), kind: datalog.Wildcard}
	}
	return &expr{span: spanOf(t), kind: datalog.Variable, name: t.Value}
}
