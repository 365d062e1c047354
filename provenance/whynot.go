package provenance

import (
	"slices"

	"molly/circuit"
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
	case b.timeless(n.Relation):
		b.child(id, about(NoRule, n.Goal))
		return
	case len(possible) > 0 && isPattern(n.Args):
		for _, f := range possible {
			b.link(id, b.missing(n.Relation, n.Time, b.space.Args(f), false))
		}
		return
	case len(possible) > 0:
		b.notGiven(id)
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

// regrouped adds an aggregate that has not this value in the run.
func (b *builder) regrouped(parent NodeID, row eval.Row) {
	node := ofRule(Regrouped, row.Rule, row.Time, nil)
	node.Possible = true
	id := b.child(parent, node)
	args := b.graph.Nodes[parent].Args
	rule := b.program.Rule(row.Rule)
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

// stated adds facts of the program that have the tuple, but at other times.
func (b *builder) stated(id NodeID) {
	const most = 3
	n := b.graph.Nodes[id]
	facts := b.factsOf(n.Relation, n.Args)
	for _, f := range facts[:min(most, len(facts))] {
		b.child(id, about(Stated, Goal{f}))
	}
}
