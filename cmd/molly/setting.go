package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
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
		if err := c.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions); err != nil {
			panic(err)
		}
	}
}

// options are what the flags say, and of the options of a search what belongs to the question.
func (s *specification) options(o verify.Options) molly.Options {
	return molly.Options{
		EOT: s.eot.OrNil(), EFF: s.eff.OrNil(), Crashes: s.crashes.OrNil(), Nodes: s.nodes.List,
		Outcomes: o.Outcomes, Solver: o.Solver, MaxFacts: o.MaxFacts,
	}
}

// settingError words what is wrong with a setting for the command line.
func settingError(err error) error {
	var missing *dedalus.MissingError
	var none *dedalus.NoNodesError
	var name *dedalus.NodeNameError
	var spec *dedalus.SpecError
	switch {
	case errors.As(err, &missing):
		return missingError(missing)
	case errors.As(err, &none):
		return usageError("there are no nodes: no fact begins with a string, and neither a flag --nodes a,b,c nor a directive names any")
	case errors.As(err, &name):
		return usageError("node %q has characters that cannot be shown\nName the nodes of the run with --nodes or in the directive", name.Name)
	case errors.As(err, &spec) && len(spec.Directed) > 0:
		return usageError("%v\n(%s: from the directive at %s)", err, strings.Join(spec.Directed, " and "), spec.Directive.Short())
	case errors.As(err, &spec):
		return usageError("%v", err)
	}
	return err
}

// missingError says what to give, and what to write into the file.
func missingError(err *dedalus.MissingError) error {
	e := err.Example
	line := fmt.Sprintf("// molly: eot=%d eff=%d crashes=%d", *e.EOT, *e.EFF, *e.Crashes)
	if dedalus.Directable(e.Nodes) {
		line += " nodes=" + strings.Join(e.Nodes, ",")
	}
	var flags []string
	for _, m := range err.Missing {
		flags = append(flags, "--"+strings.ToLower(m))
	}
	return usageError("%s not set: no flag (%s) and no directive in the file sets it\nGive the flags, or add a line such as this one to the file:\n    %s",
		strings.Join(err.Missing, " and ")+plural(len(err.Missing), " is", " are"), strings.Join(flags, ", "), line)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// horizon warns of what lies beyond the end of a run, where the program's directive
// says when that is.
func horizon(p *molly.Program) dedalus.Diagnostics {
	if eot := p.Settings().EOT; eot != nil {
		return p.Horizon(*eot)
	}
	return nil
}
