package souffle

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
	"molly/dedalus/rewrite"
)

// encoder writes one run.
type encoder struct {
	Execution
	text  strings.Builder
	plain *rewrite.Program
	flats []*flat.Rule   // by rule: what concludes its firings
	ranks map[string]int // of the strings, by their bytes; nil where none are ordered

	concluded map[string]bool // the relations of program and faults that a fact or a rule concludes
}

func (e *encoder) section(title string) { fmt.Fprintf(&e.text, "\n// %s\n", title) }

func (e *encoder) line(format string, args ...any) {
	fmt.Fprintf(&e.text, format+"\n", args...)
}

// comment keeps text on its line.
func comment(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return '?'
		}
		return c
	}, text)
}

// columns declares columns.
func columns(types []datalog.Type) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = fmt.Sprintf("c%d: %s", i+1, typeName(t))
	}
	return strings.Join(list, ", ")
}

// variables writes X1, …, Xn.
func variables(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("X%d", i+1)
	}
	return strings.Join(list, ", ")
}

// timeless reports whether a relation is the same at all times: what observers know of crashes and
// outages.
func (e *encoder) timeless(r datalog.RelID) bool {
	return r == e.Program.Crash || r == e.Program.Outage
}

// at is the name of a relation at a time.
func (e *encoder) at(r datalog.RelID, time int) string {
	name := relation(e.Program.Relations[r].Name)
	if e.timeless(r) {
		return name
	}
	return fmt.Sprintf("t%d_%s", time, name)
}

func (e *encoder) fact(relation, args string) {
	e.concluded[relation] = true
	e.line("%s(%s).", relation, args)
}

// unconcluded gives a relation that nothing concludes a rule that concludes nothing, for
// Soufflé warns of relations without rules and facts.
func (e *encoder) unconcluded(relation string, columns int) {
	if !e.concluded[relation] {
		x := variables(columns)
		e.line("// nothing concludes %s", relation)
		e.line("%s(%s) :- %s(%s).", relation, x, relation, x)
	}
}
