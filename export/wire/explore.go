package wire

import (
	"molly/explore"
	"molly/node/trace"
)

// Explore is the result of molly explore.
type Explore struct {
	Schema  int      `json:"schema"`
	Target  []string `json:"target,omitempty"` // the arguments and flags that name what was explored
	Verdict string   `json:"verdict"`          // certified, violated or undecided
	Reason  string   `json:"reason,omitempty"` // what ended it before all was done, such as interrupted
	Bounds  string   `json:"bounds"`           // what was explored, in words
	// how it was done: by the classes of executions that are at their end, or of all, which are the states
	Method     string `json:"method"`
	Executions int    `json:"executions"` // that went on until nothing was left to do, or to the bound on their events
	Blocked    int    `json:"blocked"`    // that ended early, because all that could be done was done in another order before
	Events     int    `json:"events"`     // that were executed, those that were done again after a reset included
	Depth      int    `json:"depth"`      // the most events of an execution, after its beginning

	Violation *NodeViolation `json:"violation,omitempty"` // of the execution of fewest events that is known
	Steps     []string       `json:"steps,omitempty"`     // the events of this execution, in words
	// no execution of fewer events violates anything
	Least  *bool  `json:"least,omitempty"`
	Tried  *int   `json:"tried,omitempty"`  // up to how many events all executions were tried, and violate nothing
	Output string `json:"output,omitempty"` // the file with this execution
}

// NewExplore returns the result of an exploration, without what is violated.
func NewExplore(r *explore.Result, verdict, reason, bounds string, target []string) Explore {
	return Explore{
		Schema: Schema, Target: target, Verdict: verdict, Reason: reason, Bounds: bounds, Method: string(r.Method),
		Executions: r.Executions, Blocked: r.Blocked, Events: r.Events, Depth: r.Depth,
	}
}

// Found adds an execution in which something is violated, and the search for one of fewer events.
func (j *Explore) Found(t *trace.Trace, a *explore.Answer, least bool, output string) {
	for _, r := range t.Records {
		j.Steps = append(j.Steps, r.String())
		if r.Violation != nil && j.Violation == nil {
			j.Violation = violated(t.Nodes, r.Violation)
		}
	}
	j.Least, j.Tried, j.Output = &least, &a.Tried, output
}
