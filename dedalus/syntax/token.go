package syntax

import (
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// Token is a piece of text between white space: its kind is its Type, its text its Value. The
// columns of its position count characters, from 1; offsets count bytes.
type Token = lexer.Token

// Kind is what kind of token a token is (Token.Type).
type Kind = lexer.TokenType

// The kinds of tokens.
const (
	End         Kind = lexer.EOF        // the end of the text
	Ident       Kind = lexer.EOF - iota // a name, a variable, a word such as next
	Keyword                             // notin, include
	Int                                 // digits
	String                              // a string in double quotes
	Punct                               // one of ( ) , ; @ + * % - /
	Implies                             // :-
	Compare                             // == != < <= > >=
	Dots                                // two dots, in a range of times
	Comment                             // to the end of the line, or from /* to */
	OpenString                          // a string that does not end on its line, with the rest of the line
	OpenComment                         // a comment that does not end, with the rest of the text
	Other                               // a character that no token begins with
)

// kindNames are the names of the kinds in the grammar.
var kindNames = map[string]Kind{
	"EOF": End, "Ident": Ident, "Keyword": Keyword, "Int": Int, "String": String, "Punct": Punct,
	"Implies": Implies, "Compare": Compare, "Dots": Dots, "Comment": Comment,
	"OpenString": OpenString, "OpenComment": OpenComment, "Other": Other,
}

// Width returns how many characters a message about a token marks: all of them, but the first two
// only of a comment that does not end. It is at least 1.
func Width(t Token) int {
	if t.Type == OpenComment {
		return 2
	}
	return max(1, utf8.RuneCountInString(t.Value))
}
