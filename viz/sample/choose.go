package sample

import (
	"fmt"
	"math"
	"slices"

	"molly/datalog"
)

// Choose keeps at most n runs, in their order: the first, which is the one without faults, and
// the first counterexample; then counterexamples before others, and of either those that differ
// most. These are found one by one: the next is always the one whose difference from the nearest
// of those that are kept is the largest, and of several the first.
func Choose(list []Run, n int) []Run {
	c := &chooser{list: list, traits: make([]map[string]bool, len(list)), apart: make([]int, len(list)), kept: make([]bool, len(list))}
	for i, r := range list {
		c.traits[i] = traitsOf(r)
		c.apart[i] = math.MaxInt
	}
	c.keep(0)
	if first := slices.IndexFunc(list, func(r Run) bool { return r.Finding != nil }); first > 0 && n > 1 {
		c.keep(first)
	}
	for _, bad := range []bool{true, false} {
		for c.count < n {
			i := c.farthest(bad)
			if i < 0 {
				break
			}
			c.keep(i)
		}
	}
	var kept []Run
	for i, r := range list {
		if c.kept[i] {
			kept = append(kept, r)
		}
	}
	return kept
}

// traitsOf is what tells a run from others: its faults, the same without their times, and what
// it violates. The difference between two runs is how many traits only one of them has.
func traitsOf(r Run) map[string]bool {
	traits := map[string]bool{}
	for _, f := range r.Scenario {
		traits[f.String()] = true
		f.Time = 0
		traits[f.String()] = true
	}
	if r.Finding != nil {
		for _, v := range r.Finding.Violated {
			traits[fmt.Sprintf("%d(%s)", v.Relation, datalog.FormatArgs(v.Args))] = true
		}
	}
	return traits
}

// chooser keeps runs that differ.
type chooser struct {
	list   []Run
	traits []map[string]bool
	apart  []int // by run: how far the nearest one is that is kept
	kept   []bool
	count  int
}

func (c *chooser) keep(i int) {
	c.kept[i] = true
	c.count++
	for k := range c.list {
		c.apart[k] = min(c.apart[k], difference(c.traits[i], c.traits[k]))
	}
}

// farthest is the run that differs most from all that are kept, or -1.
func (c *chooser) farthest(bad bool) int {
	best := -1
	for i, r := range c.list {
		if !c.kept[i] && (r.Finding != nil) == bad && (best < 0 || c.apart[i] > c.apart[best]) {
			best = i
		}
	}
	return best
}

func difference(a, b map[string]bool) int {
	n := len(b)
	for x := range a {
		if b[x] {
			n--
		} else {
			n++
		}
	}
	return n
}

func counterexamples(list []Run) int {
	n := 0
	for _, r := range list {
		if r.Finding != nil {
			n++
		}
	}
	return n
}

// LeftOut says in sentences which of the runs are not shown.
func LeftOut(all, kept []Run) []string {
	var list []string
	bad, keptBad := counterexamples(all), counterexamples(kept)
	if keptBad < bad {
		list = append(list, fmt.Sprintf("shown are %d of %d minimal counterexamples that were found: those that differ most", keptBad, bad))
	}
	if others, keptOthers := len(all)-bad, len(kept)-keptBad; keptOthers < others {
		list = append(list, fmt.Sprintf("shown are %d of the %d executions that violate nothing: those that differ most", keptOthers, others))
	}
	return list
}
