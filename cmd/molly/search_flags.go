package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/hazard/solver"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/verify"
)

// questionFlags are the flags of commands that ask about a program under a failure specification.
type questionFlags struct {
	sources sources
	spec    flagvalue.Setting
	options verify.Options
}

func (f *questionFlags) register(c *cobra.Command) {
	f.sources.register(c)
	f.spec.Register(c)
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
}

// begin loads the program that is asked about.
func (f *questionFlags) begin(t *tool, c *cobra.Command, files []string) (*session, error) {
	if err := checkBounds(c); err != nil {
		return nil, err
	}
	e, err := t.begin(f.sources, options(f.spec, f.options), files)
	if err == nil {
		f.options.Spec, f.options.Nodes = e.Spec, e.Nodes
	}
	return e, err
}

// searchFlags are the flags of commands that search.
type searchFlags struct{ questionFlags }

func (f *searchFlags) register(c *cobra.Command) {
	f.registerSearch(c)
	f.sources.registerJSON(c)
}

// registerSearch is register without --json.
func (f *searchFlags) registerSearch(c *cobra.Command) {
	f.questionFlags.register(c)
	flagvalue.Choose(c, &f.options.Solver, "solver", "the SAT solver", solver.ParseBackend, "gini", "gophersat")
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

// unusedFlags warns of flags that were given and change nothing; they are for something else.
func unusedFlags(c *cobra.Command, purpose string, flags ...string) dedalus.Diagnostics {
	var list dedalus.Diagnostics
	for _, name := range flags {
		if c.Flags().Changed(name) {
			list = append(list, dedalus.Warned("unused-flag", "--%s has no effect here: it is for %s", name, purpose))
		}
	}
	return list
}

// chooseOutcomes adds --outcomes.
func chooseOutcomes(c *cobra.Command, outcomes *verify.Outcomes) {
	flagvalue.Among(c, outcomes, "outcomes", "the tuples that must be in post: all of pre, or only those that post has in the failure-free run",
		[]string{"all", "failure-free"}, verify.AllRuns, verify.FailureFree)
}
