package dedalus

import (
	"context"
	"strings"

	"molly/datalog"
	"molly/dedalus/syntax"
)

// Comment is a line comment of a program's text. The language gives a meaning to those
// that set something (Settings); others have other readers.
type Comment struct {
	Pos  datalog.Position // of the slashes
	Text string           // what follows the slashes
	Line string           // the whole line, without its end
}

// Comments returns the line comments of a text, in order. It is nil where the text is
// not UTF-8, which Load reports. When ctx, which may be nil, ends, it returns some of them.
func Comments(ctx context.Context, name, text string) []Comment {
	s := newSource(Source{Name: name, Text: text}, folder{})
	r := newReporter()
	r.ctx = ctx
	if !s.checkEncoding(r) {
		return nil
	}
	return commentsOf(syntax.Parse(name, s.Text), r)
}

// CommentsOf returns the line comments of a text that is cut already.
func CommentsOf(f *syntax.File) []Comment { return commentsOf(f, newReporter()) }

func commentsOf(f *syntax.File, r *reporter) []Comment {
	var list []Comment
	for _, t := range f.Tokens {
		if r.over() {
			break
		}
		if t.Type != syntax.Comment {
			continue
		}
		if text, ok := lineComment(t); ok {
			list = append(list, Comment{position(t.Pos), text, f.Line(t.Pos.Line)})
		}
	}
	return list
}

// lineComment returns what a comment to the end of a line says.
func lineComment(t syntax.Token) (text string, ok bool) {
	text, ok = strings.CutPrefix(t.Value, "//")
	return strings.TrimSuffix(text, "\r"), ok
}
