package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// Stepper runs a program one node and one time at a time, with the state and the messages
// that it is given: for simulators, debuggers and searches in which each node has its own
// clock. A [Run] does the same for all nodes in lockstep (a test holds the two against each
// other):
//
//	state, inbox ── deductive rules ──▸ closed state ──▸ next state, outbox
//
// The program is prepared once. Its tables and values are used again by the next step, so a
// Stepper is not safe for concurrent use; make one for each goroutine.
type Stepper struct {
	program  *datalog.Program // as it was given
	clock    clock
	observer []bool                  // by relation
	protocol []bool                  // the complement
	history  map[int][]datalog.RelID // by row: what the protocol reads at that absolute time
	machine  *machine
	values   int // how many the program has
	inbox    int // how many of the machine's firings stand for messages to an aggregate
}

// NewStepper prepares a program for single steps of the given nodes. The error is a
// *RemoteRuleError where a rule of the protocol is not local to one node. Of the options, the
// bounds matter.
func NewStepper(p *datalog.Program, nodes []string, o Options) (*Stepper, error) {
	s := &Stepper{program: p, clock: newClock(p), observer: observed(p), history: map[int][]datalog.RelID{}}
	s.protocol = make([]bool, len(s.observer))
	for i, o := range s.observer {
		s.protocol[i] = !o
	}
	e, err := New(s.clock.byRow(p), nodes, o)
	if err != nil {
		return nil, err
	}
	for _, r := range e.rules {
		if r.Timing == datalog.Deductive && s.observer[r.Head.Relation] {
			continue
		}
		place, local := home(r.Rule)
		if !local {
			return nil, &RemoteRuleError{r.ID, r.Pos}
		}
		if len(r.positives) == 0 {
			r.only = e.values.id(place.Value)
		}
		for _, l := range r.Body {
			if at := l.Atom.At; l.Kind != datalog.Comparison && at > 0 && !slices.Contains(s.history[at], l.Atom.Relation) {
				s.history[at] = append(s.history[at], l.Atom.Relation)
			}
		}
	}
	s.machine = newMachine(context.Background(), e, s.clock.next(), circuit.New())
	s.machine.constant = true
	s.machine.next = s.clock.next()
	s.values = len(s.machine.values.list)
	return s, nil
}

// State is what a node has at the beginning of a step. A node starts with State{Time: 1};
// the facts that the program states are added by the steps.
type State struct {
	Time int // the node's local time
	// Facts are what @next rules kept for Time, and what held at those earlier times that
	// @k atoms of the protocol read. They are sorted, so equal states are equal.
	Facts []datalog.Fact
}

// Step is what a step of a node yields.
type Step struct {
	Next State
	// Sent are the node's messages, also to itself and to places that are no nodes, sorted
	// by relation and tuple, each once. Arrived is not set: that is for the caller to decide.
	// A message whose rule aggregates at the receiver is there once for each binding; the
	// receiver's step aggregates what is in its inbox.
	Sent []Message

	stepper *Stepper
}

// OverflowError says that a rule computed a number that does not fit.
type OverflowError struct {
	Rule int
	Time int
	Pos  datalog.Position
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("a number does not fit 64 bits at time %d, in the rule at %s", e.Time, e.Pos.Short())
}

// Step runs one step of a node: the facts that the program states at state.Time, the state
// and the inbox are closed under the protocol's deductive rules; inductive rules give the next
// state, asynchronous ones the outbox. Of crashes, the node sees those that are given.
//
// It is a function of its arguments: the state is not changed, and results stay valid, except
// that [Step.Facts] and [Step.Firings] answer only until the next call. The error is ctx's, an
// *OverflowError, a *LimitError, or says what is wrong with the arguments.
func (s *Stepper) Step(ctx context.Context, node string, state State, inbox []Message, crashes []failure.Fault) (*Step, error) {
	m := s.machine
	id, ok := m.values.known(datalog.String(node))
	if _, isNode := m.nodeOf[id]; !ok || !isNode {
		return nil, fmt.Errorf("%q is no node of this program's steps", node)
	}
	if err := s.begin(ctx, state.Time); err != nil {
		return nil, err
	}
	m.node, m.skip = id, s.observer
	if err := s.enter(state.Facts); err != nil {
		return nil, err
	}
	s.crash([]string{node}, crashes)
	for _, g := range m.given[state.Time] {
		if g.tuple[0] == id {
			s.give(g)
		}
	}
	if err := s.receive(inbox); err != nil {
		return nil, err
	}
	m.complete()
	m.keepAndSend()
	if err := s.failed(); err != nil {
		return nil, err
	}
	return &Step{State{state.Time + 1, s.kept()}, s.sent(), s}, nil
}

