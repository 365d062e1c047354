package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// scan cuts a text into tokens. Every text has such a cutting: what is broken has its own
// kinds, and any single character is a token. The end is a token of its own.
func scan(name, text string) (list []Token, end Token) {
	list = make([]Token, 0, len(text)/4+1) // a token takes about four bytes of text
	at := lexer.Position{Filename: name, Line: 1, Column: 1}
	for {
		at.Advance(text[at.Offset : at.Offset+whiteSpace(text[at.Offset:])])
		rest := text[at.Offset:]
		if rest == "" {
			return list, Token{Type: End, Pos: at}
		}
		kind, size := next(rest)
		t := Token{Type: kind, Value: rest[:size], Pos: at}
		if kind == Ident && (t.Value == "notin" || t.Value == "include") {
			t.Type = Keyword
		}
		list = append(list, t)
		at.Advance(t.Value)
	}
}

// whiteSpace returns the number of bytes of white space that a text begins with.
func whiteSpace(text string) int {
	i := 0
	for i < len(text) && (text[i] == ' ' || '\t' <= text[i] && text[i] <= '\r') {
		i++
	}
	return i
}

// next returns the kind and the size of the token that a text begins with.
func next(text string) (Kind, int) {
	second := byte(0)
	if len(text) > 1 {
		second = text[1]
	}
	switch c := text[0]; {
	case letter(c):
		i := 1
		for i < len(text) && (letter(text[i]) || digit(text[i]) || text[i] == '.' || text[i] == '?') {
			i++
		}
		return Ident, i
	case digit(c):
		i := 1
		for i < len(text) && digit(text[i]) {
			i++
		}
		return Int, i
	case c == '"':
		return quoted(text)
	case c == '/' && second == '/':
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			return Comment, i
		}
		return Comment, len(text)
	case c == '/' && second == '*':
		if i := strings.Index(text[2:], "*/"); i >= 0 {
			return Comment, i + 4
		}
		return OpenComment, len(text)
	case c == ':' && second == '-':
		return Implies, 2
	case c == '.' && second == '.':
		return Dots, 2
	case (c == '=' || c == '!' || c == '<' || c == '>') && second == '=':
		return Compare, 2
	case c == '<' || c == '>':
		return Compare, 1
	case strings.IndexByte("(),;@+*%-/", c) >= 0:
		return Punct, 1
	default:
		_, size := utf8.DecodeRuneInString(text)
		return Other, size
	}
}

// quoted returns the size of a string, or of what begins as one and does not end on its line.
func quoted(text string) (Kind, int) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return String, i + 1
		case '\n':
			return OpenString, i
		case '\\':
			if i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		}
	}
	return OpenString, len(text)
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
