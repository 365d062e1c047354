package main

import (
	"fmt"
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
		if several(text, s.nodes) {
			return nil, usageError("--omit: %q names several faults: repeat the flag, as in --omit a:b:1 --omit a:c:1", text)
		}
		o, err := parseOmission(text, s.nodes)
		if err != nil {
			return nil, usageError("--omit: %v", err)
		}
		faults = append(faults, o)
	}
	for _, text := range f.crashes {
		if several(text, s.nodes) {
			return nil, usageError("--crash: %q names several faults: repeat the flag, as in --crash a@1 --crash b@2", text)
		}
		c, err := parseCrash(text)
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

// several reports whether a flag was given a list, as --nodes takes one.
func several(text string, nodes []string) bool {
	inName := func(n string) bool { return strings.Contains(n, ",") }
	return strings.Contains(text, ",") && !slices.ContainsFunc(nodes, inName)
}

// parseOmission reads from:to:time. The names of nodes may have colons where only one
// reading names nodes, or else in quotes.
func parseOmission(text string, nodes []string) (failure.Fault, error) {
	fields, quoted, err := splitNames(text, ':')
	if err != nil {
		return failure.Fault{}, err
	}
	last := len(fields) - 1
	t, err := strconv.Atoi(fields[last])
	if err != nil || last < 2 {
		return failure.ParseOmission(text) // which says how to write it
	}
	if quoted && last == 2 {
		return failure.Omit(fields[0], fields[1], t), nil
	}
	var readings []failure.Fault
	for i := 1; i < last && !quoted; i++ {
		from, to := strings.Join(fields[:i], ":"), strings.Join(fields[i:last], ":")
		if slices.Contains(nodes, from) && slices.Contains(nodes, to) {
			readings = append(readings, failure.Omit(from, to, t))
		}
	}
	switch len(readings) {
	case 0:
		return failure.ParseOmission(text)
	case 1:
		return readings[0], nil
	}
	return failure.Fault{}, fmt.Errorf("%q may be %s or %s: write the names in quotes, as here",
		text, readings[0].Flag(), readings[1].Flag())
}

// parseCrash reads node@time.
func parseCrash(text string) (failure.Fault, error) {
	if !strings.HasPrefix(text, `"`) {
		return failure.ParseCrash(text)
	}
	fields, _, err := splitNames(text, '@')
	if err != nil {
		return failure.Fault{}, err
	}
	t, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil || len(fields) != 2 {
		return failure.ParseCrash(text) // which says how to write it
	}
	return failure.CrashAt(fields[0], t), nil
}
