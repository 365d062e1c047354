package reduce

import (
	"time"

	"molly/node"
	"molly/node/trace"
)

// Result is what a reduction came to.
type Result struct {
	Trace     *trace.Trace    // the smallest execution, as it was replayed last
	Violation *node.Violation // the same as in the execution that was reduced, by its fingerprint
	Stages    []Stage         // the sizes, from the execution that was reduced on
	Pace      []Pace          // how the size went down
	// Executions is how many there were in all.
	Executions int
	// Left has, for each event of the trace, what becomes of the execution without it. It is nil where the reduction was
	// ended early.
	Left []Left
	// Minimal reports that each event is needed: without it, the rest does not violate the same.
	Minimal bool
	Lower   Lower
	Ending  Ending
}

// Stage is the size of the smallest execution after a stage.
type Stage struct {
	Name       string
	Round      int           // how many searches near the minimum had found something before
	Events     int           // all
	Externals  int           // of them from outside
	Executions int           // of the stage
	Elapsed    time.Duration // of the stage
}

// Internal is how many events do not come from outside.
func (s Stage) Internal() int { return s.Events - s.Externals }

// Pace says how small the smallest execution was after so many executions.
type Pace struct {
	Executions int `json:"executions"` // so far
	Events     int `json:"events"`     // of the smallest execution
}

// Left is what becomes of an execution without one of its events.
type Left struct {
	Fit       int             // how many of the others can still be done
	Violation *node.Violation // what they violate, or nil
}

// Ending is why a reduction ended.
type Ending int

// The endings.
const (
	Fixpoint    Ending = iota // no stage finds anything any more
	Spent                     // as many executions were done as are allowed
	Interrupted               // by its context
)

func (e Ending) String() string { return [...]string{"fixpoint", "spent", "interrupted"}[e] }

// MarshalText writes the name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }
