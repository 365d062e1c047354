package flagvalue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"molly/failure"
)

// Faults is the flags that say which faults a run has, and which inputs.
type Faults struct {
	texts [len(failure.Kinds)][]string
	wider *Wider
}

// Register adds a flag for each kind. What is said of the specification goes to wider: --twice may
// also say yes or no of it.
func (f *Faults) Register(c *cobra.Command, wider *Wider) {
	f.wider = wider
	usage := map[failure.Kind]string{
		failure.Omission: "lose what `from:to:time` names, such as a:b:1 (repeatable)",
		failure.Crash:    "crash a node: `node@time`, such as a@2 (repeatable)",
		failure.Late:     "let a message be late: `from:to:time:rounds`, such as a:b:1:2 (repeatable)",
		failure.Twice:    "let a message arrive a second time: `from:to:time:rounds`, such as a:b:1:1 (repeatable)",
		failure.Outage:   "let a node be down: `node@from..until`, such as b@2..4 (repeatable)",
		failure.Input:    "let an input of a may clause be there: `tuple@time`, such as 'p(\"a\")@2' (repeatable)",
	}
	for _, k := range []failure.Kind{failure.Omission, failure.Crash, failure.Late, failure.Twice, failure.Outage, failure.Input} {
		c.Flags().StringArrayVar(&f.texts[k], k.Flag(), nil, usage[k])
		Complete(c, k.Flag())
	}
}

// Prepare reads what --twice says of the specification. It must be called before the setting is
// asked for.
func (f *Faults) Prepare() {
	f.texts[failure.Twice] = slices.DeleteFunc(f.texts[failure.Twice], func(text string) bool {
		var said YesNo
		if said.Set(text) != nil {
			return false
		}
		f.wider.Twice(said.Value)
		return true
	})
}

// Given reports whether there are any.
func (f *Faults) Given() bool {
	f.Prepare() // what says something of the specification is none
	return slices.ContainsFunc(f.texts[:], func(list []string) bool { return len(list) > 0 })
}

// Parse reads the faults of a run on some nodes.
func (f *Faults) Parse(nodes []string, inputs *failure.Inputs) ([]failure.Fault, error) {
	var faults []failure.Fault
	example := map[failure.Kind]string{
		failure.Omission: "--omit a:b:1 --omit a:c:1",
		failure.Crash:    "--crash a@1 --crash b@2",
		failure.Late:     "--late a:b:1:2 --late a:c:1:1",
		failure.Twice:    "--twice a:b:1:1 --twice a:c:1:1",
		failure.Outage:   "--outage a@1..3 --outage b@2..4",
	}
	for _, k := range []failure.Kind{failure.Omission, failure.Crash, failure.Late, failure.Twice, failure.Outage, failure.Input} {
		for _, text := range f.texts[k] {
			if k != failure.Input && several(text, nodes) {
				return nil, fmt.Errorf("--%s: %q names several faults: repeat the flag, as in %s", k.Flag(), text, example[k])
			}
			fault, err := k.Parse(text, nodes)
			if err == nil && k == failure.Input {
				fault, err = inputs.Find(fault)
			}
			if err != nil {
				return nil, fmt.Errorf("--%s: %w", k.Flag(), err)
			}
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// several reports whether a flag was given a list, as --nodes takes one.
func several(text string, nodes []string) bool {
	inName := func(n string) bool { return strings.Contains(n, ",") }
	return strings.Contains(text, ",") && !slices.ContainsFunc(nodes, inName)
}
