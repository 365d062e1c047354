package main

import (
	"errors"

	"github.com/spf13/cobra"

	"molly/hazard/solver"
	"molly/verify"
)

// searchFlags are the flags that verify and hazard share.
type searchFlags struct {
	sources sources
	spec    specification
	options verify.Options
}

func (f *searchFlags) register(c *cobra.Command) {
	f.sources.register(c)
	f.sources.registerJSON(c)
	f.spec.register(c)
	f.registerSearch(c)
}

// registerSearch adds what is of the search alone.
func (f *searchFlags) registerSearch(c *cobra.Command) {
	choose(c, &f.options.Solver, "solver", "the SAT solver", solver.ParseBackend, "gini", "gophersat")
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	boundTime(c)
}

// begin loads the program that is to be searched.
func (f *searchFlags) begin(t *tool, c *cobra.Command, files []string) (e *session, err error) {
	if err := checkBounds(c); err != nil {
		return nil, err
	}
	if e, err = t.begin(f.sources, f.spec.options(f.options), files); err != nil {
		return nil, err
	}
	f.options.Spec, f.options.Nodes = e.Spec, e.Nodes
	return e, nil
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
