package eval_test

import (
	"math/big"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/dedalus/rewrite"
	"molly/failure"
)

// A naive interpreter for rewritten programs. It reads the value of package rewrite, or the
// text that it prints: the syntax of the text and the meaning of clock are what the text's
// header says.

// dlTerm is a variable, a wildcard, a constant, or an operation on two terms.
type dlTerm struct {
	name     string // of a variable; _ is the wildcard
	value    datalog.Value
	op       string
	operands []dlTerm
}

// dlLiteral is an atom, perhaps negated, or a comparison of two terms.
type dlLiteral struct {
	name    string
	negated bool
	compare string
	args    []dlTerm
}

type dlClause struct {
	head       dlLiteral
	aggregates []string // by column of the head; "" is none
	body       []dlLiteral
}

func (c *dlClause) groups() bool { return strings.Join(c.aggregates, "") != "" }

// clausesOf reads the value.
func clausesOf(plain *rewrite.Program) []dlClause {
	p := plain.Datalog
	var list []dlClause
	for _, f := range p.Facts {
		c := dlClause{head: dlLiteral{name: p.Relations[f.Relation].Name}, aggregates: make([]string, len(f.Args))}
		for _, v := range f.Args {
			c.head.args = append(c.head.args, dlTerm{value: v})
		}
		list = append(list, c)
	}
	for i := range p.Rules {
		r := &p.Rules[i]
		c := dlClause{head: dlLiteral{name: p.Relations[r.Head.Relation].Name}}
		for _, a := range r.Head.Args {
			c.aggregates = append(c.aggregates, a.Aggregate.String())
			c.head.args = append(c.head.args, termOf(a.Term, r.Vars))
		}
		for _, l := range r.Body {
			if l.Kind == datalog.Comparison {
				c.body = append(c.body, dlLiteral{compare: l.Op.String(), args: []dlTerm{termOf(l.Left, r.Vars), termOf(l.Right, r.Vars)}})
				continue
			}
			atom := dlLiteral{name: p.Relations[l.Atom.Relation].Name, negated: l.Kind == datalog.Negative}
			for _, t := range l.Atom.Args {
				atom.args = append(atom.args, termOf(t, r.Vars))
			}
			c.body = append(c.body, atom)
		}
		list = append(list, c)
	}
	return list
}

func termOf(t datalog.Term, vars []string) dlTerm {
	switch t.Kind {
	case datalog.Variable:
		return dlTerm{name: vars[t.Var]}
	case datalog.Constant:
		return dlTerm{value: t.Value}
	case datalog.Wildcard:
		return dlTerm{name: "_"}
	default:
		return dlTerm{op: string(t.Op), operands: []dlTerm{termOf(*t.Left, vars), termOf(*t.Right, vars)}}
	}
}

// dlParser reads clauses; a text that it does not understand is a panic.
type dlParser struct{ tokens []string }

func parseDatalog(text string) []dlClause {
	p := &dlParser{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "//") {
			p.split(strings.TrimSpace(line))
		}
	}
	var list []dlClause
	for len(p.tokens) > 0 {
		list = append(list, p.clause())
	}
	return list
}

