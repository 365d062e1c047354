package syntax

// parser parses the tokens of one clause. It does by hand what the grammar in the tags of the tree
// says, because a parser made of them takes ten times as long; the tests make one, and compare.
//
// The grammar is LL(1) but for its explicit lookahead groups, so the parser never goes back over a
// token: where it stops is where the text is wrong. It then sees no more tokens.
type parser struct {
	rest []Token
	stop int // how many tokens were left where it stopped; -1 before that
}

// parseTokens parses one clause. Where it cannot, the tree is nil, and stop is the index of the token
// that it cannot take, or their number.
func parseTokens(list []Token) (tree *Tree, stop int) {
	p := &parser{rest: list, stop: -1}
	tree = p.tree()
	if len(p.rest) > 0 {
		p.fail()
	}
	if p.stop >= 0 {
		return nil, len(list) - p.stop
	}
	return tree, 0
}

// fail stops.
func (p *parser) fail() {
	if p.stop < 0 {
		p.stop = len(p.rest)
	}
	p.rest = nil
}

// is reports whether the next token has a kind.
func (p *parser) is(k Kind) bool { return len(p.rest) > 0 && p.rest[0].Type == k }

// says reports whether the next token is this text.
func (p *parser) says(text string) bool { return len(p.rest) > 0 && p.rest[0].Value == text }

// then reports whether the token after the next one has a kind and, where it is given, a text.
func (p *parser) then(k Kind, text string) bool {
	return len(p.rest) > 1 && p.rest[1].Type == k && (text == "" || p.rest[1].Value == text)
}

// next takes the next token, which is there.
func (p *parser) next() Token {
	t := p.rest[0]
	p.rest = p.rest[1:]
	return t
}

// take takes a token of one of some kinds.
func (p *parser) take(kinds ...Kind) Token {
	for _, k := range kinds {
		if p.is(k) {
			return p.next()
		}
	}
	p.fail()
	return Token{}
}

// skip takes a token of which only the text matters.
func (p *parser) skip(text string) {
	if p.says(text) {
		p.next()
	} else {
		p.fail()
	}
}

// accept takes the next token where it is this text.
func (p *parser) accept(text string) bool {
	if p.says(text) {
		p.next()
		return true
	}
	return false
}

// sign takes a minus where there is one.
func (p *parser) sign() *Token {
	if !p.says("-") {
		return nil
	}
	t := p.next()
	return &t
}

func (p *parser) tree() *Tree {
	n := &Tree{}
	switch {
	case p.accept("include"):
		t := p.take(String)
		n.Include = &t
	case p.says("stable") && p.then(Ident, ""):
		p.next()
		n.Stable = append(n.Stable, &Name{p.take(Ident)})
		for p.accept(",") {
			n.Stable = append(n.Stable, &Name{p.take(Ident)})
		}
	case p.says("const") && p.then(Ident, ""):
		p.next()
		n.Const = &Const{Name: p.take(Ident)}
		p.skip("=")
		n.Const.Minus = p.sign()
		n.Const.Value = p.take(Int, String)
	default:
		if p.says("may") && p.then(Ident, "") {
			t := p.next()
			n.May = &t
		}
		n.Head = p.head()
		if p.accept(":-") {
			n.Body = &Body{}
			n.Body.Literals = append(n.Body.Literals, p.literal())
			for p.accept(",") {
				n.Body.Literals = append(n.Body.Literals, p.literal())
			}
		}
	}
	return n
}

func (p *parser) head() *Head {
	n := &Head{Name: p.take(Ident)}
	p.skip("(")
	if !p.accept(")") {
		n.Args = append(n.Args, p.column())
		for p.accept(",") {
			n.Args = append(n.Args, p.column())
		}
		p.skip(")")
	}
	n.Time = p.time()
	return n
}

func (p *parser) column() *Column {
	if !p.is(Ident) || !p.then(Compare, "<") {
		return &Column{Expr: p.expression()}
	}
	n := &Aggregate{Function: p.take(Ident)}
	p.skip("<")
	n.Variable = p.take(Ident)
	p.skip(">")
	return &Column{Aggregate: n}
}

func (p *parser) time() *Time {
	if !p.accept("@") {
		return nil
	}
	n := &Time{Minus: p.sign(), Word: p.take(Ident, Int)}
	if p.is(Dots) {
		n.Range = &Range{Dots: p.next()}
		if p.is(Int) {
			t := p.next()
			n.Range.Last = &t
		}
	}
	return n
}

func (p *parser) literal() *Literal {
	switch {
	case p.accept("notin"):
		return &Literal{Negated: p.atom()}
	case p.is(Ident) && p.then(Punct, "("):
		return &Literal{Atom: p.atom()}
	default:
		return &Literal{Compare: &Comparison{Left: p.expression(), Op: p.take(Compare), Right: p.expression()}}
	}
}

func (p *parser) atom() *Atom {
	n := &Atom{Name: p.take(Ident)}
	p.skip("(")
	if !p.accept(")") {
		n.Args = append(n.Args, p.expression())
		for p.accept(",") {
			n.Args = append(n.Args, p.expression())
		}
		p.skip(")")
	}
	n.Time = p.time()
	return n
}

// expression parses operands with operators between them; both rows of operators associate to the
// left.
func (p *parser) expression() *Expr {
	left := p.product()
	for p.says("+") || p.says("-") {
		left = &Expr{Token: p.next(), Left: left, Right: p.product()}
	}
	return left
}

func (p *parser) product() *Expr {
	left := p.factor()
	for p.says("*") || p.says("/") || p.says("%") {
		left = &Expr{Token: p.next(), Left: left, Right: p.factor()}
	}
	return left
}

func (p *parser) factor() *Expr {
	switch {
	case p.says("-"):
		return &Expr{Minus: p.sign(), Token: p.take(Int)}
	case p.accept("("):
		n := p.expression()
		p.skip(")")
		return n
	default:
		return &Expr{Token: p.take(Int, String, Ident)}
	}
}
