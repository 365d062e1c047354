package provenance

import (
	"slices"

	"molly/datalog"
)

// What happens to messages.

// arrival completes a node about a message that arrives at a time.
func (b *builder) arrival(n Node, from, to datalog.Value, at int) Node {
	n.From, n.To, n.At = from, to, at
	if from == to {
		return n
	}
	list := b.run.Scenario.Deliveries(b.run.Spec, from.Text(), to.Text(), n.Time)
	n.Fault = list[0].By
	if at != list[0].Time { // the second copy
		n.Fault, n.Also = list[1].By, list[0].By
	}
	return n
}

// delivery adds what happens to a message of a Blocked, if it does not arrive at a time.
func (b *builder) delivery(id NodeID, rule *datalog.Rule, vars []datalog.Value, from, to datalog.Value, then int) {
	sent := b.graph.Nodes[id].Time
	message := about(Lost, goalOf(rule.Head.Relation, sent, b.message(rule, vars)))
	message.From, message.To = from, to
	if !b.isNode(from) || !b.isNode(to) {
		message.Kind = NoNode
		b.child(id, message)
		return
	}
	if f, lost := b.run.Scenario.LostBy(from.Text(), to.Text(), sent); lost {
		message.Fault = f
		b.child(id, message)
		return
	}
	arrivals := b.arrivals(from, to, sent)
	if !slices.Contains(arrivals, then) {
		message.Kind = OtherTime
		b.child(id, b.arrival(message, from, to, arrivals[0]))
		return
	}
	if f, down := b.run.Scenario.OutageAt(to.Text(), then); down {
		message.Fault, message.At = f, then
		b.child(id, message)
	}
}

// arrivals lists when a message gets to its receiver, whether that is down or not.
func (b *builder) arrivals(from, to datalog.Value, sent int) []int {
	if from == to {
		return []int{sent + 1}
	}
	return b.run.Scenario.Arrivals(b.run.Spec, from.Text(), to.Text(), sent)
}

// delivers reports whether a message between two places arrives at a time.
func (b *builder) delivers(from, to datalog.Value, sent, at int) bool {
	if !b.isNode(from) || !b.isNode(to) {
		return false
	}
	_, down := b.run.Scenario.OutageAt(to.Text(), at)
	return !down && slices.Contains(b.arrivals(from, to, sent), at)
}
