package syntax

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// definition makes the scanner a lexer of participle.
type definition struct{}

// Symbols implements lexer.Definition: the names that the grammar uses for kinds.
func (definition) Symbols() map[string]Kind { return kindNames }

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
