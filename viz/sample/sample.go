// Package sample chooses which executions of a search are shown, and has them written one by one.
//
//	Log      notes what a search runs
//	Choose   keeps the executions that differ most: a farthest-first traversal (Gonzalez 1985)
//	Write    writes them, within bounds of size and time
package sample

import (
	"context"

	"molly/failure"
	"molly/verify"
	"molly/viz/view"
)

// Source runs and explains the executions that are shown.
type Source struct {
	Name string // of the program, for headings
	// Run runs and judges a scenario.
	Run   func(context.Context, failure.Scenario) (*verify.Judged, error)
	Space view.Space
}

// Run is an execution of a search.
type Run struct {
	Scenario failure.Scenario
	Finding  *verify.Finding // of a counterexample
	// Lesson returns what LDFI learned of an execution that violates nothing; else it is nil
	// ([verify.Event]).
	Lesson func() string
}

// Log notes what a search runs.
type Log struct {
	Strategy verify.Strategy
	// Limit is how many executions will be shown.
	Limit int

	enough func() // where set, it is called when more counterexamples need not be found
	found  int
	runs   []Run // of LDFI, in order
}

// searched is how many counterexamples are found, at least, so that those that differ can be
// shown.
const searched = 200

// most is how many counterexamples are found.
func (l *Log) most() int { return max(searched, l.Limit) }

// tell takes an event.
func (l *Log) tell(e verify.Event) {
	switch e.Kind {
	case verify.Confirmed:
		l.found++
		if l.Strategy == verify.LDFI {
			l.runs = append(l.runs, Run{Scenario: e.Scenario, Finding: &e.Finding})
		}
		if l.found == l.most() && l.enough != nil {
			l.enough()
		}
	case verify.Learned:
		l.runs = append(l.runs, Run{Scenario: e.Scenario, Lesson: e.Lesson})
	}
}

// Runs lists the failure-free run, then the others in the order of the search: those that LDFI
// made, or the counterexamples of the verdict.
func (l *Log) Runs(v *verify.Verdict) []Run {
	list := l.runs
	if l.Strategy != verify.LDFI {
		list = nil
		for i := range v.Findings {
			if l.enough != nil && i == l.most() {
				break // the search has ended a little later
			}
			list = append(list, Run{Scenario: v.Findings[i].Scenario, Finding: &v.Findings[i]})
		}
	}
	if len(list) == 0 || len(list[0].Scenario) > 0 {
		list = append([]Run{{}}, list...)
	}
	return list
}
