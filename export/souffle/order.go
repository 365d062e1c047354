package souffle

import (
	"maps"
	"slices"

	"molly/datalog"
	"molly/datalog/flat"
)

// Where a program orders strings, they are ranked by their bytes, and it is their ranks
// that are compared: all strings of a run are in the program.

func orders(op datalog.CompareOp) bool { return op != datalog.Equal && op != datalog.NotEqual }

// ranked reports whether a head's column is the least or largest string.
func ranked(f *flat.Rule, a datalog.HeadTerm) bool {
	return (a.Aggregate == datalog.Min || a.Aggregate == datalog.Max) && f.Type(a.Term) == datalog.Text
}

// ordered reports whether a literal compares strings by order.
func ordered(f *flat.Rule, l flat.Literal) bool {
	return l.Kind == flat.Comparison && orders(l.Op) && (f.Type(l.Left) == datalog.Text || f.Type(l.Right) == datalog.Text)
}

// ranking writes the ranks, where a rule needs them.
func (e *encoder) ranking() {
	needed := false
	for i, f := range e.flats {
		needed = needed || slices.ContainsFunc(f.Body, func(l flat.Literal) bool { return ordered(f, l) }) ||
			slices.ContainsFunc(e.plain.Rules[i].Source.Head.Args, func(a datalog.HeadTerm) bool { return ranked(f, a) })
	}
	if !needed {
		return
	}
	e.ranks = map[string]int{}
	e.section("the order of the strings")
	e.line(".decl Rank(string: symbol, rank: number)")
	for i, s := range stringsOf(e.Program, e.Nodes) {
		e.ranks[s] = i + 1
		e.line("Rank(%s, %d).", text(s), i+1)
	}
}

// stringsOf lists the strings of a program and its nodes, sorted.
func stringsOf(p *datalog.Program, nodes []string) []string {
	set := map[string]bool{}
	for _, n := range nodes {
		set[n] = true
	}
	add := func(v datalog.Value) {
		if v.Type() == datalog.Text {
			set[v.Text()] = true
		}
	}
	for _, f := range slices.Concat(p.Facts, p.Lasting) {
		for _, v := range f.Args {
			add(v)
		}
	}
	for _, in := range p.Inputs {
		for _, v := range in.Args {
			add(v)
		}
	}
	for i := range p.Rules {
		for _, a := range p.Rules[i].Head.Args {
			add(a.Term.Value)
		}
		for _, l := range p.Rules[i].Body {
			for _, t := range append(slices.Clone(l.Atom.Args), l.Left, l.Right) {
				add(t.Value)
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}
