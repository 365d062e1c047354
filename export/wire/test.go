package wire

import (
	"molly/explore/replay"
	"molly/failure"
	"molly/verify/expect"
)

// Test is the result of molly test.
type Test struct {
	Schema int        `json:"schema"`
	OK     bool       `json:"ok"`    // all expectations hold, and all traces are as expected
	Files  []TestFile `json:"files"` // the files that expect something, in the order in which they were read
	// the traces that were done again, where there are some
	Traces []ReplayedTrace `json:"traces,omitempty"`
	// with --changed: in what the verdicts differ from the baseline
	Changes []VerdictChange `json:"changes,omitzero"`
}

// TestFile is a file with its expectations.
type TestFile struct {
	File         string              `json:"file"`         // the file's name
	OK           bool                `json:"ok"`           // all its expectations hold
	Errors       []Diagnostic        `json:"errors"`       // malformed expectations, or what is wrong with the program
	Warnings     []Diagnostic        `json:"warnings"`     // about the program
	Expectations []TestedExpectation `json:"expectations"` // those that could be read
}

// Expectation is what a comment expects of a program.
type Expectation struct {
	Position *Position       `json:"position,omitempty"` // of the comment
	Name     string          `json:"name,omitempty"`     // tells it from the others of its file, whatever its line
	Spec     Spec            `json:"spec"`               // under which the verdict is expected
	Expected expect.Verdict  `json:"expected"`           // the verdict
	Faults   *failure.Faults `json:"faults,omitempty"`   // the counterexample, where the comment names it
}

// TestedExpectation is an expectation and what came of it.
type TestedExpectation struct {
	Expectation
	OK         bool   `json:"ok"`                    // it holds
	Problem    string `json:"problem,omitempty"`     // what is not as expected
	NotReached bool   `json:"not_reached,omitempty"` // a bound ended the command before there was an answer
	Undecided  bool   `json:"undecided,omitempty"`   // there was no answer in the time for each (--timeout-each)
	// with --certificates: the file with the certificate of the verdict, where there is one
	Certificate string  `json:"certificate,omitempty"`
	Elapsed     float64 `json:"elapsed_s"` // the seconds that it took
}

// NewExpectations returns what comments expect.
func NewExpectations(list []expect.Expectation) []Expectation {
	out := []Expectation{}
	for _, e := range list {
		out = append(out, newExpectation(e))
	}
	return out
}

func newExpectation(e expect.Expectation) Expectation {
	j := Expectation{Position: newPosition(e.Pos), Name: e.Name, Spec: NewSpec(e.Spec, e.Nodes), Expected: e.Verdict}
	if len(e.Faults) > 0 {
		j.Faults = faults(e.Faults)
	}
	return j
}

// NewTest returns what came of the expectations, file by file, and of traces.
func NewTest(list []expect.Tested, traces []*replay.Result) Test {
	j := Test{Schema: Schema, OK: true, Files: []TestFile{}}
	for _, f := range list {
		file := TestFile{f.Name, f.OK() && f.Held() == len(f.Results), Diagnostics(f.Errors), Diagnostics(f.Warnings), []TestedExpectation{}}
		for _, x := range f.Results {
			e := TestedExpectation{
				Expectation: newExpectation(x.Expectation),
				OK:          x.Holds(), NotReached: x.NotReached, Undecided: x.Undecided > 0, Certificate: x.Certificate.File, Elapsed: Seconds(x.Elapsed),
			}
			if !x.Holds() && !x.NotReached {
				e.Problem = x.Problem()
			}
			file.Expectations = append(file.Expectations, e)
		}
		j.OK = j.OK && file.OK
		j.Files = append(j.Files, file)
	}
	if len(traces) > 0 {
		all := NewReplay(traces)
		j.OK, j.Traces = j.OK && all.OK, all.Traces
	}
	return j
}
