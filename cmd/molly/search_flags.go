package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"molly/hazard"
	"molly/verify"
)

// searchFlags are the flags that verify and hazard share.
type searchFlags struct {
	sources sources
	spec    specification
	options verify.Options
	timeout time.Duration
}

func (f *searchFlags) register(c *cobra.Command) {
	f.sources.register(c)
	f.sources.registerJSON(c)
	f.spec.register(c)
	f.registerSearch(c)
}

// registerSearch adds what is of the search alone.
func (f *searchFlags) registerSearch(c *cobra.Command) {
	choose(c, &f.options.Solver, "solver", "the SAT solver", hazard.ParseBackend, "gini", "gophersat")
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	c.Flags().DurationVar(&f.timeout, "timeout", 0, "end the search after this `time`, such as 30s or 5m")
}

// begin loads the program that is to be searched, and sets the bound on time, which
// cancel takes off.
func (f *searchFlags) begin(t *tool, c *cobra.Command, files []string) (e *session, ctx context.Context, cancel context.CancelFunc, err error) {
	if err := checkBounds(c); err != nil {
		return nil, nil, nil, err
	}
	if e, err = t.begin(f.sources, &f.spec, files); err != nil {
		return nil, nil, nil, err
	}
	f.options.Spec, f.options.Nodes = e.spec, e.nodes
	e.outcomes = f.options.Outcomes
	ctx, cancel = withTimeout(c.Context(), f.timeout)
	return e, ctx, cancel, nil
}

// chooseOutcomes adds --outcomes.
func chooseOutcomes(c *cobra.Command, outcomes *verify.Outcomes) {
	choose(c, outcomes, "outcomes", "the tuples that must be in post: all of pre, or only those that post has in the failure-free run", parseOutcomes, "all", "failure-free")
}

func parseOutcomes(word string) (verify.Outcomes, error) {
	switch word {
	case "all":
		return verify.AllRuns, nil
	case "failure-free":
		return verify.FailureFree, nil
	}
	return 0, errors.New("choose all or failure-free")
}
