package eval

import (
	"context"

	"molly/circuit"
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
	spec, err := e.checkScenario(spec, s)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err // a small run would end before it notices
	}
	m := newMachine(ctx, e, spec.EOT, circuit.New())
	m.constant = true
	m.suffer(spec, s)
	if err := m.run(); err != nil {
		return nil, err
	}
	return &Run{Lineage: &m.Lineage, Spec: spec, Scenario: s, machine: m}, nil
}

// Resume executes the same program under another scenario and shares with prev what
// comes before the first observable difference. It takes prev over: prev must not be
// used any more, whatever Resume returns.
func (e *Evaluator) Resume(ctx context.Context, prev *Run, s failure.Scenario) (*Run, error) {
	if _, err := e.checkScenario(prev.Spec, s); err != nil {
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
		m.suffer(prev.Spec, s)
		m.rewind(from)
		if m.err != nil {
			return nil, m.err
		}
	}
	return &Run{Lineage: &m.Lineage, Spec: prev.Spec, Scenario: s, machine: m}, nil
}

// suffer makes the faults of a scenario those of the run.
func (m *machine) suffer(spec failure.Spec, s failure.Scenario) {
	m.net = givenFaults{s, spec}
	m.outages = len(s.Of(failure.Outage)) > 0
}

// firstDifference is the first time at which what is kept or sent may differ: 0 or less where a
// run must begin anew.
func (e *Evaluator) firstDifference(s, t failure.Scenario, spec failure.Spec) int {
	first := spec.EOT
	for len(s) > 0 || len(t) > 0 {
		switch {
		case len(t) == 0 || len(s) > 0 && s[0].Compare(t[0]) < 0:
			first, s = min(first, e.shows(s[0], spec)), s[1:]
		case len(s) == 0 || s[0] != t[0]:
			first, t = min(first, e.shows(t[0], spec)), t[1:]
		default:
			s, t = s[1:], t[1:]
		}
	}
	return first
}

// shows is the first time at which what is kept or sent may depend on a fault. What would arrive
// at a node that is down was sent before.
func (e *Evaluator) shows(f failure.Fault, spec failure.Spec) int {
	switch f.Kind {
	case failure.Crash:
		if e.readCrash {
			return 0
		}
	case failure.Outage:
		if e.readOutage {
			return 0
		}
		return f.Time - 1 - spec.Delay - spec.CopyDelay()
	case failure.Input:
		return f.Time - 1
	}
	return f.Time
}
