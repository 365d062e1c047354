package asp

import (
	"maps"
	"slices"

	"molly/datalog"
	"molly/flat"
)

// Clingo orders strings by length first. Where a program orders strings, they are
// ranked, and it is their ranks that are compared: all strings of a run stand in the
// program or name its nodes.

func orders(op datalog.CompareOp) bool { return op != datalog.Equal && op != datalog.NotEqual }

// ordersStrings reports whether a rule compares strings by order, or takes the least or
// largest one.
func ordersStrings(p *datalog.Program) bool {
	for i := range p.Rules {
		f := flat.New(p, &p.Rules[i], false)
		for _, l := range f.Body {
			if l.Kind == flat.Comparison && orders(l.Op) && (f.Type(l.Left) == datalog.Text || f.Type(l.Right) == datalog.Text) {
				return true
			}
		}
		for _, a := range f.Head {
			if ranked(f, a) {
				return true
			}
		}
	}
	return false
}

// ranked reports whether a head's column is the least or largest string.
func ranked(f *flat.Rule, a datalog.HeadTerm) bool {
	return (a.Aggregate == datalog.Min || a.Aggregate == datalog.Max) && f.Type(a.Term) == datalog.Text
}

// stringsOf lists the strings of a program and its nodes, sorted.
func stringsOf(p *datalog.Program, nodes []string) []string {
	set := map[string]bool{}
	for _, n := range nodes {
		set[n] = true
	}
	add := func(t datalog.Term) {
		if t.Kind == datalog.Constant && t.Value.Type() == datalog.Text {
			set[t.Value.Text()] = true
		}
	}
	for _, f := range p.Facts {
		for _, v := range f.Args {
			add(datalog.Term{Kind: datalog.Constant, Value: v})
		}
	}
	for i := range p.Rules {
		for _, a := range p.Rules[i].Head.Args {
			add(a.Term)
		}
		for _, l := range p.Rules[i].Body {
			for _, t := range append(slices.Clone(l.Atom.Args), l.Left, l.Right) {
				add(t)
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}
