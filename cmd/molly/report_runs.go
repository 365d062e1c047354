package main

import (
	"fmt"

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
		if s.found == s.limit && s.enough != nil {
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
			list = append(list, seenRun{scenario: v.Findings[i].Scenario, finding: &v.Findings[i]})
		}
	}
	if len(list) == 0 || len(list[0].scenario) > 0 {
		list = append([]seenRun{{}}, list...)
	}
	return list
}

// pick keeps at most n runs in their order: the first counterexamples, and a sample of the
// others, evenly spread.
func pick(list []seenRun, n int) []seenRun {
	bad := counterexamples(list)
	keptBad := min(bad, n)
	others := len(list) - bad
	keptOthers := min(others, n-keptBad)
	var kept []seenRun
	seenBad, seenOthers := 0, 0
	for _, r := range list {
		if r.finding != nil {
			if seenBad < keptBad {
				kept = append(kept, r)
			}
			seenBad++
			continue
		}
		if (seenOthers+1)*keptOthers/others > seenOthers*keptOthers/others {
			kept = append(kept, r)
		}
		seenOthers++
	}
	return kept
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
		list = append(list, fmt.Sprintf("shown are the first %d of %d minimal counterexamples that were found", keptBad, bad))
	}
	if others, keptOthers := len(all)-bad, len(kept)-keptBad; keptOthers < others {
		list = append(list, fmt.Sprintf("shown is a sample of %d of the %d executions that violate nothing", keptOthers, others))
	}
	return list
}
