package verify

import (
	"context"

	"molly/datalog"
	"molly/failure"
	"molly/hazard"
)

// Minimality is what a scenario is among the counterexamples. Where its run lacks nothing it
// is none.
type Minimality struct {
	Judged
	// Minimal means that it is a counterexample, and no admissible scenario below it is
	// one. Else, of a counterexample, Below is the first smaller one.
	Minimal bool
	Below   failure.Scenario
}

// Minimal runs one scenario, and asks whether it is a minimal counterexample: one of
// those that Verify reports with Options.All, which there may be too many of to list
// them. Of the options it reads Spec, Nodes, Solver, Outcomes and MaxFacts.
//
// The error is a *ProgramError, an *InternalError, an *eval.LimitError or the
// context's, or it says that the scenario is not admissible.
func Minimal(ctx context.Context, p *datalog.Program, o Options, sc failure.Scenario) (*Minimality, error) {
	w, err := NewSearchWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Minimal(ctx, o, sc)
}

// Minimal is the function Minimal in this world. Of the options it reads Progress.
func (w *World) Minimal(ctx context.Context, o Options, sc failure.Scenario) (*Minimality, error) {
	s := w.begin(ctx, o)
	if err := sc.Admissible(s.options.Spec, s.options.Nodes); err != nil {
		return nil, err
	}
	judged, err := s.begin()
	if err != nil {
		return nil, err
	}
	if err := s.ground(judged); err != nil {
		return nil, err
	}
	if len(sc) > 0 {
		if judged, err = s.runAgreed(sc); err != nil {
			return nil, err
		}
	}
	m := &Minimality{Judged: judged.dropRun()}
	if len(m.Violated) == 0 {
		return m, nil
	}
	q := s.upTo(sc)
	q.Exclude(sc)
	below, found, err := q.Best(s.ctx)
	if err != nil {
		return nil, err
	}
	m.Minimal, m.Below = !found, below
	return m, nil
}

// upTo asks for a violation at most sc.
func (s *search) upTo(sc failure.Scenario) *hazard.Search {
	q := s.ask(s.question.any)
	for _, f := range s.options.Spec.Faults(s.options.Nodes) {
		if !(failure.Scenario{f}).AtMost(sc) {
			q.Require(s.space.Circuit.Var(f).Not())
		}
	}
	return q
}
