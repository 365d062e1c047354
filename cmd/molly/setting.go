package main

import (
	"github.com/spf13/cobra"

	"molly"
	"molly/internal/flagvalue"
	"molly/verify"
)

// specification are the flags that say under which failures a program is run. They
// override the program's own directive.
type specification struct {
	eot, eff, crashes flagvalue.Number
	nodes             flagvalue.Nodes
}

func (s *specification) register(c *cobra.Command) {
	f := c.Flags()
	f.VarP(&s.eot, "eot", "t", "the last time of a run (also spelled --EOT)")
	f.VarP(&s.eff, "eff", "f", "the first time at which messages are no longer lost (also spelled --EFF)")
	f.VarP(&s.crashes, "crashes", "c", "how many nodes may crash")
	f.VarP(&s.nodes, "nodes", "N", "the nodes of a run")
	for _, flag := range []string{"eot", "eff", "crashes", "nodes"} {
		flagvalue.Complete(c, flag)
	}
}

// options are what the flags say, and of the options of a search what belongs to the question.
func (s *specification) options(o verify.Options) molly.Options {
	return molly.Options{
		EOT: s.eot.OrNil(), EFF: s.eff.OrNil(), Crashes: s.crashes.OrNil(), Nodes: s.nodes.List,
		Outcomes: o.Outcomes, Solver: o.Solver, MaxFacts: o.MaxFacts,
	}
}
