package wire

import (
	"time"

	"molly/explore/reduce"
	"molly/node"
)

// Minimize is the result of molly minimize.
type Minimize struct {
	Schema    int           `json:"schema"`
	Trace     string        `json:"trace"`            // the file that was reduced
	Target    []string      `json:"target,omitempty"` // the arguments and flags that name what was executed
	Output    string        `json:"output,omitempty"` // the file with what is left
	Violation NodeViolation `json:"violation"`        // what is violated, in the beginning and in the end
	Stages    []Reduced     `json:"stages"`           // the sizes, from the execution that was recorded on
	Pace      []reduce.Pace `json:"pace"`             // how the size went down
	// how many executions there were in all
	Executions int           `json:"executions"`
	Events     []Left        `json:"events"`    // what is left
	Minimal    bool          `json:"minimal"`   // each event was left out, and the others do not violate this
	Shorter    Shorter       `json:"shorter"`   // what is known of shorter executions
	Ending     reduce.Ending `json:"ending"`    // why the reduction ended: nothing more is found, the bound of executions, or from outside
	Elapsed    float64       `json:"elapsed_s"` // the seconds that it took
}

// Reduced is the size of the smallest execution after a stage of a reduction.
type Reduced struct {
	Stage      string `json:"stage"`      // initial, provenance, externals, chains (of internal events), internals, contents, check (each event left out once), again (the search near the minimum), smallest (all that are shorter)
	Round      int    `json:"round"`      // how many searches near the minimum had found something before
	Events     int    `json:"events"`     // all of them
	Externals  int    `json:"externals"`  // those from outside
	Executions int    `json:"executions"` // how many executions the stage took
}

// Shorter says what is known of executions with the same events from outside that are shorter than what is left.
type Shorter struct {
	Tried  int  `json:"tried"`  // all of up to so many events were tried, and none violates this
	Proved bool `json:"proved"` // there is no shorter one
	Events int  `json:"events"` // how many events were done for it
}

// NodeViolation is a violation of an execution of nodes.
type NodeViolation struct {
	Fingerprint string   `json:"fingerprint"`     // the same for the same mistake in other executions
	Text        string   `json:"text"`            // in words
	Nodes       []string `json:"nodes,omitempty"` // the nodes that it speaks of
}

// Left is an event that is left, and what becomes of the execution without it.
type Left struct {
	Text    string         `json:"text"`              // in words
	Fit     *int           `json:"fit,omitempty"`     // how many of the others can still be done without it; not where this was not tried
	Without *NodeViolation `json:"without,omitempty"` // what they violate, if anything
}

// NewMinimize returns the result of a reduction of a trace.
func NewMinimize(file, output string, r *reduce.Result) Minimize {
	names := r.Trace.Nodes
	j := Minimize{
		Schema: Schema, Trace: file, Target: r.Trace.Options, Output: output, Violation: *violated(names, r.Violation),
		Pace: r.Pace, Executions: r.Executions, Minimal: r.Minimal, Shorter: Shorter(r.Lower), Ending: r.Ending,
	}
	var elapsed time.Duration
	for _, s := range r.Stages {
		j.Stages = append(j.Stages, Reduced{s.Name, s.Round, s.Events, s.Externals, s.Executions})
		elapsed += s.Elapsed
	}
	j.Elapsed = Seconds(elapsed)
	for i, rec := range r.Trace.Records {
		e := Left{Text: rec.String()}
		if i < len(r.Left) {
			e.Fit, e.Without = &r.Left[i].Fit, violated(names, r.Left[i].Violation)
		}
		j.Events = append(j.Events, e)
	}
	return j
}

func violated(names []string, v *node.Violation) *NodeViolation {
	if v == nil {
		return nil
	}
	out := &NodeViolation{Fingerprint: v.Fingerprint, Text: v.Text}
	for _, n := range v.Nodes {
		out.Nodes = append(out.Nodes, names[n])
	}
	return out
}
