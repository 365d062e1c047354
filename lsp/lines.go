package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Encoding is how a client counts the characters of a line.
type Encoding string

// The encodings of the protocol. A client that offers none counts in UTF-16.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// units is how many units of the encoding a character has.
func (e Encoding) units(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r >= 0x10000:
		return 2
	}
	return 1
}

const byteOrderMark = "\uFEFF"

// lines is the content of a file, with the lines of the protocol, which end with \n, \r\n or \r,
// and those of the language, which end with \n.
//
// Invariant: it is never changed. starts and rows are the offsets of the lines of the two kinds.
type lines struct {
	content string
	starts  []int // of the protocol
	rows    []int // of the language: the first comes after the byte order mark
	enc     Encoding
}

func newLines(content string, enc Encoding) *lines {
	t := &lines{content: content, enc: enc, starts: []int{0}, rows: []int{0}}
	if strings.HasPrefix(content, byteOrderMark) {
		t.rows[0] = len(byteOrderMark)
	}
	for i := 0; i < len(content); i++ {
		switch {
		case content[i] == '\n':
			t.rows = append(t.rows, i+1)
			t.starts = append(t.starts, i+1)
		case content[i] == '\r' && !strings.HasPrefix(content[i+1:], "\n"):
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// offset returns the byte that a position of the protocol is before. What is behind the end of a line is
// its end, and what is behind the last line the end of the text.
func (t *lines) offset(p Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.starts) {
		return len(t.content)
	}
	i, end := t.starts[p.Line], len(t.content)
	if p.Line+1 < len(t.starts) {
		end = t.starts[p.Line+1]
	}
	line := strings.TrimRight(t.content[i:end], "\r\n")
	for left := p.Character; left > 0 && line != ""; {
		r, size := utf8.DecodeRuneInString(line)
		if left -= t.enc.units(r, size); left < 0 {
			break // in the middle of a character
		}
		i, line = i+size, line[size:]
	}
	return i
}

// position is where a byte is.
func (t *lines) position(offset int) Position {
	offset = min(max(offset, 0), len(t.content))
	n := sort.SearchInts(t.starts, offset+1) - 1
	p := Position{Line: n}
	for i, r := range t.content[t.starts[n]:offset] {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(t.content[t.starts[n]+i:])
		}
		p.Character += t.enc.units(r, size)
	}
	return p
}

// between is a range of bytes.
func (t *lines) between(from, to int) Range { return Range{t.position(from), t.position(to)} }

// place returns the byte of a line and a column of the language, both from 1, the column in characters.
func (t *lines) place(line, column int) int {
	if line < 1 || line > len(t.rows) {
		return min(t.rows[0], len(t.content))
	}
	i, end := t.rows[line-1], len(t.content)
	if line < len(t.rows) {
		end = t.rows[line] - 1
	}
	for rest := t.content[i:end]; column > 1 && rest != ""; column-- {
		_, size := utf8.DecodeRuneInString(rest)
		i, rest = i+size, rest[size:]
	}
	return i
}

// row is the line of the language, from 1, that a line of the protocol begins in.
func (t *lines) row(line int) int {
	return sort.SearchInts(t.rows, t.offset(Position{Line: line})+1)
}

// body is the text that the language reads, and the offset at which it begins.
func (t *lines) body() (string, int) { return t.content[t.rows[0]:], t.rows[0] }

// replace returns the text with a range replaced.
func (t *lines) replace(r Range, with string) *lines {
	from, to := t.offset(r.Start), t.offset(r.End)
	if to < from {
		from, to = to, from
	}
	return newLines(t.content[:from]+with+t.content[to:], t.enc)
}
