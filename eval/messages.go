package eval

import (
	"cmp"
	"slices"

	"molly/datalog"
)

// Message is what one place sends another, or itself.
type Message struct {
	Relation datalog.RelID
	From, To datalog.Value
	Sent     int
	// Arrivals are the times up to EOT at which it arrives, sorted: without faults Sent+1. It
	// arrives twice where it comes a second time. There are none where it is lost on its way, gets
	// there after EOT, or meets a receiver that is down.
	Arrivals []int
	// Args is the tuple that arrives. Where the sending rule aggregates at the
	// receiver, the aggregate's column holds the value that this message adds.
	Args    []datalog.Value
	Arrived bool // there are arrivals
	Rule    int  // the first rule that sends it
}

// Messages lists the messages of the run, each once, by time, relation, sender and
// tuple. Messages sent at EOT do not matter and are not listed.
func (r *Run) Messages() []Message {
	var list []Message
	for i := range r.firings {
		f := &r.firings[i]
		rule := r.rules[f.rule]
		if rule.Timing != datalog.Asynchronous {
			continue
		}
		args := r.headOf(FiringID(i))
		list = append(list, Message{
			Relation: rule.Head.Relation, From: r.Sender(FiringID(i)), To: args[0],
			Sent: int(f.time), Arrivals: []int{r.then(FiringID(i))}, Args: args, Arrived: true, Rule: int(f.rule),
		})
	}
	for _, l := range r.lost {
		args := r.decode(l.args)
		list = append(list, Message{
			Relation: r.rules[l.rule].Head.Relation, From: r.values.list[l.from], To: args[0],
			Sent: int(l.time), Args: args, Rule: int(l.rule),
		})
	}
	slices.SortFunc(list, func(a, b Message) int {
		return cmp.Or(compareMessages(a, b), cmp.Compare(a.Rule, b.Rule), slices.Compare(a.Arrivals, b.Arrivals))
	})
	once := list[:0]
	for _, m := range list {
		if last := len(once) - 1; last < 0 || compareMessages(once[last], m) != 0 {
			once = append(once, m)
		} else if n := &once[last]; len(m.Arrivals) > 0 && !slices.Contains(n.Arrivals, m.Arrivals[0]) {
			n.Arrivals = append(n.Arrivals, m.Arrivals[0])
			slices.Sort(n.Arrivals)
		}
	}
	return once
}

func compareMessages(a, b Message) int {
	return cmp.Or(
		cmp.Compare(a.Sent, b.Sent),
		cmp.Compare(a.Relation, b.Relation),
		a.From.Compare(b.From),
		datalog.CompareTuples(a.Args, b.Args),
	)
}

// headOf returns a firing's conclusion. Aggregate columns hold the aggregated
// variable's value.
func (r *Lineage) headOf(id FiringID) []datalog.Value {
	f := &r.firings[id]
	if f.head != none {
		return r.Args(f.head)
	}
	start := int(f.next)
	return r.decode(r.drawn[start : start+len(r.rules[f.rule].head)])
}

// Misdirected lists, once each and sorted, messages that can never arrive because
// they come from or go to a place that is no node.
func (l *Lineage) Misdirected() []Misdirected {
	var list []Misdirected
	for _, lost := range l.lost {
		_, fromNode := l.nodeOf[lost.from]
		_, toNode := l.nodeOf[lost.args[0]]
		if fromNode && toNode {
			continue
		}
		list = append(list, Misdirected{
			Rule: int(lost.rule), From: l.values.list[lost.from], To: l.values.list[lost.args[0]],
		})
	}
	slices.SortFunc(list, func(a, b Misdirected) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), a.From.Compare(b.From), a.To.Compare(b.To))
	})
	return slices.Compact(list)
}

// Misdirected is a message between places of which one is no node.
type Misdirected struct {
	Rule     int
	From, To datalog.Value
}
