package wire

import (
	"time"

	"molly/explore/fuzz"
)

// Fuzz is the result of molly fuzz.
type Fuzz struct {
	Schema     int            `json:"schema"`
	Target     []string       `json:"target"`           // the arguments and flags that name what was executed
	Seed       uint64         `json:"seed"`             // of the random choices
	Ended      string         `json:"ended"`            // runs, until (there were as many violations as asked for), time or interrupted
	Runs       int            `json:"runs"`             // how many executions there were
	Events     int            `json:"events"`           // of all executions
	Did        map[string]int `json:"did"`              // events by their kind
	Shapes     int            `json:"shapes"`           // how many shapes of states of nodes were seen
	LastShape  int            `json:"last_shape"`       // the run that saw the last new one
	Broken     *BrokenRuns    `json:"broken,omitempty"` // the runs in which a node did not answer any more, where there are some
	Violations []FuzzFound    `json:"violations"`       // the different ones, in the order in which they were found
	Elapsed    float64        `json:"elapsed_s"`        // the seconds that it took
}

// BrokenRuns are runs in which a node did not answer any more.
type BrokenRuns struct {
	Runs  int    `json:"runs"`  // how many
	First int    `json:"first"` // the first of them
	Text  string `json:"text"`  // why, in the first
}

// FuzzFound is a violation that some runs have. One of these runs is kept.
type FuzzFound struct {
	Violation NodeViolation `json:"violation"`         // as it is in the run that is kept
	Runs      int           `json:"runs"`              // how many have it
	First     int           `json:"first"`             // the first of them
	Run       int           `json:"run"`               // the one that is kept, which has the fewest events
	Events    int           `json:"events"`            // of the run that is kept, its setup included
	Externals int           `json:"externals"`         // of these, those from outside
	File      string        `json:"file,omitempty"`    // where its trace is
	Exact     bool          `json:"exact"`             // the trace was done again, and all was the same
	Differs   string        `json:"differs,omitempty"` // else what was not
}

// NewFuzz returns the result of a campaign on a target. Files are those of the traces, by fingerprint.
func NewFuzz(target []string, seed uint64, names []string, r *fuzz.Result, files map[string]string, elapsed time.Duration) Fuzz {
	j := Fuzz{
		Schema: Schema, Target: target, Seed: seed, Ended: string(r.Ended), Runs: r.Runs, Events: r.Events, Did: map[string]int{},
		Shapes: r.Shapes, LastShape: r.LastShape, Violations: []FuzzFound{}, Elapsed: Seconds(elapsed),
	}
	for kind, n := range r.Did {
		j.Did[kind.String()] = n
	}
	if r.Broken > 0 {
		j.Broken = &BrokenRuns{r.Broken, r.FirstBroken, r.WhyBroken}
	}
	for _, v := range r.Violations {
		found := FuzzFound{
			Violation: *violated(names, &v.Violation), Runs: v.Count, First: v.First, Run: v.Run, Events: v.Events, Externals: v.Externals,
			File: files[v.Fingerprint], Exact: v.Differs == nil,
		}
		if v.Differs != nil {
			found.Differs = v.Differs.Error()
		}
		j.Violations = append(j.Violations, found)
	}
	return j
}
