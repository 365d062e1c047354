package format

import (
	"slices"
	"strings"

	"molly/dedalus/syntax"
)

// layout says where the lines of a clause end, besides behind a comment that needs it.
type layout int

const (
	onOneLine   layout = iota
	bodyBelow          // behind :-
	onePremise         // behind :- and behind each premise
	nameByName         // behind a comma of a list of names, where the next name does not fit
	linesAsWere        // behind :- and where a line of premises ended
)

// element is a token or a comment of a clause.
type element struct {
	syntax.Token
	index   int  // of the token in the file
	starts  bool // it is the first one of its line
	comment bool
	forces  bool // a comment behind which a new line begins
}

// clause adds the rows of a clause. A fact that stands on the same line as the one before it, last,
// stays there while it fits.
func (f *formatter) clause(c, last *syntax.Clause) {
	list, outside := f.elements(c)
	rows := f.render(list)
	if last != nil && !f.StartsLine(c.First) && !hasBody(last) && !hasBody(c) && len(rows) == 1 {
		above := &f.list[len(f.list)-1]
		code := above.code + "  " + rows[0].code
		if !above.only && above.comment == "" && above.indent == 0 && width(code) <= Width {
			above.code = code
			above.comment = rows[0].comment
			rows = nil
		}
	}
	if len(rows) > 0 {
		rows[0].blank = len(f.list) > 0 && f.BlankLines(c.First) > 0
	}
	f.list = append(f.list, rows...)
	for _, i := range outside {
		f.comment(i, 0, true)
	}
}

func width(code string) int { return row{code: code}.width() }

func hasBody(c *syntax.Clause) bool {
	return slices.ContainsFunc(c.Tokens, func(t syntax.Token) bool { return t.Type == syntax.Implies })
}

// elements are the tokens and the comments of a clause. A comma, a semicolon or :- comes before the
// comments between it and what it follows, where one of them ends its line. Comments behind the
// semicolon are then outside the clause.
func (f *formatter) elements(c *syntax.Clause) (list []element, outside []int) {
	for i := c.First; i < c.Last; i++ {
		t := f.Tokens[i]
		e := element{Token: t, index: i, starts: f.StartsLine(i), comment: t.Type == syntax.Comment}
		e.forces = e.comment && (strings.HasPrefix(t.Value, "//") || lines(t) > 1)
		at := len(list)
		if t.Value == "," || t.Value == ";" || t.Type == syntax.Implies {
			for at > 0 && list[at-1].comment {
				at--
			}
			if !slices.ContainsFunc(list[at:], func(e element) bool { return e.forces }) {
				at = len(list)
			}
		}
		list = slices.Insert(list, at, e)
	}
	end := len(list)
	for list[end-1].comment {
		end--
	}
	for _, e := range list[end:] {
		outside = append(outside, e.index)
	}
	return list[:end], outside
}

// render lays a clause out.
func (f *formatter) render(list []element) []row {
	forced, body := false, false
	for _, e := range list {
		forced = forced || e.forces
		body = body || e.Type == syntax.Implies
	}
	layouts := []layout{onOneLine, bodyBelow, onePremise}
	switch {
	case forced:
		layouts = []layout{linesAsWere}
	case !body && list[1].Type == syntax.Ident && list[0].Value == "stable":
		layouts = []layout{onOneLine, nameByName}
	case !body:
		layouts = []layout{onOneLine}
	}
	var draft *formatter
	for _, l := range layouts {
		draft = f.write(list, l)
		if !slices.ContainsFunc(draft.list, func(r row) bool { return r.width() > Width }) {
			break
		}
	}
	f.behind, f.column, f.ends = draft.behind, draft.column, draft.ends
	return draft.list
}
