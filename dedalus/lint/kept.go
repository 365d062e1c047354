package lint

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
)

// gone is a tuple that a premise needs at a time at which it holds no longer.
type gone struct {
	premise *datalog.Literal
	fact    datalog.Fact // when it held last
	need    int          // when it is needed
	with    string       // with what else; "" where that is the end of the run
}

// outcomes warns of what post had in the failure-free run and has not at its end, where pre asks for it
// and nothing keeps what it came from.
func (l *linter) outcomes() error {
	p := l.datalog()
	if !p.HasInvariant() {
		return nil
	}
	for _, v := range l.free.Violated {
		if v.Relation != p.Post {
			continue
		}
		for t := l.setting.Spec.EOT - 1; t >= 1; t-- {
			if f, held := l.free.Run.Find(p.Post, t, v.Args); held {
				l.dropped(l.blame(l.free.Run, f, gone{need: l.setting.Spec.EOT}, map[eval.FactID]bool{}))
				break
			}
		}
	}
	return nil
}

// blame finds of what a fact was concluded that would have to be kept: it goes through deductive rules down
// to what a fact, a message or an @next rule gives for one time. need says when, and with what.
func (l *linter) blame(run *eval.Run, f eval.FactID, need gone, seen map[eval.FactID]bool) (gone, bool) {
	if seen[f] {
		return gone{}, false
	}
	seen[f] = true
	p := l.datalog()
	for id := range run.FiringsOf(f) {
		firing := run.Firing(id)
		r := p.Rule(firing.Rule)
		if r.Timing != datalog.Deductive {
			continue
		}
		k := 0
		for i := range r.Body {
			lit := &r.Body[i]
			if lit.Kind != datalog.Positive {
				continue
			}
			premise := firing.Premises[k]
			k++
			if lit.Atom.At > 0 || p.BuiltIn(lit.Atom.Relation) {
				continue
			}
			if _, holds := run.Find(lit.Atom.Relation, need.need, run.Args(premise)); holds {
				continue
			}
			if g, found := l.lost(run, lit, premise, need, seen); found {
				return g, true
			}
		}
	}
	return gone{}, false
}

// lost is what is to blame for a tuple of a premise that does not hold when it is needed: the tuple, or
// what it was concluded from.
func (l *linter) lost(run *eval.Run, lit *datalog.Literal, f eval.FactID, need gone, seen map[eval.FactID]bool) (gone, bool) {
	switch r := lit.Atom.Relation; {
	case kept(l.datalog(), r):
		return gone{}, false // by a rule that ends it, which may be meant
	case given(l.datalog(), r):
		need.premise, need.fact = lit, run.Fact(f)
		return need, true
	}
	return l.blame(run, f, need, seen)
}

// kept reports whether some @next rule carries a relation on.
func kept(p *datalog.Program, r datalog.RelID) bool {
	return slices.ContainsFunc(p.Rules, func(rule datalog.Rule) bool {
		return rule.Head.Relation == r && rule.Timing == datalog.Inductive &&
			slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool { return l.Kind == datalog.Positive && l.Atom.Relation == r })
	})
}

// given reports whether a relation has tuples that hold for one time: facts, inputs, messages, and what
// @next rules conclude.
func given(p *datalog.Program, r datalog.RelID) bool {
	return slices.ContainsFunc(p.Facts, func(f datalog.Fact) bool { return f.Relation == r }) ||
		slices.ContainsFunc(p.Inputs, func(in datalog.Input) bool { return in.Relation == r }) ||
		slices.ContainsFunc(p.Rules, func(rule datalog.Rule) bool {
			return rule.Head.Relation == r && rule.Timing != datalog.Deductive
		})
}

// origin is the place of the first fact, input or rule that gives a relation tuples for one time.
func origin(p *datalog.Program, r datalog.RelID) datalog.Position {
	for _, f := range p.Facts {
		if f.Relation == r {
			return f.Pos
		}
	}
	for _, in := range p.Inputs {
		if in.Relation == r {
			return in.Pos
		}
	}
	i := slices.IndexFunc(p.Rules, func(rule datalog.Rule) bool { return rule.Head.Relation == r && rule.Timing != datalog.Deductive })
	return p.Rules[i].Pos
}

// dropped takes up a finding, unless the text alone has shown it.
func (l *linter) dropped(g gone, found bool) bool {
	if !found {
		return false
	}
	at := g.premise.Atom.Pos
	known := func(d dedalus.Diagnostic) bool { return d.Code == "dropped" && d.Pos == at }
	if slices.ContainsFunc(l.found, known) || slices.ContainsFunc(l.program.AllFindings(), known) {
		return true
	}
	name, width := l.name(g.fact.Relation)
	tuple := datalog.FormatTuple(name, g.fact.Args)
	needed := fmt.Sprintf("it is needed at time %d, the end of the run", g.need)
	if g.with != "" {
		needed = fmt.Sprintf("it is needed at time %d, with %s", g.need, g.with)
	}
	rule := dedalus.Persistence(name, len(g.fact.Args))
	d := l.warning(at, width, "dropped", fmt.Sprintf("%s holds at time %d, and nothing keeps it: %s", tuple, g.fact.Time, needed))
	from := origin(l.datalog(), g.fact.Relation)
	d.Notes = []dedalus.Note{{Pos: from, Text: name + " comes from here", Line: l.program.Line(from)}}
	d.Hint = "keep it: `" + rule + "`"
	d.Fixes = l.program.InsertAbove(from, rule)
	l.found = append(l.found, d)
	return true
}
