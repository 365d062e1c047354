package dedalus

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"molly/datalog"
	"molly/dedalus/syntax"
)

// Source is a text that a program was read from.
type Source struct {
	// Name is the name that positions use: as given, or as found by an include.
	Name string
	// Path is the file's real path; it is empty for standard input, for a source
	// given as a string and for a file of the library.
	Path string
	// Library tells that the text came with the tool.
	Library bool
	// Named tells that the command line names the file; others were included.
	Named bool
	Text  string
	// Marked tells that the file begins with a byte order mark, which Text leaves out.
	Marked bool
}

// Bytes returns the exact bytes of the source.
func (s Source) Bytes() []byte {
	if s.Marked {
		return []byte(byteOrderMark + s.Text)
	}
	return []byte(s.Text)
}

// source is a Source that gives its lines.
type source struct {
	Source
	name   string // Source.Name
	folder folder // where its includes are looked up first
	starts []int  // the byte offset of each line
	order  int    // its place in the order of reading
}

const byteOrderMark = "\uFEFF"

func newSource(s Source, f folder) *source {
	s.Text, s.Marked = strings.CutPrefix(s.Text, byteOrderMark)
	src := &source{Source: s, name: s.Name, folder: f, starts: []int{0}}
	for i := 0; i < len(s.Text); i++ {
		if s.Text[i] == '\n' {
			src.starts = append(src.starts, i+1)
		}
	}
	return src
}

// line returns line n, counted from 1, without its end.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.starts) {
		return ""
	}
	text := s.Text[s.starts[n-1]:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(text, "\r")
}

// at returns the position of a byte offset.
func (s *source) at(offset int) datalog.Position {
	n := len(s.starts)
	for n > 1 && s.starts[n-1] > offset {
		n--
	}
	column := utf8.RuneCountInString(s.Text[s.starts[n-1]:offset]) + 1
	return datalog.Position{File: s.name, Line: n, Column: column}
}

func (f found) source(text string, named bool) Source {
	s := Source{Name: f.path, Named: named, Text: text, Library: f.library != nil}
	if !s.Library {
		s.Path = f.real()
	}
	return s
}

func position(p lexer.Position) datalog.Position {
	return datalog.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// spanOf returns the place of a token.
func spanOf(t syntax.Token) span { return span{position(t.Pos), syntax.Width(t)} }

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
