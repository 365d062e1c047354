package eval

import (
	"cmp"
	"context"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// Run is one execution.
type Run struct {
	*Lineage
	Spec     failure.Spec
	Scenario failure.Scenario
	machine  *machine
}

// Run executes the program under one scenario, which must be admissible. It ends
// early with ctx's error, or with a *LimitError. An overflow does not end it: see
// [Lineage.Overflows].
func (e *Evaluator) Run(ctx context.Context, spec failure.Spec, s failure.Scenario) (*Run, error) {
	if err := e.checkScenario(spec, s); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err // a small run would end before it notices
	}
	m := newMachine(ctx, e, spec.EOT, circuit.New())
	m.constant = true
	m.net = givenFaults(s)
	if err := m.run(); err != nil {
		return nil, err
	}
	return &Run{Lineage: &m.Lineage, Spec: spec, Scenario: s, machine: m}, nil
}

// Resume executes the same program under another scenario and shares with prev what
// comes before the first observable difference. It takes prev over: prev must not be
// used any more, whatever Resume returns.
func (e *Evaluator) Resume(ctx context.Context, prev *Run, s failure.Scenario) (*Run, error) {
	if err := e.checkScenario(prev.Spec, s); err != nil {
		return nil, err
	}
	from := e.firstDifference(prev.Scenario, s, prev.Spec)
	if from < 1 {
		return e.Run(ctx, prev.Spec, s)
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m := prev.machine
	m.ctx = ctx
	if from < m.eot {
		m.net = givenFaults(s)
		m.rewind(from)
		if m.err != nil {
			return nil, m.err
		}
	}
	return &Run{Lineage: &m.Lineage, Spec: prev.Spec, Scenario: s, machine: m}, nil
}

// firstDifference is the first time at which what is sent may differ: 0 where the
// program can see the crashes, and they differ.
func (e *Evaluator) firstDifference(s, t failure.Scenario, spec failure.Spec) int {
	if e.readCrash && !slices.Equal(s.Crashes(), t.Crashes()) {
		return 0
	}
	i := 0
	for i < len(s) && i < len(t) && s[i] == t[i] {
		i++
	}
	first := spec.EOT
	if i < len(s) {
		first = min(first, s[i].Time)
	}
	if i < len(t) {
		first = min(first, t[i].Time)
	}
	return first
}

// Message is what one place sends another, or itself.
type Message struct {
	Relation datalog.RelID
	From, To datalog.Value
	Sent     int // it arrives at Sent+1, or never
	// Args is the tuple that arrives. Where the sending rule aggregates at the
	// receiver, the aggregate's column holds the value that this message adds.
	Args    []datalog.Value
	Arrived bool
	Rule    int // the first rule that sends it
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
			Sent: int(f.time), Args: args, Arrived: true, Rule: int(f.rule),
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
		return cmp.Or(compareMessages(a, b), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(list, func(a, b Message) bool { return compareMessages(a, b) == 0 })
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
