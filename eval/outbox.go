package eval

import (
	"cmp"
	"slices"

	"molly/datalog"
)

// What comes out of a step: the next state, messages, lineage.

// kept lists the facts of the next state.
func (s *Stepper) kept() []datalog.Fact {
	m := s.machine
	var ids []FactID
	for row := 2; row <= m.now; row += 2 {
		for _, r := range s.history[row] {
			ids = append(ids, m.table(int(r), row).ids...)
		}
	}
	for r := range m.program.Relations {
		for _, id := range m.table(r, m.next).ids {
			if s.inductive(id) {
				ids = append(ids, id)
			}
		}
	}
	return s.list(ids)
}

// inductive reports whether an inductive rule concludes a fact.
func (s *Stepper) inductive(id FactID) bool {
	m := s.machine
	for i := m.facts[id].firings; i != none; i = m.firings[i].next {
		if m.rules[m.firings[i].rule].Timing == datalog.Inductive {
			return true
		}
	}
	return m.facts[id].rows != none // of an inductive rule: messages are aggregated where they arrive
}

// list returns facts, sorted, as plain values.
func (s *Stepper) list(ids []FactID) []datalog.Fact {
	m := s.machine
	columns := 0
	for _, id := range ids {
		columns += len(m.row(id))
	}
	values := make([]datalog.Value, 0, columns)
	facts := make([]datalog.Fact, len(ids))
	for i, id := range ids {
		first := len(values)
		for _, v := range m.row(id) {
			values = append(values, m.values.list[v])
		}
		facts[i] = datalog.Fact{Relation: m.Relation(id), Args: values[first:len(values):len(values)], Time: s.clock.time(m.Time(id))}
	}
	slices.SortFunc(facts, datalog.Fact.Compare)
	return facts
}

// sent lists the messages of a step.
func (s *Stepper) sent() []Message {
	m := s.machine
	from := m.values.list[m.node]
	var list []Message
	for i := s.inbox; i < len(m.firings); i++ {
		f := &m.firings[i]
		if r := m.rules[f.rule]; r.Timing == datalog.Asynchronous {
			args := m.headOf(FiringID(i))
			list = append(list, Message{Relation: r.Head.Relation, From: from, To: args[0], Sent: s.clock.present, Args: args, Rule: r.ID})
		}
	}
	slices.SortStableFunc(list, func(a, b Message) int { return cmp.Or(compareMessages(a, b), cmp.Compare(a.Rule, b.Rule)) })
	return slices.CompactFunc(list, func(a, b Message) bool {
		return compareMessages(a, b) == 0 && !m.rules[a.Rule].aggregates && !m.rules[b.Rule].aggregates
	})
}

// Facts returns everything that holds at the time of the step, sorted, but for crash and
// outage, which the caller gave. It answers until the stepper's next call.
func (s *Step) Facts() []datalog.Fact {
	m := s.stepper.machine
	var ids []FactID
	for r := range m.program.Relations {
		ids = append(ids, m.table(r, m.now).ids...)
	}
	return s.stepper.list(ids)
}

// StepFiring is a rule firing of a step: its lineage.
type StepFiring struct {
	Rule     int
	Premises []datalog.Fact // the facts of the positive atoms, in body order
	// Head is what the firing concludes, or of an aggregate what this binding adds: the
	// aggregate's column holds the value that it contributes.
	Head datalog.Fact
}

// Firings returns the rule firings of the step, in the order in which they were found. It
// answers until the stepper's next call.
func (s *Step) Firings() []StepFiring {
	m := s.stepper.machine
	var list []StepFiring
	for i := s.stepper.inbox; i < len(m.firings); i++ {
		f := m.Firing(FiringID(i))
		r := m.rules[f.Rule]
		head := datalog.Fact{Relation: r.Head.Relation, Args: m.headOf(FiringID(i)), Time: s.stepper.clock.present}
		if r.Timing != datalog.Deductive {
			head.Time++
		}
		list = append(list, StepFiring{f.Rule, s.stepper.facts(f.Premises), head})
	}
	return list
}

// facts returns facts as plain values, in their order.
func (s *Stepper) facts(ids []FactID) []datalog.Fact {
	m := s.machine
	list := make([]datalog.Fact, len(ids))
	for i, id := range ids {
		list[i] = datalog.Fact{Relation: m.Relation(id), Args: m.Args(id), Time: s.clock.time(m.Time(id))}
	}
	return list
}
