package verify

import (
	"fmt"

	"molly/circuit"
	"molly/failure"
)

// Owed says in which admissible executions the invariant owes anything: there is a tuple in
// pre; for failure-free outcomes, one that post has in the failure-free run; or, where
// persistent relations judge, they have a tuple in the failure-free run. Where nothing is owed
// in any execution, nothing can be violated.
//
// It is exact for a certified program. For other verdicts it says what the runs of the search
// have shown.
type Owed struct {
	// FailureFree means that the failure-free run owes something.
	FailureFree bool
	// UnderFaults means that some execution with a fault does.
	UnderFaults bool
	// First is, of a certified program that owes something under faults alone, the first
	// scenario by failure.Scenario.Compare that does.
	First failure.Scenario
}

// Nothing reports whether no execution owes anything.
func (o Owed) Nothing() bool { return !o.FailureFree && !o.UnderFaults }

// OnlyUnderFaults reports whether something is owed when something fails, and else nothing.
func (o Owed) OnlyUnderFaults() bool { return !o.FailureFree && o.UnderFaults }

// askOwed asks the space of all executions what is owed.
func (s *search) askOwed() error {
	o := &s.verdict.Owed
	if !o.FailureFree {
		if s.question.pre == circuit.False {
			return nil
		}
		first, found, err := s.ask(s.question.pre).Best(s.ctx)
		if err != nil {
			return err
		}
		if found && len(first) == 0 {
			return &InternalError{fmt.Sprintf("the failure-free run owes nothing at time %d, its circuits say that it does", s.options.Spec.EOT)}
		}
		o.First, o.UnderFaults = first, found
		return nil
	}
	if o.UnderFaults {
		return nil // a run has shown it
	}
	var err error
	o.UnderFaults, err = s.owedUnderFaults()
	return err
}

// owedUnderFaults reports whether something is owed in some execution with a fault. Single
// faults answer almost always; else the solver does.
func (s *search) owedUnderFaults() (bool, error) {
	c := s.space.Circuit
	if !s.options.Spec.AllowsFaults(len(s.options.Nodes)) || s.question.pre == circuit.False {
		return false, nil
	}
	if s.question.pre == circuit.True {
		return true, nil
	}
	faults := s.options.Spec.Faults(s.options.Nodes)
	for _, f := range faults[:min(3, len(faults))] {
		if c.Evaluate(failure.Scenario{f}).Holds(s.question.pre) {
			return true, nil
		}
	}
	some := make([]circuit.Lit, len(faults))
	for i, f := range faults {
		some[i] = c.Var(f)
	}
	q := s.ask(s.question.pre)
	q.Require(c.Or(some...))
	_, owed, err := q.Any(s.ctx)
	return owed, err
}
