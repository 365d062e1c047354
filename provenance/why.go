package provenance

import (
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// why explains a goal that holds: the ways in which the run concludes it.
func (b *builder) why(id NodeID) {
	n := b.graph.Nodes[id]
	fact, _ := b.run.Find(n.Relation, n.Time, n.Args)
	if b.timeless(n.Relation) {
		crashed := about(Crashed, n.Goal)
		crashed.Fault = seenFault(b.program, n.Fact)
		b.child(id, crashed)
		return
	}
	b.given(id)
	firings := slices.Collect(b.run.FiringsOf(fact))
	slices.SortFunc(firings, func(x, y eval.FiringID) int {
		if c := b.circular(fact, x) - b.circular(fact, y); c != 0 {
			return c
		}
		return compareFirings(b.run.Lineage, x, y)
	})
	circular := slices.IndexFunc(firings, func(f eval.FiringID) bool { return b.circular(fact, f) > 0 })
	if circular < 0 {
		circular = len(firings)
	}
	for _, f := range firings[:circular] {
		b.fired(id, f, n.Args[:min(1, len(n.Args))])
	}
	defer func() { // after the aggregates, which are not circular
		for _, f := range firings[circular:] {
			b.fired(id, f, n.Args[:min(1, len(n.Args))])
		}
	}()
	rows := slices.SortedFunc(b.run.RowsOf(fact), func(x, y eval.Row) int { return x.Rule - y.Rule })
	for _, r := range rows {
		group := b.child(id, ofRule(Grouped, r.Rule, r.Time, nil))
		bindings := slices.Clone(r.Bindings)
		sortFirings(b.run.Lineage, bindings)
		for _, f := range bindings {
			b.fired(group, f, n.Args[:1])
		}
		b.uncounted(group, r, n.Args)
	}
}

// uncounted adds to an aggregate of the run the bindings that do not happen and would give
// it another value. Only the space knows them.
func (b *builder) uncounted(group NodeID, row eval.Row, args []datalog.Value) {
	if b.space == nil {
		return
	}
	fact, ok := b.space.Find(b.run.Relation(row.Head), b.run.Time(row.Head), args)
	if !ok {
		return
	}
	rule := b.program.Rule(row.Rule)
	for r := range b.space.RowsOf(fact) {
		if r.Rule != row.Rule || r.Time != row.Time {
			continue
		}
		counted := b.counted(rule, row)
		bindings := slices.Clone(r.Bindings)
		sortFirings(&b.space.Lineage, bindings)
		for _, f := range bindings {
			lit := b.space.Firing(f).Lit
			if lit != circuit.False && !b.value.Holds(lit) && counted.changedBy(bindingOf(&b.space.Lineage, b.space.Firing(f))) {
				b.blocked(group, f, args)
			}
		}
	}
}

// counted is what an aggregate rule has counted for a group.
type counted struct {
	rule   *datalog.Rule
	args   []datalog.Value          // the conclusion
	values []map[datalog.Value]bool // by column: those of the bindings, where it is a count
}

func (b *builder) counted(rule *datalog.Rule, row eval.Row) counted {
	c := counted{rule, b.run.Args(row.Head), make([]map[datalog.Value]bool, len(rule.Head.Args))}
	for i, t := range rule.Head.Args {
		if t.Aggregate != datalog.Count {
			continue
		}
		c.values[i] = map[datalog.Value]bool{}
		for _, f := range row.Bindings {
			if v, ok := eval.Compute(t.Term, bindingOf(b.run.Lineage, b.run.Firing(f))); ok {
				c.values[i][v] = true
			}
		}
	}
	return c
}

// changedBy reports whether one more binding would give the group another value.
func (c counted) changedBy(vars []datalog.Value) bool {
	for i, t := range c.rule.Head.Args {
		v, ok := eval.Compute(t.Term, vars)
		if !ok {
			continue
		}
		switch t.Aggregate {
		case datalog.Count:
			if !c.values[i][v] {
				return true
			}
		case datalog.Sum:
			if v.Number() != 0 {
				return true
			}
		case datalog.Min:
			if v.Compare(c.args[i]) < 0 {
				return true
			}
		case datalog.Max:
			if v.Compare(c.args[i]) > 0 {
				return true
			}
		}
	}
	return false
}

// circular is 1 where a firing's premises include facts that were found after its
// conclusion, and may depend on it, else 0. Those of an earlier time never do, whenever they were
// found: a late message is known before it arrives.
func (b *builder) circular(head eval.FactID, firing eval.FiringID) int {
	f := b.run.Firing(firing)
	if f.Then > f.Time {
		return 0
	}
	for _, p := range f.Premises {
		if p >= head {
			return 1
		}
	}
	return 0
}

// fired adds a firing of the run. place is the head's first column.
func (b *builder) fired(parent NodeID, firing eval.FiringID, place []datalog.Value) {
	f := b.run.Firing(firing)
	rule := b.program.Rule(f.Rule)
	vars := bindingOf(b.run.Lineage, f)
	id := b.child(parent, ofRule(Fired, f.Rule, f.Time, vars))
	if b.holdsOver(rule) {
		defer b.down(id, place[0], f.Time)
	}
	premise := 0
	for i := range rule.Body {
		l := &rule.Body[i]
		switch l.Kind {
		case datalog.Positive:
			b.link(id, b.holds(f.Premises[premise]))
			premise++
		case datalog.Negative:
			b.link(id, b.absent(&l.Atom, f.Time, vars))
		}
	}
	if rule.Timing == datalog.Asynchronous {
		b.child(id, b.arrival(about(Arrived, goalOf(rule.Head.Relation, f.Time, b.message(rule, vars))), b.run.Sender(firing), place[0], f.Then))
	}
}

// absent is the premise that nothing matches an atom under a complete binding.
func (b *builder) absent(a *datalog.Atom, now int, vars []datalog.Value) NodeID {
	pattern := eval.Pattern(a, vars)
	if a.At > now {
		return b.add(about(NotYet, goalOf(a.Relation, a.At, pattern)))
	}
	return b.missing(a.Relation, readTime(a, now), pattern, false)
}
