package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly"
	"molly/failure"
	"molly/internal/flagvalue"
)

// faultFlags say which faults a run has.
type faultFlags struct {
	omissions, crashes []string
}

func (f *faultFlags) register(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.omissions, "omit", nil, "lose what `from:to:time` names, such as a:b:1 (repeatable)")
	c.Flags().StringArrayVar(&f.crashes, "crash", nil, "crash a node: `node@time`, such as a@2 (repeatable)")
	flagvalue.Complete(c, "omit")
	flagvalue.Complete(c, "crash")
}

// scenario reads the faults and holds them against the question.
func (f *faultFlags) scenario(q *molly.Question) (failure.Scenario, error) {
	var faults []failure.Fault
	for _, text := range f.omissions {
		if several(text, q.Nodes) {
			return nil, usageError("--omit: %q names several faults: repeat the flag, as in --omit a:b:1 --omit a:c:1", text)
		}
		o, err := failure.ParseOmission(text, q.Nodes)
		if err != nil {
			return nil, usageError("--omit: %v", err)
		}
		faults = append(faults, o)
	}
	for _, text := range f.crashes {
		if several(text, q.Nodes) {
			return nil, usageError("--crash: %q names several faults: repeat the flag, as in --crash a@1 --crash b@2", text)
		}
		c, err := failure.ParseCrash(text)
		if err != nil {
			return nil, usageError("--crash: %v", err)
		}
		faults = append(faults, c)
	}
	if err := failure.Scenario(faults).Admissible(q.Spec, q.Nodes); err != nil {
		return nil, usageError("this scenario is not admissible under %v: %v", q.Spec, err)
	}
	return failure.NewScenario(faults...), nil
}

// several reports whether a flag was given a list, as --nodes takes one.
func several(text string, nodes []string) bool {
	inName := func(n string) bool { return strings.Contains(n, ",") }
	return strings.Contains(text, ",") && !slices.ContainsFunc(nodes, inName)
}
