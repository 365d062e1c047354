package format

import (
	"slices"
	"strings"

	"molly/dedalus/syntax"
)

// writer writes the elements of one clause as rows.
type writer struct {
	*formatter
	layout layout

	code   strings.Builder // of the row at hand
	indent int
	first  int  // the token that the row at hand begins with
	blank  bool // blank lines before it count
	breaks bool // the row at hand ends before the next token

	before syntax.Token // the last token that is no comment
	last   syntax.Token // the last token or comment of the row at hand
	sign   bool         // before is a sign, not an operator
	inBody bool
	depth  int // of parentheses
}

// write lays a clause out in one way. It returns a formatter that has the clause's rows only.
func (f *formatter) write(list []element, l layout) *formatter {
	w := &writer{formatter: &formatter{File: f.File, behind: -1}, layout: l}
	for i, e := range list {
		rest := list[i+1:]
		switch {
		case e.forces:
			w.end()
			w.comment(e.index, w.indentation(), w.blankKept())
		case e.comment && w.breaks && !e.starts && rest[0].starts:
			w.end() // it is about what is before it
			w.comment(e.index, 0, false)
		default:
			w.token(e, rest)
		}
	}
	w.end()
	return w.formatter
}

// end ends the row at hand.
func (w *writer) end() {
	w.breaks = false
	if w.code.Len() == 0 {
		return
	}
	w.add(w.first, w.indent, w.code.String(), w.blank)
	w.code.Reset()
}

// begin begins a row.
func (w *writer) begin(e element) {
	w.indent, w.first, w.blank = w.indentation(), e.index, w.blankKept()
}

// blankKept reports whether blank lines are kept here: between the premises of a clause whose lines
// stay as they were.
func (w *writer) blankKept() bool {
	return w.layout == linesAsWere && w.inBody && w.depth == 0 && w.before.Value == ","
}

// How far the lines of a clause are indented: those behind the first one, and those that begin inside
// parentheses.
const (
	step    = 4
	deepest = 2 * step
)

// indentation is that of a row that begins now.
func (w *writer) indentation() int {
	switch {
	case len(w.list) == 0 && w.code.Len() == 0:
		return 0
	case w.depth > 0:
		return deepest
	default:
		return step
	}
}

// token writes a token, or a comment that is written like one.
func (w *writer) token(e element, rest []element) {
	if w.breaks {
		w.end()
	}
	if w.code.Len() == 0 {
		w.begin(e)
	} else {
		if w.spaced(e.Token) {
			w.code.WriteByte(' ')
		}
		if w.layout == nameByName && e.Type == syntax.Ident && w.indent+width(w.code.String()+e.Value)+len(",") > Width {
			code := strings.TrimSuffix(w.code.String(), " ")
			w.code.Reset()
			w.code.WriteString(code)
			w.end()
			w.begin(e)
		}
	}
	if e.comment {
		w.code.WriteString(tidy(e.Value))
		w.last = e.Token
		return
	}
	w.code.WriteString(e.Value)
	w.note(e.Token)
	w.breaks = w.breaksBehind(e, rest)
}

// note remembers a token.
func (w *writer) note(t syntax.Token) {
	w.sign = t.Value == "-" && !operand(w.before)
	w.before, w.last = t, t
	switch {
	case t.Value == "(":
		w.depth++
	case t.Value == ")":
		w.depth--
	case t.Type == syntax.Implies:
		w.inBody = true
	}
}

// breaksBehind reports whether a row ends behind a token that others follow.
func (w *writer) breaksBehind(e element, rest []element) bool {
	switch {
	case w.layout == onOneLine || w.layout == nameByName:
		return false
	case e.Type == syntax.Implies:
		return true
	case e.Value != "," || w.depth > 0 || !w.inBody:
		return false
	case w.layout == linesAsWere:
		next := slices.IndexFunc(rest, func(e element) bool { return !e.comment })
		return e.starts || slices.ContainsFunc(rest[:next+1], func(e element) bool { return e.starts })
	default:
		return w.layout == onePremise
	}
}

// operand reports whether an operand ends with a token.
func operand(t syntax.Token) bool {
	return t.Type == syntax.Ident || t.Type == syntax.Int || t.Type == syntax.String || t.Value == ")"
}

// spaced reports whether a space comes before a token.
func (w *writer) spaced(t syntax.Token) bool {
	p := w.last
	switch {
	case t.Value == ")" || t.Value == "," || t.Value == ";":
		return false
	case p.Type == syntax.Comment:
		return true
	case p.Value == "(" || p.Value == "@" || t.Value == "@" || w.sign && p.Value == "-":
		return false
	case t.Value == "(":
		return p.Type != syntax.Ident
	case t.Type == syntax.Dots:
		return p.Type == syntax.Ident // a name can have dots
	case p.Type == syntax.Dots:
		return false
	case !w.inBody && (t.Type == syntax.Compare || p.Type == syntax.Compare):
		return false // of an aggregate
	default:
		return true
	}
}
