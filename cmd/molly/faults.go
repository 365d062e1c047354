package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"molly/failure"
)

// faultFlags say which faults a run has.
type faultFlags struct {
	omissions, crashes []string
}

func (f *faultFlags) register(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.omissions, "omit", nil, "lose what `from:to:time` names, such as a:b:1 (repeatable)")
	c.Flags().StringArrayVar(&f.crashes, "crash", nil, "crash a node: `node@time`, such as a@2 (repeatable)")
	complete(c, "omit")
	complete(c, "crash")
}

// scenario reads the faults and holds them against the setting.
func (f *faultFlags) scenario(s setting) (failure.Scenario, error) {
	var faults []failure.Fault
	for _, text := range f.omissions {
		o, err := parseOmission(text, s.nodes)
		if err != nil {
			return nil, usageError("--omit: %v", err)
		}
		faults = append(faults, o)
	}
	for _, text := range f.crashes {
		c, err := failure.ParseCrash(text)
		if err != nil {
			return nil, usageError("--crash: %v", err)
		}
		faults = append(faults, c)
	}
	if err := failure.Scenario(faults).Admissible(s.spec, s.nodes); err != nil {
		return nil, usageError("this scenario is not admissible under %v: %v", s.spec, err)
	}
	return failure.NewScenario(faults...), nil
}

// parseOmission reads from:to:time, where the names of nodes may have colons.
func parseOmission(text string, nodes []string) (failure.Fault, error) {
	fields := strings.Split(text, ":")
	last := len(fields) - 1
	if t, err := strconv.Atoi(fields[last]); err == nil {
		for i := 1; i < last; i++ {
			from, to := strings.Join(fields[:i], ":"), strings.Join(fields[i:last], ":")
			if slices.Contains(nodes, from) && slices.Contains(nodes, to) {
				return failure.Omit(from, to, t), nil
			}
		}
	}
	return failure.ParseOmission(text)
}
