package verify

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// Single is one execution, judged.
type Single struct {
	Run *eval.Run // complete: observers have their tuples at every time
	// Violated is what the run lacks at EOT, sorted.
	Violated []Violation
	// Vacuous means that this run owes nothing.
	Vacuous  bool
	Warnings []Warning
}

// Execute runs a program under one scenario and judges the run as a search with the
// same options would. Of the options it reads Spec, Nodes, Outcomes and MaxFacts.
//
// The error is a *ProgramError, an *eval.LimitError or the context's, or it says that
// the scenario is not admissible.
func Execute(ctx context.Context, p *datalog.Program, o Options, sc failure.Scenario) (*Single, error) {
	w, err := NewWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Execute(ctx, sc)
}
