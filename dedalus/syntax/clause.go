package syntax

import (
	"slices"
	"sync"
)

// Clause is what ends with a semicolon, or should: its tokens from the first to the semicolon,
// with the comments among them.
type Clause struct {
	// First and Last are indices: the clause is File.Tokens[First:Last]. The first token is no
	// comment; the last one is the semicolon, where the clause has one.
	First, Last int
	// Tokens are those of the clause without comments and without the semicolon.
	Tokens []Token
	// Ended tells that there is a semicolon.
	Ended bool
	// End is what ended the clause: the semicolon, the end of the text, or a string that does
	// not end, whose next line is a new clause.
	End Token

	file    *File
	once    sync.Once
	tree    *Tree
	problem *Problem
}

// cut makes clauses of tokens, and collects the names of constants.
func cut(f *File) []*Clause {
	var list []*Clause
	kept := make([]Token, 0, len(f.Tokens)) // shared by all clauses
	first, last, start := -1, 0, 0
	end := func(t Token, ended bool) {
		if first >= 0 {
			c := &Clause{First: first, Last: last, Tokens: kept[start:len(kept):len(kept)], Ended: ended, End: t, file: f}
			if len(c.Tokens) > 1 && c.Tokens[0].Value == "const" && c.Tokens[1].Type == Ident {
				f.constants[c.Tokens[1].Value] = true
			}
			list = append(list, c)
		}
		first, start = -1, len(kept)
	}
	for i, t := range f.Tokens {
		if t.Type == Comment {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i + 1
		if t.Value == ";" {
			end(t, true)
			continue
		}
		kept = append(kept, t)
		if t.Type == OpenString {
			end(t, false) // it has swallowed the rest of its line
		}
	}
	end(f.End, false)
	return list
}

// Tree returns the clause as a tree; it is nil where the clause has a problem.
func (c *Clause) Tree() *Tree {
	c.once.Do(c.parse)
	return c.tree
}

// Problem returns why the clause has no tree; it is nil where it has one.
func (c *Clause) Problem() *Problem {
	c.once.Do(c.parse)
	return c.problem
}

// Comments returns the comments inside the clause.
func (c *Clause) Comments() []Token {
	all := slices.Clone(c.file.Tokens[c.First:c.Last])
	return slices.DeleteFunc(all, func(t Token) bool { return t.Type != Comment })
}

// Doc returns the comments right above the clause: each begins a line, and no blank line is between
// them and the clause.
func (c *Clause) Doc() []Token {
	tokens, i := c.file.Tokens, c.First
	for i > 0 && tokens[i-1].Type == Comment && c.file.StartsLine(i) && c.file.BlankLines(i) == 0 && c.file.StartsLine(i-1) {
		i--
	}
	return tokens[i:c.First]
}

// Trailing returns the comments that follow the clause on its last line.
func (c *Clause) Trailing() []Token {
	tokens, i := c.file.Tokens, c.Last
	for i < len(tokens) && tokens[i].Type == Comment && !c.file.StartsLine(i) {
		i++
	}
	return tokens[c.Last:i]
}

// StartsLine reports whether token i is the first one of its line.
func (f *File) StartsLine(i int) bool {
	if i == 0 {
		return true
	}
	for _, c := range f.Gap(i) {
		if c == '\n' {
			return true
		}
	}
	return false
}

func (c *Clause) start() int { return c.file.Tokens[c.First].Pos.Offset }
