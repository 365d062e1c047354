package bdd

import "molly/failure"

// choices are the variables of a diagram, by level: at each time first the crashes,
// then the losses.
type choices struct {
	spec  failure.Spec
	nodes int
	names []string
	list  []choice
	level map[failure.Fault]int
}

// A choice is whether a fault happens, if it still can.
type choice struct {
	failure.Fault
	node int // who crashes, or sends what is lost
}

func newChoices(spec failure.Spec, nodes []string) *choices {
	c := &choices{spec: spec, nodes: len(nodes), names: nodes, level: map[failure.Fault]int{}}
	for t := 1; t <= spec.EOT; t++ {
		if spec.Crashes > 0 {
			for i, n := range nodes {
				c.add(failure.CrashAt(n, t), i)
			}
		}
		if t >= spec.EFF {
			continue
		}
		for i, from := range nodes {
			for _, to := range nodes {
				if from != to {
					c.add(failure.Omit(from, to, t), i)
				}
			}
		}
	}
	return c
}

func (c *choices) add(f failure.Fault, node int) {
	c.level[f] = len(c.list)
	c.list = append(c.list, choice{f, node})
}

// fault returns the function "f happens". What is not admissible does not.
func (c *choices) fault(d *diagram, f failure.Fault) edge {
	level, admissible := c.level[f]
	if !admissible {
		return no
	}
	e := d.variable(level)
	if f.Kind == failure.Crash {
		for t := f.Time - 1; t >= 1; t-- {
			e = d.and(e, d.variable(c.level[failure.CrashAt(f.Node, t)]).not())
		}
	}
	return e
}
