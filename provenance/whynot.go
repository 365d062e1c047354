package provenance

import (
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// whyNot explains a goal that does not hold: for each way in which it could come
// about, what fails.
func (b *builder) whyNot(id NodeID) {
	n := b.graph.Nodes[id]
	var possible []eval.FactID
	if b.space != nil {
		possible = matching(&b.space.Lineage, n.Relation, n.Time, n.Args)
	}
	b.graph.Nodes[id].Possible = len(possible) > 0
	switch {
	case n.Relation == b.program.Crash:
		b.child(id, about(NoRule, n.Goal))
		return
	case len(possible) > 0 && isPattern(n.Args):
		for _, f := range possible {
			b.link(id, b.missing(n.Relation, n.Time, b.space.Args(f), false))
		}
		return
	case len(possible) > 0:
		tried := b.possibleWays(id, possible[0])
		b.failedRules(id, tried, false)
	case b.space == nil || b.follow[id]:
		b.failedRules(id, nil, true)
	default:
		return
	}
	b.stated(id)
	if len(b.graph.Nodes[id].Children) == 0 {
		b.child(id, about(NoRule, n.Goal))
	}
}

// possibleWays adds what could conclude a fact of the space, and says which rules do.
func (b *builder) possibleWays(id NodeID, fact eval.FactID) (rules []int) {
	firings := slices.Collect(b.space.FiringsOf(fact))
	sortFirings(&b.space.Lineage, firings)
	place := b.graph.Nodes[id].Args
	for _, f := range firings {
		b.blocked(id, f, place)
		rules = append(rules, b.space.Firing(f).Rule)
	}
	rows := slices.SortedFunc(b.space.RowsOf(fact), func(x, y eval.Row) int { return x.Rule - y.Rule })
	for _, r := range rows {
		b.regrouped(id, r)
		rules = append(rules, r.Rule)
	}
	return rules
}

// blocked adds a firing of the space that does not happen in the run. place is the
// tuple that it would conclude.
func (b *builder) blocked(parent NodeID, firing eval.FiringID, place []datalog.Value) {
	f := b.space.Firing(firing)
	rule := &b.program.Rules[f.Rule]
	vars := bindingOf(&b.space.Lineage, f)
	node := ofRule(Blocked, f.Rule, f.Time, vars)
	node.Possible = true
	id := b.child(parent, node)
	premise := 0
	for i := range rule.Body {
		l := &rule.Body[i]
		switch l.Kind {
		case datalog.Positive:
			if p := f.Premises[premise]; !b.value.Holds(b.space.Lit(p)) {
				b.link(id, b.missing(b.space.Relation(p), b.space.Time(p), b.space.Args(p), false))
			}
			premise++
		case datalog.Negative:
			b.denied(id, &l.Atom, f.Time, vars)
		}
	}
	if rule.Timing == datalog.Asynchronous {
		b.delivery(id, rule, vars, b.space.Sender(firing), place[0])
	}
}

// denied adds the facts of the run that a negated atom matches.
func (b *builder) denied(id NodeID, a *datalog.Atom, now int, vars []datalog.Value) {
	if a.At > now {
		return
	}
	for _, f := range matching(b.run.Lineage, a.Relation, readTime(a, now), patternOf(a, vars)) {
		b.link(id, b.holds(f))
	}
}

// delivery adds what happens to a message of a Blocked, if it does not arrive.
func (b *builder) delivery(id NodeID, rule *datalog.Rule, vars []datalog.Value, from, to datalog.Value) {
	sent := b.graph.Nodes[id].Time
	message := about(Lost, goalOf(rule.Head.Relation, sent, b.message(rule, vars)))
	message.From, message.To = from, to
	if !b.isNode(from) || !b.isNode(to) {
		message.Kind = NoNode
	} else {
		f, lost := b.run.Scenario.LostBy(from.Text(), to.Text(), sent)
		if !lost {
			return
		}
		message.Fault = f
	}
	b.child(id, message)
}

func (b *builder) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && b.nodes[v.Text()]
}

// regrouped adds an aggregate that has not this value in the run.
func (b *builder) regrouped(parent NodeID, row eval.Row) {
	node := ofRule(Regrouped, row.Rule, row.Time, nil)
	node.Possible = true
	id := b.child(parent, node)
	args := b.graph.Nodes[parent].Args
	rule := &b.program.Rules[row.Rule]
	if f, ok := b.instead(rule, row.Time, args); ok {
		b.link(id, b.holds(f))
	}
	bindings := slices.Clone(row.Bindings)
	sortFirings(&b.space.Lineage, bindings)
	for _, f := range bindings {
		if lit := b.space.Firing(f).Lit; lit != circuit.False && !b.value.Holds(lit) {
			b.blocked(id, f, args)
		}
	}
}

// instead finds what an aggregate rule concludes in the run for the group of a tuple.
func (b *builder) instead(rule *datalog.Rule, time int, args []datalog.Value) (eval.FactID, bool) {
	group := groupOf(rule, args)
	for _, f := range matching(b.run.Lineage, rule.Head.Relation, concludes(rule, time), group) {
		for r := range b.run.RowsOf(f) {
			if r.Rule == rule.ID && r.Time == time {
				return f, true
			}
		}
	}
	return 0, false
}

// groupOf is the pattern of an aggregate rule's heads that are of a tuple's group.
func groupOf(rule *datalog.Rule, args []datalog.Value) []datalog.Value {
	group := slices.Clone(args)
	for i, t := range rule.Head.Args {
		if t.Aggregate != datalog.NoAggregate {
			group[i] = datalog.Value{}
		}
	}
	return group
}

// concludes is the time at which a rule's conclusion holds.
func concludes(rule *datalog.Rule, time int) int {
	if rule.Timing == datalog.Deductive {
		return time
	}
	return time + 1
}

// stated adds facts of the program that have the tuple, but at other times.
func (b *builder) stated(id NodeID) {
	const most = 3
	n := b.graph.Nodes[id]
	facts := b.factsOf(n.Relation, n.Args)
	for _, f := range facts[:min(most, len(facts))] {
		b.child(id, about(Stated, Goal{f}))
	}
}
