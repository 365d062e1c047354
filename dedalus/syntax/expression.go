package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Expr is an expression. Its production,
//
//	expr    = product { ( "+" | "-" ) product } .
//	product = factor { ( "*" | "/" | "%" ) factor } .
//	factor  = [ "-" ] Int | String | Ident | "(" expr ")" .
//
// written by hand as participle allows, because it gives the tree of operators
// at once; both rows of operators associate to the left.
//
// Invariant: an operator has Left and Right, a leaf has neither.
type Expr struct {
	Minus       *Token // the sign of a number
	Token       Token  // a leaf's, or the operator's
	Left, Right *Expr
}

// Parse implements participle.Parseable.
func (n *Expr) Parse(lex *lexer.PeekingLexer) error {
	switch t := lex.Peek(); {
	case t.Type == Int, t.Type == String, t.Type == Ident, t.Value == "(", t.Value == "-":
		parsed, err := parseSum(lex)
		if err == nil {
			*n = *parsed
		}
		return err
	default:
		return participle.NextMatch
	}
}

func parseSum(lex *lexer.PeekingLexer) (*Expr, error) {
	return parseRow(lex, "+", "-", "", func(lex *lexer.PeekingLexer) (*Expr, error) {
		return parseRow(lex, "*", "/", "%", parseFactor)
	})
}

// parseRow parses operands with operators of one precedence between them.
func parseRow(lex *lexer.PeekingLexer, op1, op2, op3 string, operand func(*lexer.PeekingLexer) (*Expr, error)) (*Expr, error) {
	left, err := operand(lex)
	for err == nil {
		t := lex.Peek()
		if t.EOF() || (t.Value != op1 && t.Value != op2 && t.Value != op3) {
			break
		}
		n := &Expr{Token: *lex.Next(), Left: left}
		n.Right, err = operand(lex)
		left = n
	}
	return left, err
}

func parseFactor(lex *lexer.PeekingLexer) (*Expr, error) {
	n := &Expr{}
	switch t := lex.Peek(); {
	case t.Value == "-":
		minus := *lex.Next()
		n.Minus = &minus
		if t = lex.Peek(); t.Type != Int {
			return nil, &participle.UnexpectedTokenError{Unexpected: *t}
		}
		n.Token = *lex.Next()
	case t.Type == Int, t.Type == String, t.Type == Ident:
		n.Token = *lex.Next()
	case t.Value == "(":
		lex.Next()
		inner, err := parseSum(lex)
		if err != nil {
			return nil, err
		}
		if t = lex.Peek(); t.Value != ")" {
			return nil, &participle.UnexpectedTokenError{Unexpected: *t}
		}
		lex.Next()
		return inner, nil
	default:
		return nil, &participle.UnexpectedTokenError{Unexpected: *t}
	}
	return n, nil
}
