package wire

import (
	"molly/explore/replay"
	"molly/explore/schedule"
	"molly/node"
	"molly/node/trace"
)

// Replay is the result of molly replay.
type Replay struct {
	Schema int             `json:"schema"`
	OK     bool            `json:"ok"`     // all traces are as expected
	Traces []ReplayedTrace `json:"traces"` // the traces, by name
}

// ReplayedTrace is a trace that was done again.
type ReplayedTrace struct {
	File   string        `json:"file"`             // the file's name
	OK     bool          `json:"ok"`               // it is as expected, or was accepted
	Status replay.Status `json:"status"`           // what came of it
	Text   string        `json:"text"`             // what came of it, for people
	System string        `json:"system,omitempty"` // its target
	Events int           `json:"events"`           // how many it has
	// what its header expects, where it says so
	Expect    trace.Expectation `json:"expect,omitempty"`
	Recorded  *TraceViolation   `json:"recorded,omitempty"`  // the violation that it has
	Violation *TraceViolation   `json:"violation,omitempty"` // the one that happens now
	// the first step that is not as it was recorded, where there is one
	Difference *TraceDifference `json:"difference,omitempty"`
	Followed   *Followed        `json:"followed,omitempty"` // how far it could be followed, where a step differs
	Accepted   bool             `json:"accepted,omitempty"` // with --accept: the file was written again
	Elapsed    float64          `json:"elapsed_s"`          // the seconds that it took
}

// TraceViolation is something that is violated in an execution.
type TraceViolation struct {
	Event       int    `json:"event"`       // the place in the trace of the step after which it is, from 0
	Fingerprint string `json:"fingerprint"` // it names the bug, and is the same in each execution that has it
	Text        string `json:"text"`        // what is violated, for people
}

// TraceDifference is a step of a trace that is not as it was recorded.
type TraceDifference struct {
	Event    int    `json:"event"`              // its place in the trace, from 0
	What     string `json:"what"`               // what differs, for people
	Recorded string `json:"recorded,omitempty"` // what was recorded
	Now      string `json:"now,omitempty"`      // what is now
}

// Followed counts the steps of a trace by how they were done: those before the first difference exactly, those from outside
// as they were, and each other one with a message or timer that is like the recorded one.
type Followed struct {
	Exactly  int `json:"exactly"`  // before the first difference
	Outside  int `json:"outside"`  // from outside
	Identity int `json:"identity"` // with one that came about in the same way
	Bytes    int `json:"bytes"`    // with one whose body is the same
	Masked   int `json:"masked"`   // with one of whose body what matters is the same
	Type     int `json:"type"`     // with one of the same type, sender and receiver
	Skipped  int `json:"skipped"`  // could not be done
}

// NewReplay returns what came of traces.
func NewReplay(list []*replay.Result) Replay {
	j := Replay{Schema: Schema, OK: true, Traces: newTraces(list)}
	for _, t := range j.Traces {
		j.OK = j.OK && t.OK
	}
	return j
}

func newTraces(list []*replay.Result) []ReplayedTrace {
	out := []ReplayedTrace{}
	for _, r := range list {
		out = append(out, newReplayed(r))
	}
	return out
}

func newReplayed(r *replay.Result) ReplayedTrace {
	j := ReplayedTrace{File: r.Name, OK: r.Status == replay.OK || r.Accepted, Status: r.Status, Text: r.String(), Accepted: r.Accepted, Elapsed: Seconds(r.Elapsed)}
	if r.Trace == nil {
		return j
	}
	j.System, j.Events, j.Expect = r.Trace.System, len(r.Trace.Records), r.Trace.Expect
	if was := r.Trace.Violation(); was != nil {
		j.Recorded = newTraceViolation(was.N, was.Violation)
	}
	if r.Violation != nil {
		j.Violation = newTraceViolation(r.At, r.Violation)
	}
	if d := r.Difference; d != nil {
		j.Difference = &TraceDifference{d.N, d.What, d.Recorded, d.Now}
		like := r.Like
		j.Followed = &Followed{r.Exact, r.Outside, like[schedule.Identity], like[schedule.Bytes], like[schedule.Masked], like[schedule.Type], r.Skipped}
	}
	return j
}

func newTraceViolation(n int, v *node.Violation) *TraceViolation {
	return &TraceViolation{n, v.Fingerprint, v.Text}
}
