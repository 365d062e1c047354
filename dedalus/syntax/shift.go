package syntax

import "github.com/alecthomas/participle/v2/lexer"

// shift copies what the parser made of a clause to another place: so many lines and bytes further.
type shift struct{ lines, bytes int }

func (s shift) position(p lexer.Position) lexer.Position {
	p.Line += s.lines
	p.Offset += s.bytes
	return p
}

func (s shift) token(t Token) Token {
	t.Pos = s.position(t.Pos)
	return t
}

// each copies what is there of a list.
func each[T any](list []*T, copied func(T) T) []*T {
	if list == nil {
		return nil
	}
	out := make([]*T, len(list))
	for i, x := range list {
		out[i] = maybe(x, copied)
	}
	return out
}

// maybe copies what is there.
func maybe[T any](x *T, copied func(T) T) *T {
	if x == nil {
		return nil
	}
	y := copied(*x)
	return &y
}

func (s shift) tree(t *Tree) *Tree {
	return maybe(t, func(t Tree) Tree {
		return Tree{
			Include: maybe(t.Include, s.token), Stable: each(t.Stable, s.name), Const: maybe(t.Const, s.constant),
			May: maybe(t.May, s.token), Head: maybe(t.Head, s.head), Body: maybe(t.Body, s.body),
		}
	})
}

func (s shift) name(n Name) Name { return Name{s.token(n.Name)} }

func (s shift) constant(c Const) Const {
	return Const{Name: s.token(c.Name), Minus: maybe(c.Minus, s.token), Value: s.token(c.Value)}
}

func (s shift) head(h Head) Head {
	return Head{Name: s.token(h.Name), Args: each(h.Args, s.column), Time: maybe(h.Time, s.time)}
}

func (s shift) column(c Column) Column {
	return Column{Aggregate: maybe(c.Aggregate, s.aggregate), Expr: maybe(c.Expr, s.expr)}
}

func (s shift) aggregate(a Aggregate) Aggregate {
	return Aggregate{Function: s.token(a.Function), Variable: s.token(a.Variable)}
}

func (s shift) time(t Time) Time {
	return Time{Minus: maybe(t.Minus, s.token), Word: s.token(t.Word), Range: maybe(t.Range, s.until)}
}

func (s shift) until(r Range) Range {
	return Range{Dots: s.token(r.Dots), Last: maybe(r.Last, s.token)}
}

func (s shift) body(b Body) Body { return Body{Literals: each(b.Literals, s.literal)} }

func (s shift) literal(l Literal) Literal {
	return Literal{Negated: maybe(l.Negated, s.atom), Atom: maybe(l.Atom, s.atom), Compare: maybe(l.Compare, s.comparison)}
}

func (s shift) atom(a Atom) Atom {
	return Atom{Name: s.token(a.Name), Args: each(a.Args, s.expr), Time: maybe(a.Time, s.time)}
}

func (s shift) comparison(c Comparison) Comparison {
	return Comparison{Left: maybe(c.Left, s.expr), Op: s.token(c.Op), Right: maybe(c.Right, s.expr)}
}

func (s shift) expr(e Expr) Expr {
	return Expr{Minus: maybe(e.Minus, s.token), Token: s.token(e.Token), Left: maybe(e.Left, s.expr), Right: maybe(e.Right, s.expr)}
}

func (s shift) problem(p *Problem) *Problem {
	return maybe(p, func(p Problem) Problem {
		p.Pos = s.position(p.Pos)
		fixes := make([]Fix, len(p.Fixes))
		for i, f := range p.Fixes {
			fixes[i] = Fix{Title: f.Title, Edits: make([]Edit, len(f.Edits))}
			for j, e := range f.Edits {
				e.Pos = s.position(e.Pos)
				fixes[i].Edits[j] = e
			}
		}
		if p.Fixes != nil {
			p.Fixes = fixes
		}
		return p
	})
}
