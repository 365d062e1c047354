package main

import (
	"context"

	"molly/failure"
	"molly/verify"
)

// world prepares the program for a command that runs one scenario.
func (e *session) world(outcomes verify.Outcomes, maxFacts int) (*verify.World, error) {
	e.outcomes, e.single = outcomes, true
	return verify.NewWorld(e.datalog(), verify.Options{Spec: e.spec, Nodes: e.nodes, Outcomes: outcomes, MaxFacts: maxFacts})
}

// worldOf prepares the program for whoever shows what a search found. searched is what the
// search evaluated, or nil.
func (e *session) worldOf(o verify.Options, searched *verify.World) (*verify.World, error) {
	o.Progress = nil // the search is over
	w, err := verify.NewWorld(e.datalog(), o)
	if err == nil {
		w.Share(searched)
	}
	return w, err
}

// execute runs the program under one scenario, and adds what it shows to the warnings.
func (e *session) execute(ctx context.Context, w *verify.World, sc failure.Scenario) (*verify.Single, error) {
	single, err := w.Execute(ctx, sc)
	if err != nil {
		return nil, e.failed(err)
	}
	e.warn(single.Warnings)
	return single, nil
}
