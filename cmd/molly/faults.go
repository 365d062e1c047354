package main

import (
	"github.com/spf13/cobra"

	"molly/failure"
	"molly/internal/flagvalue"
)

// scenarioFlags are the flags of commands that run a program under one scenario.
type scenarioFlags struct {
	questionFlags
	faults flagvalue.Faults
}

func (f *scenarioFlags) register(c *cobra.Command) {
	f.faults.Register(c, &f.spec.Wider)
	f.questionFlags.register(c)
}

// begin loads the program that is asked about.
func (f *scenarioFlags) begin(t *tool, c *cobra.Command, files []string) (*session, error) {
	f.faults.Prepare()
	return f.questionFlags.begin(t, c, files)
}

// scenario reads the faults and holds them against the question. What the specification says
// nothing about, it allows as far as the faults need it.
func (f *scenarioFlags) scenario(e *session) (failure.Scenario, error) {
	faults, err := f.faults.Parse(e.Nodes, e.Spec.Inputs)
	if err != nil {
		return nil, usageError("%v", err)
	}
	if wider := e.Spec.Allowing(faults); wider != e.Spec {
		if e.Question, err = e.Under(wider); err != nil {
			return nil, usageError("%v", err)
		}
	}
	return e.Scenario(faults...)
}
