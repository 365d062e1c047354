package provenance

import (
	"slices"

	"molly/datalog"
	"molly/eval"
)

// Nodes that are down: their rules do not fire, nothing is concluded there but by observers, and
// what is stable is held over.

// holdsOver reports whether a rule is one of stable storage.
func (b *builder) holdsOver(rule *datalog.Rule) bool { return rule.ID >= len(b.program.Rules) }

// down adds that a place is down at a time, if it is, and reports that.
func (b *builder) down(parent NodeID, place datalog.Value, time int) bool {
	if !b.isNode(place) {
		return false
	}
	f, down := b.run.Scenario.OutageAt(place.Text(), time)
	if !down {
		return false
	}
	n := about(Down, Goal{datalog.Fact{Time: time}})
	n.From, n.Fault, n.Possible = place, f, true
	b.child(parent, n)
	return true
}

// up adds that a place is not down at a time.
func (b *builder) up(parent NodeID, place datalog.Value, time int) {
	n := about(Up, Goal{datalog.Fact{Time: time}})
	n.From = place
	b.child(parent, n)
}

// location is where a rule fires under a binding, for a head at a place.
func location(rule *datalog.Rule, vars []datalog.Value, head datalog.Value) datalog.Value {
	if rule.Location == nil {
		return head
	}
	v, _ := eval.Compute(*rule.Location, vars)
	return v
}

// observes reports whether a rule is an observer's, which fires whoever is down.
func (b *builder) observes(rule *datalog.Rule) bool {
	return rule.Timing == datalog.Deductive && b.watched[rule.Head.Relation]
}

// stopped reports whether a rule does not fire, though its premises hold and its message arrives,
// because a node is down, or, where it holds over what is stable, is not down.
func (b *builder) stopped(rule *datalog.Rule, vars []datalog.Value, head datalog.Value, time, then int) bool {
	down := func(place datalog.Value, at int) bool {
		if !b.isNode(place) {
			return false
		}
		_, down := b.run.Scenario.OutageAt(place.Text(), at)
		return down
	}
	switch {
	case b.run.Spec.Restarts == 0 || b.observes(rule):
		return false
	case b.holdsOver(rule):
		return !down(head, time)
	case down(location(rule, vars, head), time):
		return true
	case rule.Timing == datalog.Asynchronous || !down(head, then):
		return false
	}
	stable := slices.Contains(b.program.Stable, rule.Head.Relation)
	return rule.Timing == datalog.Deductive || !stable || down(head, time)
}

// stops adds to a rule that does not fire, though its premises hold, that a node is down, or not
// down. then is when it would conclude.
func (b *builder) stops(blocked NodeID, rule *datalog.Rule, vars []datalog.Value, head datalog.Value, time, then int) {
	switch {
	case b.run.Spec.Restarts == 0 || b.observes(rule):
	case b.holdsOver(rule):
		b.up(blocked, head, time)
	case b.down(blocked, location(rule, vars, head), time):
	case rule.Timing != datalog.Asynchronous:
		b.down(blocked, head, then)
	}
}
