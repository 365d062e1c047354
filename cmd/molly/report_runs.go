package main

import (
	"fmt"
	"math"
	"slices"

	"molly/datalog"
	"molly/failure"
	"molly/verify"
)

// seenRuns is what a search did, as far as a report shows it.
type seenRuns struct {
	limit  int
	ldfi   bool
	enough func() // called when there are as many counterexamples as are shown
	found  int
	runs   []seenRun // of ldfi, in order
}

// searched is how many counterexamples are found, at least, so that a report can show those that
// differ.
const searched = 200

// most is how many counterexamples are found.
func (s *seenRuns) most() int { return max(searched, s.limit) }

// seenRun is a run of a search.
type seenRun struct {
	scenario failure.Scenario
	lesson   func() string // nil where it violates the invariant
	finding  *verify.Finding
}

// tell takes an event.
func (s *seenRuns) tell(e verify.Event) {
	switch {
	case e.Kind == verify.Confirmed:
		s.found++
		if s.ldfi {
			s.runs = append(s.runs, seenRun{scenario: e.Scenario, finding: &e.Finding})
		}
		if s.found == s.most() && s.enough != nil {
			s.enough()
		}
	case e.Kind == verify.Learned:
		s.runs = append(s.runs, seenRun{scenario: e.Scenario, lesson: e.Lesson})
	}
}

// all are the failure-free run, then the others in the order of the search.
func (s *seenRuns) all(v *verify.Verdict) []seenRun {
	list := s.runs
	if !s.ldfi {
		list = nil
		for i := range v.Findings {
			if s.enough != nil && i == s.most() {
				break // the search has ended a little later
			}
			list = append(list, seenRun{scenario: v.Findings[i].Scenario, finding: &v.Findings[i]})
		}
	}
	if len(list) == 0 || len(list[0].scenario) > 0 {
		list = append([]seenRun{{}}, list...)
	}
	return list
}

// different keeps at most n runs, in their order: the first, which is the one without faults, and
// the first counterexample; then counterexamples before others, and of either those that differ
// most. These are found one by one: the next is always the one whose difference from the nearest
// of those that are kept is the largest, and of several the first.
func different(list []seenRun, n int) []seenRun {
	c := &chooser{list: list, traits: make([]map[string]bool, len(list)), apart: make([]int, len(list)), kept: make([]bool, len(list))}
	for i, r := range list {
		c.traits[i] = traitsOf(r)
		c.apart[i] = math.MaxInt
	}
	c.keep(0)
	if first := slices.IndexFunc(list, func(r seenRun) bool { return r.finding != nil }); first > 0 && n > 1 {
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
	var kept []seenRun
	for i, r := range list {
		if c.kept[i] {
			kept = append(kept, r)
		}
	}
	return kept
}

// traitsOf is what tells a run from others: its faults, the same without their times, and what
// it violates. The difference between two runs is how many traits only one of them has.
func traitsOf(r seenRun) map[string]bool {
	traits := map[string]bool{}
	for _, f := range r.scenario {
		traits[f.String()] = true
		f.Time = 0
		traits[f.String()] = true
	}
	if r.finding != nil {
		for _, v := range r.finding.Violated {
			traits[fmt.Sprintf("%d(%s)", v.Relation, datalog.FormatArgs(v.Args))] = true
		}
	}
	return traits
}

// chooser keeps runs that differ.
type chooser struct {
	list   []seenRun
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
		if !c.kept[i] && (r.finding != nil) == bad && (best < 0 || c.apart[i] > c.apart[best]) {
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

func counterexamples(list []seenRun) int {
	n := 0
	for _, r := range list {
		if r.finding != nil {
			n++
		}
	}
	return n
}

// leftOut says what a report does not have of the runs.
func leftOut(all, kept []seenRun) []string {
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
