package syntax

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Tree is a clause without its semicolon, by the grammar. The grammar takes a little more than
// the language has (any word after @, an expression in a fact), because the checks that come
// later can say better what is wrong.
//
// The words stable, const and may begin a clause of their own only where a name follows; a
// relation may be called so.
//
// Invariant: one of Include, Stable, Const and Head is set; May and Body come with a Head.
type Tree struct {
	Include *Token  `parser:"  'include' @String"`
	Stable  []*Name `parser:"| (?= 'stable' Ident ) 'stable' @@ ( ',' @@ )*"`
	Const   *Const  `parser:"| (?= 'const' Ident ) @@"`
	May     *Token  `parser:"| ( (?= 'may' Ident ) @'may' )?"`
	Head    *Head   `parser:"  ( @@"`
	Body    *Body   `parser:"    ( ':-' @@ )? )"`
}

// Name is a name in a list. (Of a slice of tokens, participle keeps the last one only.)
type Name struct {
	Name Token `parser:"@Ident"`
}

// Const gives a name a value: const K = 3.
type Const struct {
	Name  Token  `parser:"'const' @Ident '='"`
	Minus *Token `parser:"@'-'?"`
	Value Token  `parser:"@( Int | String )"`
}

// Head is what a fact, an input or a rule defines.
type Head struct {
	Name Token     `parser:"@Ident '('"`
	Args []*Column `parser:"( @@ ( ',' @@ )* )? ')'"`
	Time *Time     `parser:"( '@' @@ )?"`
}

// Column is a column of a head: an expression, or an aggregate.
type Column struct {
	Aggregate *Aggregate `parser:"  (?= Ident '<' ) @@"`
	Expr      *Expr      `parser:"| @@"`
}

// Aggregate is an aggregate of a variable, such as count<X>.
type Aggregate struct {
	Function Token `parser:"@Ident '<'"`
	Variable Token `parser:"@Ident '>'"`
}

// Time is what follows an @.
type Time struct {
	Minus *Token `parser:"@'-'?"`
	Word  Token  `parser:"@( Ident | Int )"`
	Range *Range `parser:"@@?"`
}

// Range is the second half of a range of times: two dots, and the last time if there is one.
type Range struct {
	Dots Token  `parser:"@'..'"`
	Last *Token `parser:"@Int?"`
}

// Body is the premises of a rule.
type Body struct {
	Literals []*Literal `parser:"@@ ( ',' @@ )*"`
}

// Literal is a premise: one of its fields is set.
type Literal struct {
	Negated *Atom       `parser:"  'notin' @@"`
	Atom    *Atom       `parser:"| (?= Ident '(' ) @@"`
	Compare *Comparison `parser:"| @@"`
}

// Atom is a relation applied to arguments.
type Atom struct {
	Name Token   `parser:"@Ident '('"`
	Args []*Expr `parser:"( @@ ( ',' @@ )* )? ')'"`
	Time *Time   `parser:"( '@' @@ )?"`
}

// Comparison compares two expressions.
type Comparison struct {
	Left  *Expr `parser:"@@"`
	Op    Token `parser:"@Compare"`
	Right *Expr `parser:"@@"`
}

// The grammar is LL(1) but for its explicit lookahead groups, so the parser never
// goes back over a token: where it stops is where the text is wrong. It is built when
// there is something to parse: that takes longer than all else at the tool's start.
var parser = sync.OnceValue(func() *participle.Parser[Tree] {
	return participle.MustBuild[Tree](participle.Lexer(definition{}), participle.UseLookahead(0))
})

// parseTokens parses one clause.
func parseTokens(list []Token, end lexer.Position) (*Tree, error) {
	lex, err := lexer.Upgrade(&tokens{list, end})
	if err != nil {
		return nil, err
	}
	return parser().ParseFromLexer(lex)
}
