package syntax

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// byGrammar is the parser that the tags of the tree make: what parser does by hand.
var byGrammar = participle.MustBuild[Tree](participle.Lexer(definition{}), participle.UseLookahead(0))

// parsesAlike compares the parser with the grammar: the trees, or where they stop.
func parsesAlike(t *testing.T, text string) {
	t.Helper()
	for _, c := range Parse("x", text).Clauses {
		if len(c.Tokens) == 0 || tooDeep(c.Tokens) != nil {
			continue
		}
		lex, err := lexer.Upgrade(&tokens{c.Tokens, c.End.Pos})
		if err != nil {
			t.Fatal(err)
		}
		want, err := byGrammar.ParseFromLexer(lex)
		wantStop := 0
		if err != nil {
			want, wantStop = nil, stoppedAt(c.Tokens, err)
		}
		if got, stop := parseTokens(c.Tokens); stop != wantStop || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: stops at %d, not %d: %v\n%+v\n%+v", text, stop, wantStop, err, got, want)
		}
	}
}

// stoppedAt is the index of the token that participle could not take.
func stoppedAt(list []Token, err error) int {
	var perr participle.Error
	if errors.As(err, &perr) {
		for i, t := range list {
			if t.Pos == perr.Position() {
				return i
			}
		}
	}
	return len(list)
}

// clauseText is a random clause, often with something wrong.
func clauseText(random *rand.Rand, text string) string {
	list, _ := scan("x", text)
	for range random.IntN(3) {
		i, j := random.IntN(len(list)), random.IntN(len(list))
		switch random.IntN(4) {
		case 0:
			list[i] = list[j]
		case 1:
			list = append(list[:i:i], list[i+1:]...)
		case 2:
			list = append(list[:i:i], append([]Token{list[j]}, list[i:]...)...)
		default:
			list[i].Value = pieces[random.IntN(len(pieces))]
		}
		if len(list) == 0 {
			return ""
		}
	}
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.Value + " ")
	}
	return b.String()
}

// clauses have everything that the grammar has.
var clauses = []string{
	`include "a.ded"`, `stable p, q, r`, `const K = 3`, `const K = -3`, `const K = "a"`, `may p("a", 1)@2..4`, `p()@1..`, `p(X)@-1`,
	`p(X, count<Y>, X + 1)@next :- q(X, Y), notin r(X, _, (1 + 2) * X)@2, X * -2 / 3 % Y <= 4 - 1 - 2, "a" != Y`,
	`stable(X) :- const(X), may(X), X == Y`, `may(X)@async :- p(X)`,
}

func TestParserIsTheGrammar(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 2))
	for range 5000 {
		parsesAlike(t, clauseText(random, clauses[random.IntN(len(clauses))]))
		parsesAlike(t, randomText(random))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for _, text := range append(programs(t), clauses...) {
		parsesAlike(t, text)
	}
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

// definition makes the scanner a lexer of participle.
type definition struct{}

// Symbols implements lexer.Definition: the names that the grammar uses for kinds.
func (definition) Symbols() map[string]Kind {
	return map[string]Kind{
		"EOF": End, "Ident": Ident, "Keyword": Keyword, "Int": Int, "String": String, "Punct": Punct,
		"Implies": Implies, "Compare": Compare, "Dots": Dots, "Comment": Comment,
		"OpenString": OpenString, "OpenComment": OpenComment, "Other": Other,
	}
}

// Lex implements lexer.Definition.
func (definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	list, end := scan(name, string(text))
	return &tokens{list, end.Pos}, nil
}

// tokens gives a list of tokens to the parser.
type tokens struct {
	rest []Token
	end  lexer.Position
}

// Next implements lexer.Lexer.
func (l *tokens) Next() (Token, error) {
	if len(l.rest) == 0 {
		return lexer.EOFToken(l.end), nil
	}
	t := l.rest[0]
	l.rest = l.rest[1:]
	return t, nil
}
