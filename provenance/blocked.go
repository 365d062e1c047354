package provenance

import (
	"slices"

	"molly/datalog"
	"molly/eval"
)

// blocked adds a firing of the space that does not happen in the run. place is the
// tuple that it would conclude.
func (b *builder) blocked(parent NodeID, firing eval.FiringID, place []datalog.Value) {
	f := b.space.Firing(firing)
	rule := b.program.Rule(f.Rule)
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
	if len(b.graph.Nodes[id].Children) == 0 {
		b.stops(id, rule, vars, place[0], f.Time, f.Then)
	}
	if rule.Timing == datalog.Asynchronous {
		b.delivery(id, rule, vars, b.space.Sender(firing), place[0], f.Then)
	}
}

// denied adds the facts of the run that a negated atom matches.
func (b *builder) denied(id NodeID, a *datalog.Atom, now int, vars []datalog.Value) {
	if a.At > now {
		return
	}
	for _, f := range matching(b.run.Lineage, a.Relation, readTime(a, now), eval.Pattern(a, vars)) {
		b.link(id, b.holds(f))
	}
}

func (b *builder) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && b.nodes[v.Text()]
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

// message is the tuple that a message of a rule carries; what a rule aggregates shows
// the value that the message adds.
func (b *builder) message(rule *datalog.Rule, vars []datalog.Value) []datalog.Value {
	args := make([]datalog.Value, len(rule.Head.Args))
	for i, t := range rule.Head.Args {
		if v, ok := eval.Compute(t.Term, vars); ok {
			args[i] = v
		}
	}
	return args
}
