package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

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

// given reports whether there are any.
func (f *faultFlags) given() bool { return len(f.omissions)+len(f.crashes) > 0 }

// scenario reads the faults and holds them against the question.
func (f *faultFlags) scenario(e *session) (failure.Scenario, error) {
	var faults []failure.Fault
	for _, flag := range []struct {
		kind    failure.Kind
		texts   []string
		example string // of several faults
	}{
		{failure.Omission, f.omissions, "--omit a:b:1 --omit a:c:1"},
		{failure.Crash, f.crashes, "--crash a@1 --crash b@2"},
	} {
		for _, text := range flag.texts {
			if several(text, e.Nodes) {
				return nil, usageError("--%s: %q names several faults: repeat the flag, as in %s", flag.kind.Flag(), text, flag.example)
			}
			fault, err := flag.kind.Parse(text, e.Nodes)
			if err != nil {
				return nil, usageError("--%s: %v", flag.kind.Flag(), err)
			}
			faults = append(faults, fault)
		}
	}
	return e.Scenario(faults...)
}

// several reports whether a flag was given a list, as --nodes takes one.
func several(text string, nodes []string) bool {
	inName := func(n string) bool { return strings.Contains(n, ",") }
	return strings.Contains(text, ",") && !slices.ContainsFunc(nodes, inName)
}
