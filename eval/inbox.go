package eval

import (
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// What goes into a step: facts, messages, faults.

// enter adds facts. In a step of one node, they must be at that node.
func (s *Stepper) enter(facts []datalog.Fact) error {
	for _, f := range facts {
		if f.Time < 1 || f.Time > s.clock.present {
			return fmt.Errorf("%s is not a fact of a step at time %d", s.program.FormatFact(f), s.clock.present)
		}
		if row, read := s.clock.row(f.Time); read {
			if err := s.add(f.Relation, row, f.Args); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds a tuple.
func (s *Stepper) add(r datalog.RelID, row int, args []datalog.Value) error {
	m := s.machine
	if err := s.check(r, args); err != nil {
		return err
	}
	m.insert(m.table(int(r), row), s.intern(args))
	return nil
}

// check refuses a tuple that the relation cannot have, or that is at another node.
func (s *Stepper) check(r datalog.RelID, args []datalog.Value) error {
	if r < 0 || int(r) >= len(s.program.Relations) {
		return fmt.Errorf("the program has no relation with number %d", r)
	}
	types := s.program.Relations[r].Types
	fits := len(args) == len(types)
	for i := 0; fits && i < len(types); i++ {
		fits = types[i] == datalog.Unknown || args[i].Type() == types[i]
	}
	if !fits {
		return fmt.Errorf("%s does not fit the columns of its relation", datalog.FormatTuple(s.program.Relations[r].Name, args))
	}
	m := s.machine
	if m.node != unmet && args[0] != m.values.list[m.node] {
		return fmt.Errorf("%s is not at %s", datalog.FormatTuple(s.program.Relations[r].Name, args), m.values.list[m.node])
	}
	return nil
}

// intern returns a tuple with numbered values, until the next one.
func (s *Stepper) intern(args []datalog.Value) []valueID {
	m := s.machine
	m.head = m.head[:0]
	for _, v := range args {
		m.head = append(m.head, m.values.id(v))
	}
	return m.head
}

// show fills the relations crash and outage for some observers.
func (s *Stepper) show(observers []string, faults []failure.Fault) {
	m := s.machine
	for _, f := range faults {
		for _, o := range observers {
			switch {
			case f.Kind == failure.Crash && m.readCrash:
				m.insert(m.table(int(m.program.Crash), 0), s.intern([]datalog.Value{
					datalog.String(o), datalog.String(f.Node), datalog.Int(int64(f.Time)),
				}))
			case f.Kind == failure.Outage && m.readOutage:
				m.insert(m.table(int(m.program.Outage), 0), s.intern([]datalog.Value{
					datalog.String(o), datalog.String(f.Node), datalog.Int(int64(f.Time)), datalog.Int(int64(f.Until)),
				}))
			}
		}
	}
}

// give adds what the program states for a time at some places, and the inputs among the faults.
func (s *Stepper) give(time int, faults []failure.Fault, here func(place valueID) bool) {
	m := s.machine
	for _, g := range m.given[time] {
		if here(g.tuple[0]) {
			m.give(g, circuit.True)
		}
	}
	for _, l := range m.lasting {
		if l.from <= time && here(l.tuple[0]) {
			m.give(l.givenFact, circuit.True)
		}
	}
	for _, in := range m.inputs[time] {
		if here(in.tuple[0]) && slices.Contains(faults, failure.Choose(in.name, in.number, time)) {
			m.give(in.givenFact, circuit.True)
		}
	}
}

// receive adds messages, and aggregates those whose rule does so at the receiver.
func (s *Stepper) receive(inbox []Message) error {
	m := s.machine
	var aggregating []*rule
	for _, msg := range inbox {
		r := s.aggregating(msg)
		if r == nil {
			if err := s.add(msg.Relation, m.now, msg.Args); err != nil {
				return err
			}
		} else if !slices.Contains(aggregating, r) {
			aggregating = append(aggregating, r)
		}
	}
	for _, r := range aggregating {
		for _, msg := range inbox {
			if s.aggregating(msg) != r {
				continue
			}
			if msg.Args[0] != m.values.list[m.node] {
				return fmt.Errorf("%s is not for %s", datalog.FormatTuple(s.program.Relations[msg.Relation].Name, msg.Args), m.values.list[m.node])
			}
			s.intern(msg.Args)
			m.matched, m.absent = m.matched[:0], m.absent[:0]
			m.collect(r, m.head, m.record(r, none, m.now, circuit.True))
		}
		s.inbox = len(m.firings)
		m.next = m.now
		m.aggregate(r)
		m.next = s.clock.next()
	}
	return nil
}

// aggregating is the rule of a message that is to be aggregated, or nil.
func (s *Stepper) aggregating(msg Message) *rule {
	if msg.Rule < 0 || msg.Rule >= len(s.machine.rules) {
		return nil
	}
	r := s.machine.rules[msg.Rule]
	if r.Timing != datalog.Asynchronous || !r.aggregates || r.Head.Relation != msg.Relation || len(msg.Args) != len(r.head) {
		return nil
	}
	return r
}
