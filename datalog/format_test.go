package datalog

import "testing"

func variable(v VarID) Term { return Term{Kind: Variable, Var: v} }

func integer(n int64) Term { return Term{Kind: Constant, Value: Int(n)} }

func operation(left Term, op Operator, right Term) Term {
	return Term{Kind: Expression, Op: op, Left: &left, Right: &right}
}

func TestTermFormat(t *testing.T) {
	x, y := variable(0), variable(1)
	for want, term := range map[string]Term{
		"X":                 x,
		"_":                 {Kind: Wildcard},
		`"a\n"`:             {Kind: Constant, Value: String("a\n")},
		"X + -1":            operation(x, Add, integer(-1)),
		"X - Y - 1":         operation(operation(x, Sub, y), Sub, integer(1)),
		"X - (Y - 1)":       operation(x, Sub, operation(y, Sub, integer(1))),
		"X * Y + 1":         operation(operation(x, Mul, y), Add, integer(1)),
		"X * (Y + 1)":       operation(x, Mul, operation(y, Add, integer(1))),
		"(X - 1) % Y":       operation(operation(x, Sub, integer(1)), Rem, y),
		"X / Y / 2":         operation(operation(x, Div, y), Div, integer(2)),
		"X / (Y * 2)":       operation(x, Div, operation(y, Mul, integer(2))),
		"X + (1 + Y)":       operation(x, Add, operation(integer(1), Add, y)),
		"(X + 1) * (X + Y)": operation(operation(x, Add, integer(1)), Mul, operation(x, Add, y)),
	} {
		if got := term.Format([]string{"X", "Y"}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// example is a program with one rule of each timing, written by hand.
func example() *Program {
	at := Position{File: "x.ded", Line: 7, Column: 1}
	n := variable(0)
	return &Program{
		Relations: []Relation{
			{Name: "p", Types: []Type{Text, Integer}},
			{Name: "q", Types: []Type{Text, Integer}},
			{Name: "time", Types: []Type{Text}},
		},
		Facts: []Fact{{Relation: 0, Args: []Value{String("a"), Int(-1)}, Time: 2, Pos: at}},
		Rules: []Rule{
			{
				ID: 0, Pos: at, Vars: []string{"N", "Time"}, Location: &n,
				Head: Head{Relation: 1, Args: []HeadTerm{{Term: n}, {Aggregate: Count, Term: variable(1)}}},
				Body: []Literal{
					{Kind: Positive, Atom: Atom{Relation: 0, Args: []Term{n, variable(1)}}},
					{Kind: Positive, Atom: Atom{Relation: 0, Args: []Term{n, {Kind: Wildcard}}, At: 2}},
					{Kind: Negative, Atom: Atom{Relation: 0, Args: []Term{n, {Kind: Wildcard}}, At: 3}},
				},
			},
			{
				ID: 1, Pos: at, Vars: []string{"N", "X"}, Location: &n, Timing: Inductive,
				Head: Head{Relation: 0, Args: []HeadTerm{{Term: n}, {Term: operation(variable(1), Div, integer(2))}}},
				Body: []Literal{
					{Kind: Positive, Atom: Atom{Relation: 0, Args: []Term{n, variable(1)}}},
					{Kind: Comparison, Op: Less, Left: variable(1), Right: integer(3)},
				},
			},
			{
				ID: 2, Pos: at, Vars: []string{"N"}, Location: &n, Timing: Asynchronous,
				Head: Head{Relation: 2, Args: []HeadTerm{{Term: Term{Kind: Constant, Value: String("b")}}}},
				Body: []Literal{
					{Kind: Positive, Atom: Atom{Relation: 1, Args: []Term{n, {Kind: Wildcard}}}},
					{Kind: Negative, Atom: Atom{Relation: 2, Args: []Term{n}}},
				},
			},
			{
				ID: 3, Pos: at, Vars: nil,
				Head: Head{Relation: 2, Args: []HeadTerm{{Term: Term{Kind: Constant, Value: String("c")}}}},
				Body: []Literal{{Kind: Comparison, Op: Equal, Left: integer(1), Right: integer(1)}},
			},
		},
		Strata: []Stratum{{Relations: []RelID{0}}, {Relations: []RelID{1}}, {Relations: []RelID{2}}},
		Crash:  NoRelation, Boot: NoRelation, Outage: NoRelation, Member: NoRelation, Now: NoRelation,
		Pre: NoRelation, Post: NoRelation, Never: NoRelation,
	}
}

func TestFormatRule(t *testing.T) {
	p := example()
	for i, want := range []string{
		"q(N, count<Time>) :- p(N, Time), p(N, _)@2, notin p(N, _)@3;",
		"p(N, X / 2)@next :- p(N, X), X < 3;",
		`time("b")@async :- q(N, _), notin time(N);`,
		`time("c") :- 1 == 1;`,
	} {
		if got := p.FormatRule(&p.Rules[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := p.FormatFact(p.Facts[0]); got != `p("a", -1)@2` {
		t.Errorf("fact %s", got)
	}
}
