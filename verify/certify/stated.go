package certify

import (
	"slices"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
)

// timeless adds the facts of crash and outage: each is there for every node as observer, and holds
// where the fault is there.
func (g *grounder) timeless() {
	add := func(relation datalog.RelID, fault failure.Fault, times ...int) {
		for _, o := range g.Nodes {
			args := []datalog.Value{datalog.String(o), datalog.String(fault.Node)}
			for _, t := range times {
				args = append(args, datalog.Int(int64(t)))
			}
			f, _ := g.fact(naive.Tuple{Relation: relation, Args: args})
			f.is = fault
		}
	}
	for _, fault := range g.Spec.Faults(g.Nodes) {
		switch {
		case fault.Kind == failure.Crash && g.program.Crash != datalog.NoRelation:
			add(g.program.Crash, fault, fault.Time)
		case fault.Kind == failure.Outage && g.program.Outage != datalog.NoRelation:
			add(g.program.Outage, fault, fault.Time, fault.Until)
		}
	}
}

// state adds what holds at a time without a rule: the facts of the program, its inputs, and the
// built-in relations.
func (g *grounder) state(now int) {
	p := g.program
	for _, f := range p.Facts {
		if f.Time == now {
			g.give(f.Relation, now, f.Args)
		}
	}
	for _, f := range p.Lasting {
		if f.Time <= now {
			g.give(f.Relation, now, f.Args)
		}
	}
	for i, in := range p.Inputs {
		if slices.Contains(in.Times, now) {
			g.mayGive(i, now)
		}
	}
	for _, name := range g.Nodes {
		n := datalog.String(name)
		switch {
		case p.Boot == datalog.NoRelation:
		case now == 1:
			g.give(p.Boot, now, []datalog.Value{n})
		case g.network.mayComeBack(name, now):
			f, s := g.support(naive.Tuple{Relation: p.Boot, Time: now, Args: []datalog.Value{n}})
			s.needs = []need{{what: back, node: name, time: now}}
			f.stated = s
		}
		for _, m := range g.Nodes {
			if p.Member != datalog.NoRelation {
				g.give(p.Member, now, []datalog.Value{n, datalog.String(m)})
			}
		}
		if p.Now != datalog.NoRelation {
			g.give(p.Now, now, []datalog.Value{n, datalog.Int(int64(now))})
		}
	}
}

// give adds a fact that holds at a time where its place is up.
func (g *grounder) give(relation datalog.RelID, now int, args []datalog.Value) {
	t := naive.Tuple{Relation: relation, Time: now, Args: args}
	needs := g.network.ifUp(place(args), now)
	switch f, _ := g.fact(t); {
	case len(needs) == 0:
		f.Given = true
	case f.stated == nil:
		f, s := g.support(t)
		s.needs = needs
		f.stated = s
	}
}

// mayGive adds what an input is at a time, where it is chosen and its place is up.
func (g *grounder) mayGive(number, now int) {
	in, choice := g.program.Inputs[number], g.Spec.Inputs.List()[number]
	f, s := g.support(naive.Tuple{Relation: in.Relation, Time: now, Args: in.Args})
	s.needs = []need{{what: chosen, fact: failure.Choose(choice.Tuple, number+1, now)}}
	s.needs = append(s.needs, g.network.ifUp(place(in.Args), now)...)
	f.input = s
}

// keep adds what nodes that may be down have on stable storage: what was kept just before, by an
// inductive rule or in this way.
func (g *grounder) keep(now int) {
	for _, relation := range g.program.Stable {
		for _, t := range g.tuples[naive.Where{Relation: relation, Time: now - 1}] {
			before := g.facts[t.Key()]
			kept := slices.ContainsFunc(before.Supports, func(s *Support) bool { return s.keeps })
			if !kept || !g.network.mayBeDown(place(t.Args), now-1) {
				continue
			}
			t.Time = now
			f, s := g.support(t)
			s.Premises, s.keeps = []*Fact{before}, true
			s.needs = []need{{what: isDown, node: place(t.Args), time: now - 1}}
			f.kept = s
		}
	}
}

// support gives a fact one more support, and returns both.
func (g *grounder) support(t naive.Tuple) (*Fact, *Support) {
	s := &Support{}
	f, _ := g.fact(t)
	f.Supports = append(f.Supports, s)
	return f, s
}

// receive adds the rows of what has arrived, and of what was concluded for the next time.
func (g *grounder) receive(now int) {
	for i := range g.program.Rules {
		if r := &g.program.Rules[i]; r.Timing != datalog.Deductive {
			g.addRows(r, now)
		}
	}
}

// addRows adds the rows of the groups that a rule has at a time.
func (g *grounder) addRows(r *datalog.Rule, then int) {
	for _, group := range g.batch(r.ID, then).groups {
		for _, row := range g.rows(r, group) {
			row.keeps = g.keeps(r)
			g.add(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: row.args}, &row.Support)
		}
	}
}
