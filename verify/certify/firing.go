package certify

import (
	"slices"

	"molly/datalog"
	"molly/datalog/naive"
)

// firing judges an instance. It returns nil for one that no admissible run has.
func (g *grounder) firing(i naive.Instance, now int, read func(datalog.Atom) []naive.Tuple) *firing {
	f := &firing{instance: naive.Firing{Rule: i.Rule.ID, Time: now, Premises: i.Premises}}
	judgement := i.Judge(func(a datalog.Atom, p naive.Pattern) bool {
		first := len(f.absent)
		for _, t := range read(a) {
			if g.work.Looked++; p.Matches(t) {
				f.absent = append(f.absent, g.facts[t.Key()])
			}
		}
		matched := f.absent[first:]
		slices.SortFunc(matched, func(x, y *Fact) int { return datalog.CompareTuples(x.Args, y.Args) })
		return slices.ContainsFunc(matched, func(x *Fact) bool { return x.sure })
	})
	if judgement == naive.Fails {
		return nil
	}
	for _, t := range i.Premises {
		f.Premises = append(f.Premises, g.facts[t.Key()])
	}
	f.overflow = judgement == naive.Overflowed
	f.doubtful = len(f.absent) > 0
	return f
}

// conclude draws the conclusions of a firing, of a message one at each time at which it may
// arrive. It reports whether one of them is new.
func (g *grounder) conclude(i naive.Instance, f *firing) (changed bool) {
	r, now := i.Rule, f.instance.Time
	own := r.Timing != datalog.Deductive || g.own[r.Head.Relation]
	home := location(i)
	if own {
		f.needs = g.network.ifUp(home, now)
	}
	then := now
	if r.Timing != datalog.Deductive {
		then++
	}
	if f.overflow {
		g.enter(r, f, then, nil)
		return false
	}
	args := i.Head()
	switch {
	case r.Timing == datalog.Asynchronous:
		if !g.network.isNode(i.Place()) || !g.network.isNode(args[0]) {
			return false
		}
		l := link{home, args[0].Text()}
		for _, at := range g.network.arrivals(l, now) {
			received := *f
			received.needs = append(slices.Clip(f.needs), g.network.ifArrives(l, now, at)...)
			changed = g.enter(r, &received, at, args) || changed
		}
		return changed
	case r.Timing == datalog.Inductive:
		f.needs = append(f.needs, g.ifKept(r.Head.Relation, home, place(args), then)...)
	case own:
		f.needs = append(f.needs, g.network.ifUp(place(args), now)...)
	}
	return g.enter(r, f, then, args)
}

// location is where the rule of an instance runs: at the first column of its first positive atom
// that reads now, or of its first one; without positive atoms, at the first column of its head.
func location(i naive.Instance) string {
	home := -1
	positive := 0
	for _, l := range i.Rule.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		if l.Atom.At == 0 {
			home = positive
			break
		}
		home = 0
		positive++
	}
	if home < 0 {
		return place(i.Head())
	}
	return place(i.Premises[home].Args)
}

// ifKept is what a conclusion of an inductive rule at a place needs of that place: that it is up,
// or, where the relation is stable, that it was so just before. A rule that runs there needs that
// anyway.
func (g *grounder) ifKept(relation datalog.RelID, home, place string, then int) []need {
	switch {
	case !g.network.mayBeDown(place, then):
		return nil
	case !slices.Contains(g.program.Stable, relation):
		return g.network.ifUp(place, then)
	case home == place:
		return nil
	}
	return []need{{what: written, node: place, time: then}}
}

// enter puts a firing into its batch and reports whether its conclusion is new.
func (g *grounder) enter(r *datalog.Rule, f *firing, then int, args []datalog.Value) bool {
	g.firings++
	b := g.batch(r.ID, then)
	b.firings = append(b.firings, f)
	f.keeps = g.keeps(r)
	switch {
	case f.overflow:
		return false
	case r.Aggregates():
		b.collect(r, f, args)
		return false
	}
	return g.add(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: args}, &f.Support)
}

// keeps reports whether what a rule concludes is kept on stable storage.
func (g *grounder) keeps(r *datalog.Rule) bool {
	return r.Timing == datalog.Inductive && slices.Contains(g.program.Stable, r.Head.Relation)
}

// batch is what a rule concludes for a time.
func (g *grounder) batch(rule, then int) *batch {
	key := [2]int{rule, then}
	if g.batches[key] == nil {
		g.batches[key] = &batch{}
	}
	return g.batches[key]
}
