// Package editors holds the tests of what the folders here tell editors about Dedalus.
package editors

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"molly/dedalus/highlight"
)

// scopeClass is what the last scope of a byte that is in the list says about its class.
var scopeClass = []struct {
	scope string
	class highlight.Class
}{
	{"comment.line.double-slash.setting", highlight.Setting},
	{"comment.line.double-slash.lint", highlight.Setting},
	{"comment", highlight.Comment},
	{"string.quoted", highlight.String},
	{"invalid.illegal", highlight.Broken},
	{"keyword.control", highlight.Keyword},
	{"storage.type.const", highlight.Keyword},
	{"storage.modifier.stable", highlight.Keyword},
	{"storage.modifier.may", highlight.Keyword},
	{"storage.modifier.time", highlight.Timing},
	{"support.function.builtin", highlight.Builtin},
	{"entity.name.function.invariant", highlight.Invariant},
	{"entity.name.function", highlight.Relation},
	{"support.function.aggregate", highlight.Aggregate},
	{"variable.language.wildcard", highlight.Wildcard},
	{"variable.other.constant", highlight.Constant},
	{"variable.other", highlight.Variable},
	{"constant.numeric", highlight.Number},
	{"keyword.operator", highlight.Operator},
	{"punctuation", highlight.Punctuation},
}

// classOf is the class that scopes stand for: of the first one that has a class, since what is
// inside a comment or a string is part of it; empty where none has.
func classOf(scopes []string) highlight.Class {
	for _, s := range scopes {
		for _, c := range scopeClass {
			if s == c.scope || strings.HasPrefix(s, c.scope+".") {
				return c.class
			}
		}
	}
	return ""
}

// textmate is what the grammar says, by an interpreter of its own.
func textmate(t *testing.T) func(text string) []highlight.Class {
	g, err := readGrammar("vscode/syntaxes/dedalus.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) []highlight.Class {
		classes := make([]highlight.Class, len(text))
		for i, scopes := range g.scopes(text) {
			classes[i] = classOf(scopes)
		}
		return classes
	}
}

// Every token of every program has the scope that the tool's own tokens and roles call for.
func TestGrammar(t *testing.T) {
	classify := textmate(t)
	for _, p := range programs(t) {
		compare(t, p, classify(p.text))
	}
}

// columnsBelow finds a relation whose columns begin on another line: a grammar does not see that it is one.
var columnsBelow = regexp.MustCompile(`[\w.?]\s*\n\s*\(`)

// What is being typed is coloured, too: programs with a piece left out, twice, or from elsewhere.
func TestGrammarOnBrokenPrograms(t *testing.T) {
	classify := textmate(t)
	list := programs(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := list[r.IntN(len(list))]
		for range 1 + r.IntN(3) {
			at, other := r.IntN(len(p.text)+1), list[r.IntN(len(list))].text
			from := r.IntN(len(other) + 1)
			piece := other[from:min(len(other), from+r.IntN(12))]
			p.text = p.text[:at] + piece + p.text[min(len(p.text), at+r.IntN(6)):]
		}
		p.text = strings.ToValidUTF8(p.text, "?")
		if columnsBelow.MatchString(p.text) {
			continue
		}
		if compare(t, p, classify(p.text)); t.Failed() {
			t.Fatal(p.text)
		}
	}
}
