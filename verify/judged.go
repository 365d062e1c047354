package verify

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// Judged is an execution, judged by the invariant.
type Judged struct {
	Scenario failure.Scenario
	// Run is the execution itself; nil where a search did not keep it.
	Run *eval.Run
	// Violated is what it lacks at EOT, by relation name and tuple.
	Violated []Violation
	// Vacuous means that it owes nothing.
	Vacuous bool
}

// Warnings are what the run shows about the program, in a stable order; none where it was not
// kept.
func (j *Judged) Warnings() []Warning {
	if j.Run == nil {
		return nil
	}
	return misdirected(j.Run.Lineage)
}

// dropRun is the same without the run, which takes memory.
func (j Judged) dropRun() Judged {
	j.Run = nil
	return j
}

// Judge runs a program under one scenario and judges the run as a search with the same
// options would. Of the options it reads Spec, Nodes, Outcomes and MaxFacts. The run is
// complete: observers have their tuples at every time.
//
// The error is a *ProgramError, an *eval.LimitError or the context's, or it says that
// the scenario is not admissible.
func Judge(ctx context.Context, p *datalog.Program, o Options, sc failure.Scenario) (*Judged, error) {
	w, err := NewWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Judge(ctx, sc)
}
