package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// File is a text, cut into tokens and clauses.
//
// Invariant: the tokens are in the order of the text and do not overlap; only white space is
// between them. Each is a comment or belongs to one clause, and clauses do not overlap.
type File struct {
	Name    string // the name in positions
	Text    string
	Tokens  []Token // all, comments too
	Clauses []*Clause
	End     Token // the end of the text

	starts    []int           // the offset of each line
	constants map[string]bool // the names that const clauses declare
}

// Parse cuts a text into tokens and clauses. A byte order mark is no part of a text: it must be
// cut off before.
func Parse(name, text string) *File {
	f := &File{Name: name, Text: text, starts: []int{0}, constants: map[string]bool{}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	f.Tokens, f.End = scan(name, text)
	f.Clauses = cut(f)
	return f
}

// Gap returns the white space before token i; before token len(Tokens), that at the end.
func (f *File) Gap(i int) string {
	start, end := 0, len(f.Text)
	if i > 0 {
		start = stop(f.Tokens[i-1])
	}
	if i < len(f.Tokens) {
		end = f.Tokens[i].Pos.Offset
	}
	return f.Text[start:end]
}

// BlankLines returns how many empty lines come right before token i.
func (f *File) BlankLines(i int) int {
	n := strings.Count(f.Gap(i), "\n")
	if i > 0 {
		n--
	}
	return max(0, n)
}

// TokenAt returns the index of the token that has the byte at an offset, or else of the one that
// ends there; -1 where neither is. The place of a cursor is in the token that follows it, then.
func (f *File) TokenAt(offset int) int {
	i := sort.Search(len(f.Tokens), func(i int) bool { return stop(f.Tokens[i]) > offset })
	if i < len(f.Tokens) && f.Tokens[i].Pos.Offset <= offset {
		return i
	}
	if i > 0 && stop(f.Tokens[i-1]) == offset {
		return i - 1
	}
	return -1
}

// ClauseAt returns the clause that an offset is in or at the end of; nil between clauses. A clause
// without a semicolon goes on to where the next one begins.
func (f *File) ClauseAt(offset int) *Clause {
	i := sort.Search(len(f.Clauses), func(i int) bool { return f.Clauses[i].start() > offset }) - 1
	if i < 0 {
		return nil
	}
	if c := f.Clauses[i]; !c.Ended || offset <= stop(f.Tokens[c.Last-1]) {
		return c
	}
	return nil
}

// Position returns the place of an offset, which must be between 0 and the length of the text.
func (f *File) Position(offset int) lexer.Position {
	n := sort.SearchInts(f.starts, offset+1)
	return lexer.Position{
		Filename: f.Name, Offset: offset, Line: n,
		Column: utf8.RuneCountInString(f.Text[f.starts[n-1]:offset]) + 1,
	}
}

// Offset returns the offset of a line and a column, both from 1, the column in characters. A place
// behind the end of its line is the end of the line, and one behind the last line the end of the text.
func (f *File) Offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(f.starts) {
		return len(f.Text)
	}
	start := f.starts[line-1]
	text := f.Line(line)
	for i := range text {
		if column <= 1 {
			return start + i
		}
		column--
	}
	return start + len(text)
}

// Line returns a line, counted from 1, without its end; it is empty where there is none.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.starts) {
		return ""
	}
	text := f.Text[f.starts[n-1]:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(text, "\r")
}

// Comments returns the comments of the text, in order.
func (f *File) Comments() []Token {
	var list []Token
	for _, t := range f.Tokens {
		if t.Type == Comment {
			list = append(list, t)
		}
	}
	return list
}

// stop is the offset behind a token.
func stop(t Token) int { return t.Pos.Offset + len(t.Value) }
