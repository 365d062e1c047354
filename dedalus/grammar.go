package dedalus

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of a clause, without its semicolon. It takes a little more than the
// language has (any word after @, an expression in a fact), because the checks
// that come later can say better what is wrong.

// The words stable, const and may begin a clause of their own only where a name
// follows; a relation may be called so.

type clauseNode struct {
	Include *lexer.Token `parser:"  'include' @String"`
	Stable  []*nameNode  `parser:"| (?= 'stable' Ident ) 'stable' @@ ( ',' @@ )*"`
	Const   *constNode   `parser:"| (?= 'const' Ident ) @@"`
	May     *lexer.Token `parser:"| ( (?= 'may' Ident ) @'may' )?"`
	Head    *headNode    `parser:"  ( @@"`
	Body    *bodyNode    `parser:"    ( ':-' @@ )? )"`
}

// nameNode is a name in a list: of a slice of tokens, participle keeps the last one only.
type nameNode struct {
	Name lexer.Token `parser:"@Ident"`
}

type constNode struct {
	Name  lexer.Token  `parser:"'const' @Ident '='"`
	Minus *lexer.Token `parser:"@'-'?"`
	Value lexer.Token  `parser:"@( Int | String )"`
}

type headNode struct {
	Name lexer.Token   `parser:"@Ident '('"`
	Args []*columnNode `parser:"( @@ ( ',' @@ )* )? ')'"`
	Time *timeNode     `parser:"( '@' @@ )?"`
}

type columnNode struct {
	Aggregate *aggregateNode `parser:"  (?= Ident '<' ) @@"`
	Expr      *exprNode      `parser:"| @@"`
}

type aggregateNode struct {
	Function lexer.Token `parser:"@Ident '<'"`
	Variable lexer.Token `parser:"@Ident '>'"`
}

type timeNode struct {
	Minus *lexer.Token `parser:"@'-'?"`
	Word  lexer.Token  `parser:"@( Ident | Int )"`
	Range *rangeNode   `parser:"@@?"`
}

type rangeNode struct {
	Dots lexer.Token  `parser:"@'..'"`
	Last *lexer.Token `parser:"@Int?"`
}

type bodyNode struct {
	Literals []*literalNode `parser:"@@ ( ',' @@ )*"`
}

type literalNode struct {
	Negated *atomNode    `parser:"  'notin' @@"`
	Atom    *atomNode    `parser:"| (?= Ident '(' ) @@"`
	Compare *compareNode `parser:"| @@"`
}

type atomNode struct {
	Name lexer.Token `parser:"@Ident '('"`
	Args []*exprNode `parser:"( @@ ( ',' @@ )* )? ')'"`
	Time *timeNode   `parser:"( '@' @@ )?"`
}

type compareNode struct {
	Left  *exprNode   `parser:"@@"`
	Op    lexer.Token `parser:"@Compare"`
	Right *exprNode   `parser:"@@"`
}

// The grammar is LL(1) but for its explicit lookahead groups, so the parser never
// goes back over a token: where it stops is where the text is wrong. It is built when
// there is something to parse: that takes longer than all else at the tool's start.
var parser = sync.OnceValue(func() *participle.Parser[clauseNode] {
	return participle.MustBuild[clauseNode](participle.Lexer(tokens), participle.UseLookahead(0))
})

// parseTokens parses one clause.
func parseTokens(c clauseTokens) (*clauseNode, error) {
	lex, err := lexer.Upgrade(&sliceLexer{c.list, c.end.Pos})
	if err != nil {
		return nil, err
	}
	return parser().ParseFromLexer(lex)
}
