package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"molly/hazard/solver"
	"molly/internal/flagvalue"
	"molly/internal/process"
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
	flagvalue.Choose(c, &f.options.Solver, "solver", "the SAT solver", solver.ParseBackend, "gini", "gophersat")
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
}

// registerStrategy adds what says how a search chooses the next scenario, and what --group means.
func (f *searchFlags) registerStrategy(c *cobra.Command, group string) {
	o, flags := &f.options, c.Flags()
	flagvalue.Choose(c, &o.Strategy, "strategy", "how to choose the next scenario", verify.ParseStrategy, "symbolic", "ldfi", "exhaustive", "random")
	flags.BoolVar(&o.Group, "group", false, group)
	flags.IntVar(&o.Width, "width", 0, "ldfi: explain an OR of at most `W` parts by all of them; 0 is the paper's loop, -1 has no bound")
	flags.Uint64Var(&o.Seed, "seed", 0, "random: the seed")
	flags.IntVar(&o.MaxExecutions, "max-executions", 0, fmt.Sprintf("end the search after this many executions (random: %d)", verify.DefaultMaxExecutions))
}

// unused warns of flags that only another strategy uses.
func (f *searchFlags) unused(c *cobra.Command, e *session) {
	for _, flag := range []struct {
		name   string
		usedBy verify.Strategy
	}{{"width", verify.LDFI}, {"negation", verify.LDFI}, {"seed", verify.Random}} {
		if f.options.Strategy != flag.usedBy {
			e.warnings = append(e.warnings, unusedFlags(c, "--strategy "+flag.usedBy.String(), flag.name)...)
		}
	}
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
	flagvalue.Choose(c, outcomes, "outcomes", "the tuples that must be in post: all of pre, or only those that post has in the failure-free run", parseOutcomes, "all", "failure-free")
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
