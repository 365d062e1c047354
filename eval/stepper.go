package eval

import (
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
	inbox    int // how many of the machine's firings represent messages to an aggregate
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

// State is what a node has at the beginning of a step. A node starts with State{Time: 1, Boot:
// true}, and after an outage with what [Stepper.Restart] says; the facts that the program states
// are added by the steps.
type State struct {
	Time int  // the node's local time
	Boot bool // the node starts, or comes back: it sees the builtin relation boot
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
// state, asynchronous ones the outbox. The node sees the crashes and outages that are given, and
// of the program's inputs those that are given for state.Time.
//
// It is a function of its arguments: the state is not changed, and results stay valid, except
// that [Step.Facts] and [Step.Firings] answer only until the next call. The error is ctx's, an
// *OverflowError, a *LimitError, or says what is wrong with the arguments.
func (s *Stepper) Step(ctx context.Context, node string, state State, inbox []Message, faults []failure.Fault) (*Step, error) {
	m := s.machine
	id, ok := m.values.known(datalog.String(node))
	if _, isNode := m.nodeOf[id]; !ok || !isNode {
		return nil, fmt.Errorf("%q is not a node of this program's steps", node)
	}
	if err := s.begin(ctx, state.Time); err != nil {
		return nil, err
	}
	m.node, m.skip = id, s.observer
	if err := s.enter(state.Facts); err != nil {
		return nil, err
	}
	s.show([]string{node}, faults)
	s.give(state.Time, faults, func(place valueID) bool { return place == id })
	m.memberAndNow(id, state.Time, circuit.True)
	if boot := m.program.Boot; state.Boot && boot != datalog.NoRelation {
		m.give(givenFact{int(boot), []valueID{id}}, circuit.True)
	}
	if err := s.receive(inbox); err != nil {
		return nil, err
	}
	m.complete()
	m.keepAndSend()
	if err := s.failed(); err != nil {
		return nil, err
	}
	return &Step{State{Time: state.Time + 1, Facts: s.kept()}, s.sent(), s}, nil
}

// Observe closes facts of any nodes at a time under the rules that [Stepper.Step] leaves out,
// those of pre and post and what only feeds them. Facts of earlier times are for atoms that
// read them with @k. Each node sees the given crashes and outages, and has what the program states
// for this time, with the given inputs, unless one of the outages says that it is down. The result
// has no next state and no outbox.
func (s *Stepper) Observe(ctx context.Context, time int, facts []datalog.Fact, faults []failure.Fault) (*Step, error) {
	if err := s.begin(ctx, time); err != nil {
		return nil, err
	}
	m := s.machine
	m.node, m.skip = unmet, s.protocol
	if err := s.enter(facts); err != nil {
		return nil, err
	}
	s.show(m.nodes, faults)
	var down []valueID
	for _, f := range faults {
		if f.Kind == failure.Outage && f.Time <= time && time < f.Until {
			down = append(down, m.values.id(datalog.String(f.Node)))
		}
	}
	s.give(time, faults, func(place valueID) bool { return !slices.Contains(down, place) })
	for _, name := range m.nodes {
		if node := m.values.id(datalog.String(name)); !slices.Contains(down, node) {
			m.memberAndNow(node, time, circuit.True)
		}
	}
	m.complete()
	if err := s.failed(); err != nil {
		return nil, err
	}
	return &Step{stepper: s}, nil
}

// Restart is the state of a node that comes back from an outage at a time: next is the state that
// it would have had when it went down. What is stable is still there; at the absolute times in
// between that the protocol reads, it was there, too.
func (s *Stepper) Restart(next State, time int) State {
	var list []datalog.Fact
	for _, f := range next.Facts {
		if f.Time < next.Time {
			list = append(list, f)
			continue
		}
		if !slices.Contains(s.program.Stable, f.Relation) {
			continue
		}
		for _, at := range s.clock.absolute {
			if row, _ := s.clock.row(at); next.Time <= at && at < time && slices.Contains(s.history[row], f.Relation) {
				f.Time = at
				list = append(list, f)
			}
		}
		f.Time = time
		list = append(list, f)
	}
	slices.SortFunc(list, datalog.Fact.Compare)
	return State{Time: time, Boot: true, Facts: list}
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
