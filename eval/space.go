package eval

import (
	"context"

	"molly/circuit"
	"molly/failure"
)

// Space is the lineage of all executions of a failure specification.
type Space struct {
	Lineage
	Circuit *circuit.Circuit
	Spec    failure.Spec
	built   int // nodes of Circuit that the evaluation made; the first ones
}

// Fresh returns the space as it was when it had been evaluated: its circuit is a copy without what
// was added since. What two questions add to the circuits of two copies is the same, whatever
// was asked before.
func (s *Space) Fresh() *Space {
	fresh := *s
	fresh.Circuit = s.Circuit.Prefix(s.built)
	return &fresh
}

// Space evaluates the program once over functions of the faults that spec allows. It
// ends early with ctx's error, or with a *LimitError.
func (e *Evaluator) Space(ctx context.Context, spec failure.Spec) (*Space, error) {
	spec, err := e.check(spec)
	if err != nil {
		return nil, err
	}
	c := circuit.New()
	m := newMachine(ctx, e, spec.EOT, c)
	m.net = circuit.NewNetwork(c, spec)
	m.outages = spec.Restarts > 0
	if e.options.SATSweep.Ask != nil {
		m.satSweep = newSATSweep(e.options.SATSweep, c, spec, e.nodes, len(e.strata))
	}
	if err := m.run(); err != nil {
		return nil, err
	}
	return &Space{Lineage: m.Lineage, Circuit: c, Spec: spec, built: c.Len()}, nil
}
