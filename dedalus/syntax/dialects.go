package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// clockWords are what other languages call a clock.
var clockWords = []string{"clock", "date", "now", "time", "timestamp"}

// noClock is the hint for a program that asks for the time.
const noClock = "what time it is says the premise `now(N, T)`; what was at an absolute time is read so: `p(N)@1`"

// ClockHint returns what to do instead of reading a clock, where a relation has the
// name of one; else it is empty.
func ClockHint(relation string) string {
	if slices.Contains(clockWords, relation) {
		return noClock
	}
	return ""
}

// otherDialect is a hint for what other languages write in another way; it is empty
// where there is nothing of that kind at the point.
func (s stuck) otherDialect() string {
	t, p := s.token(), s.previous(1)
	next := Token{}
	if len(s.after) > 1 {
		next = s.after[1]
	}
	switch {
	case s.inBody() && adjacent(p, "<", t, ">"), adjacent(t, "\\", next, "="), adjacent(p, "/", t, "="), adjacent(t, "~", next, "="), t.Value == "≠":
		return "\"not equal\" is written `!=`"
	case adjacent(t, "=", next, "<"), t.Value == "≤":
		return "\"at most\" is written `<=`"
	case adjacent(t, "=", next, ">"), t.Value == "≥":
		return "\"at least\" is written `>=`"
	case adjacent(t, ":", next, "="):
		return "equality is written `==`"
	case s.inBody() && endsOperand(p) && s.opener() < 0 && strings.EqualFold(t.Value, "or"):
		return noDisjunction
	case s.inBody() && endsOperand(p) && s.opener() < 0 && strings.EqualFold(t.Value, "and"):
		return "premises are separated by `,`"
	case t.Value == "#" && next.Value == "include" && len(s.after) > 2:
		return "write `" + includeOf(s.after[2]) + "`"
	case len(s.before) == 1 && slices.Contains([]string{"import", "load", "require", "use"}, p.Value) && t.Value != "(":
		return "another file is included by `" + includeOf(t) + "`"
	case t.Value == "(" && p.Type == Ident && s.inBody() && s.inGroup() && startsPremise(s.before[s.opener()-1]):
		return "premises are separated by `,`, without parentheses around them"
	case t.Value == "(" && p.Type == Ident && !isAggregate(p.Value) && (s.inBody() || s.opener() >= 0):
		return s.call(p.Value, "")
	case s.afterAtom() && t.Type == Compare && s.inBody():
		i := stuck{before: s.before[:len(s.before)-1]}.opener()
		return s.call(s.before[i-1].Value, " "+t.Value+" …")
	}
	return ""
}

const noDisjunction = "there is no \"or\" in a rule: write a rule for each case, with the same head"

// call is the hint for a relation that is used as if it were a function.
func (s stuck) call(name, compared string) string {
	if hint := ClockHint(strings.ToLower(name)); hint != "" {
		return hint
	}
	if compared == "" {
		return fmt.Sprintf("there are no functions: `%s(…)` can only be a premise of its own", name)
	}
	return fmt.Sprintf("a relation has no value: let a column of it be X, and write `%s(…, X), X%s`", name, compared)
}

// startsPremise reports whether a premise begins after this token of a body.
func startsPremise(t Token) bool { return t.Value == ":-" || t.Value == "," }

// adjacent reports whether two tokens are these, with nothing between them.
func adjacent(a Token, x string, b Token, y string) bool {
	return a.Value == x && b.Value == y && b.Pos.Offset == a.Pos.Offset+len(x)
}

// includeOf is the clause that includes the file that a token names.
func includeOf(t Token) string {
	file := "file.ded"
	if text, err := strconv.Unquote(t.Value); err == nil && t.Type == String {
		file = text
	} else if t.Type == Ident {
		file = t.Value
	}
	return "include " + strconv.Quote(file) + ";"
}
