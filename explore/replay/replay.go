// Package replay does saved traces again, as regression tests: does a violation that was found once still happen, and does an
// execution without one go as it went?
//
// A trace is done exactly, by the names of its events, as far as that goes. A change of the code changes what is sent, so
// from the first difference on it is followed as package schedule does it: with items that are like the recorded ones.
package replay

import (
	"time"

	"molly/explore/schedule"
	"molly/node"
	"molly/node/trace"
)

// Extension is that of trace files.
const Extension = ".trace"

// File is a file that is done again.
type File struct {
	Name  string
	Trace *trace.Trace
	Hash  string // of the file; "" where it cannot be read
	Err   error  // why it cannot be read; Trace is nil then
}

// Status is what came of a trace.
type Status string

// The statuses. What is Undecided or not Reached says nothing of the trace.
const (
	OK         Status = "ok"
	Violated   Status = "violated"   // something is violated that is not expected
	Gone       Status = "gone"       // a violation that is expected does not happen any more
	Differs    Status = "differs"    // its steps fit no more
	Unreadable Status = "unreadable" // the file, or its target
	Undecided  Status = "undecided"  // the time for each was used up
	NotReached Status = "not reached"
)

// Statuses are all statuses.
func Statuses() []Status {
	return []Status{OK, Violated, Gone, Differs, Unreadable, Undecided, NotReached}
}

// Failed reports whether the trace was done again, and is not as expected.
func (s Status) Failed() bool { return s == Violated || s == Gone || s == Differs }

// Result is what came of a file.
type Result struct {
	File
	Status Status
	Err    error // of Unreadable

	Violation  *node.Violation   // that happens now
	At         int               // the place in the trace of the step after which it does
	Difference *trace.Difference // nil where all steps are as recorded
	Exact      int               // how many steps were done exactly as recorded, from the first one on
	Like       [4]int            // of the steps after them: how many were done, by schedule.Level
	Outside    int               // of the steps after them: how many that come from outside were done
	Skipped    int               // of the steps after them: how many could not be done
	Now        *trace.Trace      // the execution as it is now, where it differs
	Accepted   bool              // the file was written again, so that what happens now is expected
	Limit      time.Duration     // of Undecided
	Elapsed    time.Duration
}

// Followed counts the steps that were done, exactly or not.
func (r *Result) Followed() int {
	n := r.Exact + r.Outside
	for _, like := range r.Like {
		n += like
	}
	return n
}

// recorded is the violation of the trace, or nil.
func (r *Result) recorded() *node.Violation {
	if rec := r.Trace.Violation(); rec != nil {
		return rec.Violation
	}
	return nil
}

// Same reports whether the violation that happens now is the recorded one.
func (r *Result) Same() bool {
	was := r.recorded()
	return was != nil && r.Violation != nil && was.Fingerprint == r.Violation.Fingerprint
}

// judge says what came of an execution that has been done again. A trace of which less than half could be followed tests
// nothing any more.
func (r *Result) judge() Status {
	little := r.Difference != nil && 2*r.Followed() < r.Followed()+r.Skipped
	expect, was := r.Trace.Expect, r.recorded()
	switch {
	case r.Violation != nil && expect == trace.ExpectViolation && (was == nil || r.Same()):
		return OK
	case r.Violation != nil:
		return Violated
	case little, expect == "" && was == nil && r.Difference != nil:
		return Differs
	case expect == trace.ExpectViolation:
		return Gone
	}
	return OK
}

// Line is the line of the file that the result is about: that of the step after which something is violated, or which
// differs; else the first.
func (r *Result) Line() int {
	switch {
	case r.Violation != nil:
		return LineOf(r.At)
	case r.Difference != nil && r.Status == Differs:
		return LineOf(r.Difference.N)
	}
	return 1
}

// LineOf is the line of event n in a trace file, after that of the header.
func LineOf(n int) int { return n + 2 }

// level counts a step that was done in another way than recorded.
func (r *Result) level(s *schedule.Step, e *node.Event) {
	if e.Item == nil {
		r.Outside++
		return
	}
	r.Like[s.Like(e.Item)]++
}
