package fuzz

import (
	"fmt"

	"molly/node"
	"molly/node/trace"
)

// Result is what the runs 0 to Runs-1 of a campaign did and found.
type Result struct {
	Runs   int
	Events int
	Ended  Ending
	Did    map[node.Kind]int // how many events of each kind
	// Shapes is how many different shapes of states of nodes were seen, and LastShape is the run that saw the last new one.
	Shapes, LastShape int
	// Broken is how many runs had a node that did not answer any more, other than by a panic, and FirstBroken is the
	// first of them.
	Broken, FirstBroken int
	WhyBroken           string // in the first of them
	// Violations are the different ones, in the order in which they were found.
	Violations []*Violation

	shapes map[uint64]bool
}

// Ending is why a campaign ended.
type Ending string

// The endings.
const (
	AllRuns     Ending = "runs"        // there were as many as asked for
	Enough      Ending = "until"       // there were as many violations as asked for
	Stopped     Ending = "time"        // no run begins any more
	Interrupted Ending = "interrupted" // from outside
)

// Violation is what some runs violate.
type Violation struct {
	node.Violation     // as it is in Run
	Count          int // in how many runs
	First          int // the first of them
	Run            int // the one that is kept: of those that were done again exactly, the first with the fewest events
	Events         int // of Run, its setup included
	Externals      int // of these, those from outside
	Trace          *trace.Trace
	// Differs is where the replay of the trace is not what the run was; nil: it is.
	Differs *trace.Difference
}

func newResult() *Result { return &Result{Did: map[node.Kind]int{}, shapes: map[uint64]bool{}} }

// find is the violation of a fingerprint, or nil.
func (r *Result) find(fingerprint string) *Violation {
	for _, v := range r.Violations {
		if v.Fingerprint == fingerprint {
			return v
		}
	}
	return nil
}

// add adds the outcome of the next run. It returns the run's violation where its trace is kept, or nil.
func (r *Result) add(o outcome, all bool) (kept *Violation) {
	r.Runs++
	r.Events += o.events
	for kind, n := range o.did {
		if n > 0 {
			r.Did[node.Kind(kind)] += n
		}
	}
	for _, shape := range o.shapes {
		if !r.shapes[shape] {
			r.shapes[shape] = true
			r.Shapes, r.LastShape = len(r.shapes), o.run
		}
	}
	if o.broken != "" {
		if r.Broken == 0 {
			r.FirstBroken, r.WhyBroken = o.run, o.broken
		}
		r.Broken++
	}
	v := o.violation
	if v == nil {
		return nil
	}
	best := r.find(v.Fingerprint)
	if best == nil {
		first := *v
		first.Count, first.First = 1, v.Run
		r.Violations = append(r.Violations, &first)
		return &first
	}
	best.Count++
	if v.better(best) {
		count, first := best.Count, best.First
		*best = *v
		best.Count, best.First = count, first
		return best
	}
	if all {
		return v
	}
	return nil
}

// better reports whether a violation is kept rather than an earlier one.
func (v *Violation) better(best *Violation) bool {
	if exact := v.Differs == nil; exact != (best.Differs == nil) {
		return exact
	}
	return v.Events < best.Events
}

// Deterministic reports whether each trace that is kept was done again exactly.
func (r *Result) Deterministic() bool {
	for _, v := range r.Violations {
		if v.Differs != nil {
			return false
		}
	}
	return true
}

// seedOf says which random choices a run makes.
func seedOf(seed uint64, run int) string { return fmt.Sprintf("%d run %d", seed, run) }
