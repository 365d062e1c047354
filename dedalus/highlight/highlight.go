// Package highlight colours the text of a program: it cuts a text into spans, each with a class,
// and writes them as HTML.
//
// The classes come from the tool's own tokens and roles (package dedalus/syntax), also where a
// text is no program. The grammars in editors/ are tested against them. A page that shows a
// program has the elements that Text.HTML writes, and the rules of Style.
package highlight

import (
	"strings"

	"molly/dedalus/syntax"
)

// Class is what a piece of text is, as far as its colour is concerned.
type Class string

// The classes.
const (
	Comment     Class = "comment"
	Setting     Class = "setting"   // a comment that the tool reads: // molly:, // expect:, // lint:ignore
	Keyword     Class = "keyword"   // notin, include, const, stable, may
	Timing      Class = "timing"    // next, async
	Relation    Class = "relation"  // wherever it stands
	Builtin     Class = "builtin"   // a relation that the language gives
	Invariant   Class = "invariant" // pre, post, never
	Variable    Class = "variable"
	Wildcard    Class = "wildcard"
	Constant    Class = "constant" // a name that a const clause of the same file declares
	Aggregate   Class = "aggregate"
	Number      Class = "number" // a value or a time
	String      Class = "string" // a value or the name of a file
	Operator    Class = "operator"
	Punctuation Class = "punctuation"
	Broken      Class = "broken" // what is no token, or does not end
)

// Classes are all classes, in the order of their constants.
func Classes() []Class {
	return []Class{
		Comment, Setting, Keyword, Timing, Relation, Builtin, Invariant, Variable, Wildcard, Constant,
		Aggregate, Number, String, Operator, Punctuation, Broken,
	}
}

// Span is a token of a text: its bytes from Start to End, without End.
type Span struct {
	Start, End int
	Class      Class
}

// Spans returns the classes of a file's tokens, in the order of the text. There is white space
// between spans and nothing else.
func Spans(f *syntax.File) []Span {
	list := make([]Span, len(f.Tokens))
	for i, t := range f.Tokens {
		list[i] = Span{t.Pos.Offset, t.Pos.Offset + len(t.Value), token(t)}
	}
	own := owned(f)
	for _, c := range f.Clauses {
		roles := c.Roles()
		next := 0 // of the tokens that are no comments
		for i := c.First; i < c.Last && next < len(roles); i++ {
			t := f.Tokens[i]
			if t.Type == syntax.Comment {
				continue
			}
			class := named(t, roles[next])
			switch {
			case class == Builtin && own[t.Value]:
				class = Relation
			case t.Value == "=" && next == 2 && c.Tokens[0].Value == "const":
				class = Operator
			}
			if class != "" {
				list[i].Class = class
			}
			next++
		}
	}
	return list
}

// owned are the builtins that are relations of the program instead, since it defines them.
func owned(f *syntax.File) map[string]bool {
	own := map[string]bool{}
	for _, c := range f.Clauses {
		for i, r := range c.Roles() {
			if name := c.Tokens[i].Value; r == syntax.RoleHead && (name == "member" || name == "now") {
				own[name] = true
			}
		}
	}
	return own
}

// token is the class that a token has by itself.
func token(t syntax.Token) Class {
	switch t.Type {
	case syntax.Comment:
		if read(t.Value) {
			return Setting
		}
		return Comment
	case syntax.OpenComment:
		return Comment
	case syntax.Keyword:
		return Keyword
	case syntax.Ident:
		return Variable
	case syntax.Int:
		return Number
	case syntax.String:
		return String
	case syntax.Implies, syntax.Compare, syntax.Dots:
		return Operator
	case syntax.Punct:
		if strings.Contains("(),;", t.Value) {
			return Punctuation
		}
		return Operator
	}
	return Broken
}

// read reports whether the tool reads a comment.
func read(comment string) bool {
	text, line := strings.CutPrefix(comment, "//")
	text = strings.TrimLeft(text, " \t")
	for _, word := range []string{"molly:", "expect:", "lint:ignore"} {
		if line && strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// named is the class of a token by its role; it is empty where the token has its own.
func named(t syntax.Token, r syntax.Role) Class {
	switch r {
	case syntax.RoleHead, syntax.RolePremise, syntax.RoleNegated, syntax.RoleStable:
		return relation(t.Value)
	case syntax.RoleVariable:
		return Variable
	case syntax.RoleWildcard:
		return Wildcard
	case syntax.RoleConstant:
		return Constant
	case syntax.RoleAggregate:
		return Aggregate
	case syntax.RoleWord:
		return Keyword
	case syntax.RoleTime:
		if t.Value == "next" || t.Value == "async" {
			return Timing
		}
	}
	return ""
}

func relation(name string) Class {
	switch name {
	case "crash", "outage", "boot", "member", "now":
		return Builtin
	case "pre", "post", "never":
		return Invariant
	}
	return Relation
}
