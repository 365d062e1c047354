package dedalus

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// exprNode is the grammar's production for expressions,
//
//	expr    = product { ( "+" | "-" ) product } .
//	product = factor { ( "*" | "/" | "%" ) factor } .
//	factor  = [ "-" ] Int | String | Ident | "(" expr ")" .
//
// written by hand as participle allows, because it gives the tree of operators
// at once; both rows of operators associate to the left.
//
// Invariant: an operator has Left and Right, a leaf has neither.
type exprNode struct {
	Minus       *lexer.Token // the sign of a number
	Token       lexer.Token  // a leaf's, or the operator's
	Left, Right *exprNode
}

// Parse implements participle.Parseable.
func (n *exprNode) Parse(lex *lexer.PeekingLexer) error {
	switch t := lex.Peek(); {
	case t.Type == intToken, t.Type == stringToken, t.Type == identToken, t.Value == "(", t.Value == "-":
		parsed, err := parseSum(lex)
		if err == nil {
			*n = *parsed
		}
		return err
	default:
		return participle.NextMatch
	}
}

func parseSum(lex *lexer.PeekingLexer) (*exprNode, error) {
	return parseRow(lex, "+", "-", "", func(lex *lexer.PeekingLexer) (*exprNode, error) {
		return parseRow(lex, "*", "/", "%", parseFactor)
	})
}

// parseRow parses operands with operators of one precedence between them.
func parseRow(lex *lexer.PeekingLexer, op1, op2, op3 string, operand func(*lexer.PeekingLexer) (*exprNode, error)) (*exprNode, error) {
	left, err := operand(lex)
	for err == nil {
		t := lex.Peek()
		if t.EOF() || (t.Value != op1 && t.Value != op2 && t.Value != op3) {
			break
		}
		n := &exprNode{Token: *lex.Next(), Left: left}
		n.Right, err = operand(lex)
		left = n
	}
	return left, err
}

func parseFactor(lex *lexer.PeekingLexer) (*exprNode, error) {
	n := &exprNode{}
	switch t := lex.Peek(); {
	case t.Value == "-":
		minus := *lex.Next()
		n.Minus = &minus
		if t = lex.Peek(); t.Type != intToken {
			return nil, &participle.UnexpectedTokenError{Unexpected: *t}
		}
		n.Token = *lex.Next()
	case t.Type == intToken, t.Type == stringToken, t.Type == identToken:
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