func (p *dlParser) split(line string) {
	for line != "" {
		n := 1
		switch c := line[0]; {
		case c == ' ':
			line = line[1:]
			continue
		case c == '"':
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				panic(err)
			}
			n = len(quoted)
		case isWord(c):
			for n < len(line) && isWord(line[n]) {
				n++
			}
		case len(line) > 1 && strings.Contains(":-,==,!=,<=,>=", line[:2]):
			n = 2
		}
		p.tokens, line = append(p.tokens, line[:n]), line[n:]
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || c == '?' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (p *dlParser) next() string {
	token := p.tokens[0]
	p.tokens = p.tokens[1:]
	return token
}

func (p *dlParser) has(token string) bool {
	if p.tokens[0] != token {
		return false
	}
	p.next()
	return true
}

func (p *dlParser) need(token string) {
	if !p.has(token) {
		panic("no " + token + " before " + strings.Join(p.tokens[:min(8, len(p.tokens))], " "))
	}
}

func (p *dlParser) clause() dlClause {
	c := dlClause{head: dlLiteral{name: p.next()}}
	p.need("(")
	for !p.has(")") {
		aggregate := ""
		if p.tokens[1] == "<" {
			aggregate = p.next()
			p.need("<")
		}
		c.aggregates = append(c.aggregates, aggregate)
		c.head.args = append(c.head.args, p.sum())
		if aggregate != "" {
			p.need(">")
		}
		p.has(",")
	}
	if p.has(":-") {
		for {
			c.body = append(c.body, p.literal())
			if !p.has(",") {
				break
			}
		}
	}
	p.need(";")
	return c
}

func (p *dlParser) literal() dlLiteral {
	negated := p.has("notin")
	if p.tokens[1] == "(" && isWord(p.tokens[0][0]) {
		l := dlLiteral{name: p.next(), negated: negated}
		p.need("(")
		for !p.has(")") {
			l.args = append(l.args, p.sum())
			p.has(",")
		}
		return l
	}
	left := p.sum()
	op := p.next()
	return dlLiteral{compare: op, args: []dlTerm{left, p.sum()}}
}

func (p *dlParser) sum() dlTerm     { return p.chain("+-", p.product) }
func (p *dlParser) product() dlTerm { return p.chain("*/%", p.single) }

func (p *dlParser) chain(ops string, part func() dlTerm) dlTerm {
	t := part()
	for strings.Contains(ops, p.tokens[0]) {
		op := p.next()
		t = dlTerm{op: op, operands: []dlTerm{t, part()}}
	}
	return t
}

func (p *dlParser) single() dlTerm {
	switch token := p.next(); {
	case token == "(":
		t := p.sum()
		p.need(")")
		return t
	case token[0] == '"':
		text, err := strconv.Unquote(token)
		if err != nil {
			panic(err)
		}
		return dlTerm{value: datalog.String(text)}
	case token == "-":
		token = "-" + p.next()
		fallthrough
	case token[0] >= '0' && token[0] <= '9':
		n, err := strconv.ParseInt(token, 10, 64)
		if err != nil {
			panic(err)
		}
		return dlTerm{value: datalog.Int(n)}
	default:
		return dlTerm{name: token}
	}
}

// interpreter computes one round.
type interpreter struct {
	eot         int
	nodes       []string
	scenario    failure.Scenario
	before, now model
	rows        int
}

type dlBinding map[string]datalog.Value

// round computes the least fixpoint. It reports false where that is too large.
func (e *interpreter) round(clauses []dlClause) bool {
	e.rows = 0
	for i := range clauses {
		if clauses[i].groups() {
			e.group(&clauses[i])
		}
	}
	for again := true; again; {
		again = false
		for i := range clauses {
			c := &clauses[i]
			if c.groups() {
				continue
			}
			var found [][]datalog.Value
			e.solve(c.body, dlBinding{}, func(b dlBinding) {
				row := make([]datalog.Value, len(c.head.args))
				for i, t := range c.head.args {
					row[i], _ = compute(t, b)
				}
				found = append(found, row)
			})
			for _, row := range found {
				again = e.conclude(c.head.name, row) || again
			}
			if e.rows > 20_000 {
				return false
			}
		}
	}
	return true
}

// conclude adds a row, but what is after the end of time.
func (e *interpreter) conclude(name string, row []datalog.Value) bool {
	if row[len(row)-1].Number() > int64(e.eot) && !strings.Contains(name, "_fired") || !e.now.add(name, row) {
		return false
	}
	e.rows++
	return true
}

// group evaluates a clause that aggregates the rows of the round before.
func (e *interpreter) group(c *dlClause) {
	groups := map[string][][]datalog.Value{} // of the heads' columns, one for each row
	e.match(c.body[0], e.before[c.body[0].name], dlBinding{}, func(b dlBinding) {
		row := make([]datalog.Value, len(c.head.args))
		var key []datalog.Value
		for i, t := range c.head.args {
			row[i], _ = compute(t, b)
			if c.aggregates[i] == "" {
				key = append(key, row[i])
			}
		}
		name := datalog.FormatTuple("", key)
		groups[name] = append(groups[name], row)
	})
	for _, rows := range groups {
		result := append([]datalog.Value(nil), rows[0]...)
		for i, aggregate := range c.aggregates {
			distinct := map[datalog.Value]bool{}
			total := new(big.Int)
			for _, row := range rows {
				v := row[i]
				distinct[v] = true
				total.Add(total, big.NewInt(v.Number()))
				if aggregate == "min" && v.Compare(result[i]) < 0 || aggregate == "max" && v.Compare(result[i]) > 0 {
					result[i] = v
				}
			}
			switch aggregate {
			case "count":
				result[i] = datalog.Int(int64(len(distinct)))
			case "sum":
				result[i] = datalog.Int(total.Int64())
			}
		}
		e.conclude(c.head.name, result)
	}
}

// solve finds all bindings of a body: at each step whatever can be decided, else the
// first positive atom.
func (e *interpreter) solve(body []dlLiteral, b dlBinding, yield func(dlBinding)) {
	if len(body) == 0 {
		yield(b)
		return
	}
	atom := -1
	for i, l := range body {
		rest := append(append([]dlLiteral(nil), body[:i]...), body[i+1:]...)
		switch {
		case l.compare == "==" && l.args[0].free(b) && l.args[1].bound(b):
			e.equate(l.args[0], l.args[1], rest, b, yield)
			return
		case l.compare == "==" && l.args[1].free(b) && l.args[0].bound(b):
			e.equate(l.args[1], l.args[0], rest, b, yield)
			return
		case l.compare != "":
			if !l.args[0].bound(b) || !l.args[1].bound(b) {
				continue
			}
			x, okX := compute(l.args[0], b)
			y, okY := compute(l.args[1], b)
			if okX && okY && compares(l.compare, x.Compare(y)) {
				e.solve(rest, b, yield)
			}
			return
		case l.negated:
			if ready, absent := e.absent(l, b); ready {
				if absent {
					e.solve(rest, b, yield)
				}
				return
			}
		case l.name == "clock":
			if !l.args[0].bound(b) || !l.args[1].bound(b) {
				continue
			}
			if l.args[2].bound(b) {
				e.clock(l, rest, b, yield)
				return
			}
			for t := 1; t < e.eot; t++ {
				e.equate(l.args[2], dlTerm{value: datalog.Int(int64(t))}, body, b, yield)
			}
			return
		case atom < 0:
			atom = i
		}
	}
	rest := append(append([]dlLiteral(nil), body[:atom]...), body[atom+1:]...)
	l := body[atom]
	var later []dlLiteral // computed columns become comparisons
	for i, t := range l.args {
		if t.op != "" {
			v := dlTerm{name: "computed " + strconv.Itoa(len(b)) + " " + strconv.Itoa(i)}
			l.args = append([]dlTerm(nil), l.args...)
			l.args[i] = v
			later = append(later, dlLiteral{compare: "==", args: []dlTerm{v, t}})
		}
	}
	e.match(l, e.now[l.name], b, func(b dlBinding) {
		e.solve(append(later[:len(later):len(later)], rest...), b, yield)
	})
}

// match extends a binding by each row that an atom matches.
func (e *interpreter) match(l dlLiteral, rows map[string][]datalog.Value, b dlBinding, yield func(dlBinding)) {
	for _, row := range rows {
		with := dlBinding{}
		for name, v := range b {
			with[name] = v
		}
		fits := true
		for i, t := range l.args {
			switch {
			case t.name == "_":
			case t.free(with):
				with[t.name] = row[i]
			default:
				v, _ := compute(t, with)
				fits = fits && v == row[i]
			}
		}
		if fits {
			yield(with)
		}
	}
}

func (e *interpreter) equate(variable, value dlTerm, rest []dlLiteral, b dlBinding, yield func(dlBinding)) {
	v, ok := compute(value, b)
	if !ok {
		return
	}
	with := dlBinding{variable.name: v}
	for name, v := range b {
		with[name] = v
	}
	e.solve(rest, with, yield)
}

// absent looks a negated atom up in the round before. What has no value is not there,
// and not absent either.
func (e *interpreter) absent(l dlLiteral, b dlBinding) (ready, absent bool) {
	want := make([]datalog.Value, len(l.args))
	for i, t := range l.args {
		if t.name == "_" {
			continue
		}
		if !t.bound(b) {
			return false, false
		}
		var ok bool
		if want[i], ok = compute(t, b); !ok {
			return true, false
		}
	}
	for _, row := range e.before[l.name] {
		fits := true
		for i, v := range want {
			fits = fits && (l.args[i].name == "_" || v == row[i])
		}
		if fits {
			return true, false
		}
	}
	return true, true
}

func (e *interpreter) clock(l dlLiteral, rest []dlLiteral, b dlBinding, yield func(dlBinding)) {
	from, _ := compute(l.args[0], b)
	to, _ := compute(l.args[1], b)
	sent, _ := compute(l.args[2], b)
	isNode := func(v datalog.Value) bool {
		for _, n := range e.nodes {
			if v == datalog.String(n) {
				return true
			}
		}
		return false
	}
	arrives := from == to && (isNode(from) || l.args[0].name == l.args[1].name)
	if from != to {
		arrives = isNode(from) && isNode(to)
		for _, f := range e.scenario {
			lost := f.Kind == failure.Crash && int64(f.Time) <= sent.Number() ||
				f.Kind == failure.Omission && int64(f.Time) == sent.Number() && to == datalog.String(f.To)
			arrives = arrives && !(lost && from == datalog.String(f.Node))
		}
	}
	if arrives && sent.Number() < int64(e.eot) {
		e.equate(l.args[3], dlTerm{value: datalog.Int(sent.Number() + 1)}, rest, b, yield)
	}
}

func compares(op string, sign int) bool {
	switch op {
	case "==":
		return sign == 0
	case "!=":
		return sign != 0
	case "<":
		return sign < 0
	case "<=":
		return sign <= 0
	case ">":
		return sign > 0
	default:
		return sign >= 0
	}
}

// free reports whether a term is a variable without a value.
func (t dlTerm) free(b dlBinding) bool {
	_, has := b[t.name]
	return t.name != "" && t.name != "_" && !has
}

// bound reports whether all variables of a term have values.
func (t dlTerm) bound(b dlBinding) bool {
	for _, o := range t.operands {
		if !o.bound(b) {
			return false
		}
	}
	return t.name != "_" && !t.free(b)
}

// compute evaluates a term whose variables have values.
func compute(t dlTerm, b dlBinding) (v datalog.Value, ok bool) {
	switch {
	case t.name != "":
		return b[t.name], true
	case t.op == "":
		return t.value, true
	}
	l, okL := compute(t.operands[0], b)
	r, okR := compute(t.operands[1], b)
	if !okL || !okR {
		return v, false
	}
	x, y, z := big.NewInt(l.Number()), big.NewInt(r.Number()), new(big.Int)
	switch t.op {
	case "+":
		z.Add(x, y)
	case "-":
		z.Sub(x, y)
	case "*":
		z.Mul(x, y)
	default:
		if y.Sign() == 0 {
			return v, false
		}
		if z.Quo(x, y); t.op == "%" {
			z.Rem(x, y)
		}
	}
	return datalog.Int(z.Int64()), z.IsInt64()
}
