package lsp

import (
	"slices"
	"strconv"
	"strings"

	"molly/dedalus"
	"molly/dedalus/syntax"
	"molly/verify/expect"
)

// outline is what tells how a file belongs together with others.
type outline struct {
	includes []string // the names of included files
	program  bool     // it says how it is run, or what a search finds
}

func newOutline(f *syntax.File) *outline {
	o := &outline{}
	for _, c := range f.Clauses {
		if len(c.Tokens) < 2 || c.Tokens[0].Value != "include" {
			continue
		}
		if name, err := strconv.Unquote(c.Tokens[1].Value); err == nil {
			o.includes = append(o.includes, name)
		}
	}
	list := dedalus.CommentsOf(f)
	o.program = slices.ContainsFunc(list, func(c dedalus.Comment) bool { return isDirective(c.Text) }) || expect.Has(list)
	return o
}

// isDirective reports whether what follows the slashes of a comment is a directive.
func isDirective(comment string) bool {
	return strings.HasPrefix(strings.TrimLeft(comment, " \t"), "molly:")
}
