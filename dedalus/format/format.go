package format

import (
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
)

// Width is the number of columns that code keeps within, where it can.
const Width = 100

// Error says why a text cannot be formatted.
type Error struct {
	Diagnostics dedalus.Diagnostics
}

// Error renders what is wrong for people, with the lines that it is about.
func (e *Error) Error() string {
	var b strings.Builder
	_ = e.Diagnostics.Render(&b) // a Builder takes everything
	return strings.TrimSuffix(b.String(), "\n")
}

// Source formats the text of a program; name is that of the file, for errors. A byte order mark
// stays, and so do the line ends: all are CRLF where the first one is. The error is an *Error.
func Source(name, text string) (string, error) {
	out, err := source(name, text)
	if err != nil {
		return "", err
	}
	return out, nil
}

func source(name, text string) (string, *Error) {
	if found := dedalus.Malformed(name, text); len(found) > 0 {
		return "", &Error{found}
	}
	const mark = "\uFEFF"
	text, marked := strings.CutPrefix(text, mark)
	first := strings.IndexByte(text, '\n')
	windows := first > 0 && text[first-1] == '\r'

	f := formatter{File: syntax.Parse(name, text), behind: -1}
	f.rows()
	out := join(f.list)
	if windows {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	if marked {
		out = mark + out
	}
	return out, nil
}

// formatter makes rows of a file.
type formatter struct {
	*syntax.File
	list []row

	behind int  // the last token, where it is a comment behind code or continues one; else -1
	column int  // of the first comment behind that code, in the text
	ends   bool // the last comment takes the rest of its line
}

// rows goes over the clauses and the comments between them.
func (f *formatter) rows() {
	next := 0
	var last *syntax.Clause
	for _, c := range f.Clauses {
		for ; next < c.First; next++ {
			f.comment(next, 0, true)
			last = nil
		}
		f.clause(c, last)
		next, last = c.Last, c
	}
	for ; next < len(f.Tokens); next++ {
		f.comment(next, 0, true)
	}
}

// add begins a row with token i. The blank lines before it count where blank is set.
func (f *formatter) add(i, indent int, code string, blank bool) {
	blank = blank && len(f.list) > 0 && f.BlankLines(i) > 0
	f.list = append(f.list, row{blank: blank, indent: indent, code: code})
}

// comment puts a comment where it was: on a line of its own, below one behind the code that it
// continues, or behind what comes before it on its line.
func (f *formatter) comment(i, indent int, blank bool) {
	text := tidy(f.Tokens[i].Value)
	last := &row{only: true}
	if len(f.list) > 0 {
		last = &f.list[len(f.list)-1]
	}
	alone := last.only || last.comment != ""
	switch {
	case f.StartsLine(i) && f.continues(i):
		f.list = append(f.list, row{comment: text})
		f.behind = i
	case f.StartsLine(i), alone && f.ends:
		f.add(i, indent, text, blank)
		f.list[len(f.list)-1].only = true
		f.behind = -1
	case last.only:
		last.code += " " + text
	case last.comment != "":
		last.comment += " " + text
		f.behind = i
	default:
		last.comment = text
		f.behind, f.column = i, f.Tokens[i].Pos.Column
	}
	f.ends = strings.HasPrefix(text, "//")
}

// continues reports whether a comment on its own line continues the one right above it, which is
// behind code: they begin in the same column, where no comment stands that is by itself.
func (f *formatter) continues(i int) bool {
	return i > 0 && f.behind == i-1 && f.BlankLines(i) == 0 && f.list[len(f.list)-1].aligned() &&
		f.Tokens[i].Pos.Column == f.column && f.column > deepest+1 && lines(f.Tokens[i]) == 1
}

// tidy removes white space at the ends of a comment's lines.
func tidy(comment string) string {
	list := strings.Split(comment, "\n")
	for i := range list {
		list[i] = strings.TrimRight(list[i], " \t\r\f\v")
	}
	return strings.Join(list, "\n")
}

// lines is the number of lines of a token.
func lines(t syntax.Token) int { return strings.Count(t.Value, "\n") + 1 }
