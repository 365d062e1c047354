package dedalus

import (
	"fmt"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"molly/datalog"
)

// tokens is the lexer's definition. Every text has a cutting into tokens: what is
// broken has its own rules, and the last rule takes any single character.
var tokens = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "whitespace", Pattern: `[ \t\r\n\f\v]+`},
	{Name: "Punct", Pattern: `[(),;@+*%]`},
	{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_.?]*`},
	{Name: "Int", Pattern: `[0-9]+`},
	{Name: "String", Pattern: `"(?:\\.|[^"\\\n])*"`},
	{Name: "OpenString", Pattern: `"(?:\\.|[^"\\\n])*\\?`},
	{Name: "Implies", Pattern: `:-`},
	{Name: "Compare", Pattern: `==|!=|<=|>=|<|>`},
	{Name: "Comment", Pattern: `//[^\n]*|/\*(?:[^*]|\*+[^*/])*\*+/`},
	{Name: "OpenComment", Pattern: `/\*(?s:.*)`},
	{Name: "Sign", Pattern: `[-/]`},
	{Name: "Range", Pattern: `\.\.`},
	{Name: "Any", Pattern: `(?s:.)`},
	{Name: "Keyword", Pattern: `notin|include`}, // given to identifiers by scan
})

// The types of tokens.
var (
	identToken       = tokens.Symbols()["Ident"]
	commentToken     = tokens.Symbols()["Comment"]
	openCommentToken = tokens.Symbols()["OpenComment"]
	stringToken      = tokens.Symbols()["String"]
	openStringToken  = tokens.Symbols()["OpenString"]
	intToken         = tokens.Symbols()["Int"]
	compareToken     = tokens.Symbols()["Compare"]
	rangeToken       = tokens.Symbols()["Range"]
	anyToken         = tokens.Symbols()["Any"]
	keywordToken     = tokens.Symbols()["Keyword"]
)

// clauseTokens are the tokens of a clause, without its semicolon.
type clauseTokens struct {
	list  []lexer.Token
	ended bool        // a semicolon follows
	end   lexer.Token // the semicolon or the end of the file
}

// scan cuts a text into clauses and line comments.
func scan(r *reporter, s *source) (clauses []clauseTokens, comments []lexer.Token) {
	lex, err := tokens.LexString(s.name, s.Text)
	if err != nil {
		panic("the lexer refuses to start: " + err.Error())
	}
	// The clauses share one slice; a token takes about four bytes of text.
	kept := make([]lexer.Token, 0, len(s.Text)/4+1)
	start := 0
	cut := func(end lexer.Token, ended bool) {
		if len(kept) > start || ended {
			clauses = append(clauses, clauseTokens{kept[start:len(kept):len(kept)], ended, end})
		}
		start = len(kept)
	}
	for {
		t, err := lex.Next()
		switch {
		case r.over():
			return nil, nil
		case err != nil:
			panic("a text that the lexer's last rule does not take: " + err.Error())
		case t.EOF():
			cut(t, false)
			return clauses, comments
		case t.Type == commentToken:
			comments = append(comments, t)
		case t.Value == ";":
			cut(t, true)
		case t.Type == openStringToken:
			// It has swallowed the rest of its line: the next line is a new clause.
			kept = append(kept, t)
			cut(t, false)
		default:
			if t.Type == identToken && (t.Value == "notin" || t.Value == "include") {
				t.Type = keywordToken
			}
			kept = append(kept, t)
		}
	}
}

func position(p lexer.Position) datalog.Position {
	return datalog.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// spanOf returns the place of a token.
func spanOf(t lexer.Token) span {
	width := utf8.RuneCountInString(t.Value)
	if t.Type == openCommentToken {
		width = 2
	}
	return span{position(t.Pos), max(1, width)}
}

// sliceLexer gives the tokens of one clause to the parser.
type sliceLexer struct {
	rest []lexer.Token
	end  lexer.Position
}

func (l *sliceLexer) Next() (lexer.Token, error) {
	if len(l.rest) == 0 {
		return lexer.EOFToken(l.end), nil
	}
	t := l.rest[0]
	l.rest = l.rest[1:]
	return t, nil
}

// checkEncoding reports the first byte that is not UTF-8.
func (s *source) checkEncoding(r *reporter) bool {
	if utf8.ValidString(s.Text) {
		return true
	}
	for i := 0; i < len(s.Text); {
		c, size := utf8.DecodeRuneInString(s.Text[i:])
		if c == utf8.RuneError && size == 1 {
			r.fail(span{s.at(i), 1}, "encoding",
				fmt.Sprintf("the byte 0x%02X here is not UTF-8", s.Text[i]),
				"save the file as UTF-8")
			return false
		}
		i += size
	}
	return true
}
