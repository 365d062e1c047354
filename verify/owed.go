package verify

import (
	"fmt"

	"molly/circuit"
	"molly/failure"
)

// Owed says in which admissible executions the invariant owes anything: there is a tuple in
// pre; for failure-free outcomes, one that post has in the failure-free run; where persistent
// relations judge, they have a tuple in the failure-free run; or, where never is all that the
// program states, there is what it is about (nearly.go). Where nothing is owed in any
// execution, nothing can be violated.
//
// It is exact for a certified program. For other verdicts it says what the runs of the search
// have shown.
type Owed struct {
	// FailureFree means that the failure-free run owes something.
	FailureFree bool
	// UnderFaults means that some other execution does: one with a fault or an input.
	UnderFaults bool
	// First is, of a certified program that owes something in other executions alone, the first
	// scenario by failure.Scenario.Compare that does.
	First failure.Scenario
}

// Nothing reports whether no execution owes anything.
func (o Owed) Nothing() bool { return !o.FailureFree && !o.UnderFaults }

// OnlyUnderFaults reports whether something is owed when something fails or an input is chosen, and
// else nothing.
func (o Owed) OnlyUnderFaults() bool { return !o.FailureFree && o.UnderFaults }

// askOwed asks the space of all executions what is owed.
func (s *search) askOwed() error {
	o := &s.verdict.Owed
	if !o.FailureFree {
		if s.question.pre() == circuit.False {
			return nil
		}
		first, found, err := s.ask(s.question.pre()).Best(s.ctx)
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

// owedUnderFaults reports whether something is owed in some execution with a fault or an input.
// Single faults answer almost always; else the solver does.
func (s *search) owedUnderFaults() (bool, error) {
	c, spec := s.space.Circuit, s.options.Spec
	if !spec.AllowsFaults(len(s.options.Nodes)) && spec.Inputs == nil {
		return false, nil
	}
	faults := spec.Faults(s.options.Nodes)
	owes := s.question.pre()
	switch {
	case len(faults) == 0 || owes == circuit.False:
		return false, nil
	case owes == circuit.True:
		return true, nil
	}
	for _, f := range faults[:min(3, len(faults))] {
		if c.Evaluate(failure.Scenario{f}).Holds(owes) {
			return true, nil
		}
	}
	some := make([]circuit.Lit, len(faults))
	for i, f := range faults {
		some[i] = c.Var(f)
	}
	q := s.ask(owes)
	q.Require(c.Or(some...))
	_, owed, err := q.Any(s.ctx)
	return owed, err
}