// Observe closes facts of any nodes at a time under the rules that [Stepper.Step] leaves out,
// those of pre and post and what only feeds them. Facts of earlier times are for atoms that
// read them with @k. Each node sees the given crashes. The result has no next state and no
// outbox.
func (s *Stepper) Observe(ctx context.Context, time int, facts []datalog.Fact, crashes []failure.Fault) (*Step, error) {
	if err := s.begin(ctx, time); err != nil {
		return nil, err
	}
	m := s.machine
	m.node, m.skip = unmet, s.protocol
	if err := s.enter(facts); err != nil {
		return nil, err
	}
	s.crash(m.nodes, crashes)
	for _, g := range m.given[time] {
		s.give(g)
	}
	m.complete()
	if err := s.failed(); err != nil {
		return nil, err
	}
	return &Step{stepper: s}, nil
}

// begin empties the tables for a step at a time.
func (s *Stepper) begin(ctx context.Context, time int) error {
	if time < 1 {
		return fmt.Errorf("a step at time %d: times start at 1", time)
	}
	m := s.machine
	m.ctx, m.err = ctx, nil
	m.facts, m.firings, m.premises = m.facts[:0], m.firings[:0], m.premises[:0]
	m.groups, m.bindings, m.rows = m.groups[:0], m.bindings[:0], m.rows[:0]
	m.drawn, m.overflows = m.drawn[:0], m.overflows[:0]
	clear(m.overflowed)
	for i := range m.tables {
		if m.tables[i].n > 0 {
			m.tables[i].reset()
		}
	}
	const many = 4096
	if len(m.values.list) > s.values+many {
		m.values.forget(s.values)
	}
	s.clock.present, s.inbox = time, 0
	m.now, _ = s.clock.row(time)
	return context.Cause(ctx)
}

// enter adds facts. In a step of one node, they must be at that node.
func (s *Stepper) enter(facts []datalog.Fact) error {
	for _, f := range facts {
		if f.Time < 1 || f.Time > s.clock.present {
			return fmt.Errorf("%s is no fact of a step at time %d", s.program.FormatFact(f), s.clock.present)
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
		fits = args[i].Type() == types[i]
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

// crash fills the relation crash for some observers.
func (s *Stepper) crash(observers []string, crashes []failure.Fault) {
	m := s.machine
	if !m.readCrash {
		return
	}
	t := m.table(int(m.program.Crash), 0)
	for _, c := range crashes {
		for _, o := range observers {
			if c.Kind == failure.Crash {
				m.insert(t, s.intern([]datalog.Value{datalog.String(o), datalog.String(c.Node), datalog.Int(int64(c.Time))}))
			}
		}
	}
}

// give adds a fact that the program states for this time.
func (s *Stepper) give(g givenFact) {
	m := s.machine
	id, _ := m.insert(m.table(g.relation, m.now), g.tuple)
	m.facts[id].given = true
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
			m.collect(r, m.head, m.record(r, none, circuit.True))
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

// failed returns what ended the step.
func (s *Stepper) failed() error {
	m := s.machine
	if m.err != nil {
		var limit *LimitError
		if errors.As(m.err, &limit) {
			limit.Time = s.clock.present
		}
		return m.err
	}
	if len(m.overflows) > 0 {
		r := m.rules[m.overflows[0].Rule]
		return &OverflowError{r.ID, s.clock.present, r.Pos}
	}
	return nil
}

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

// Facts returns everything that holds at the time of the step, sorted, but for crash, which
// the caller gave. It answers until the stepper's next call.
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
