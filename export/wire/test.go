package wire

import (
	"molly/failure"
	"molly/verify/expect"
)

// Test is the result of molly test.
type Test struct {
	Schema int `json:"schema"`
	// OK means that all expectations hold.
	OK    bool       `json:"ok"`
	Files []TestFile `json:"files"`
}

// TestFile is a file with its expectations.
type TestFile struct {
	File string `json:"file"`
	OK   bool   `json:"ok"`
	// Errors are malformed expectations, and what is wrong with the program.
	Errors       []Diagnostic  `json:"errors"`
	Warnings     []Diagnostic  `json:"warnings"`
	Expectations []Expectation `json:"expectations"`
}

// Expectation is an expectation and what came of it.
type Expectation struct {
	Line     int            `json:"line"`
	Spec     Spec           `json:"spec"`
	Expected expect.Verdict `json:"expected"`
	// Faults are those that the expectation names.
	Faults *failure.Faults `json:"faults,omitempty"`
	OK     bool            `json:"ok"`
	// Problem says what is not as expected.
	Problem string `json:"problem,omitempty"`
	// NotReached means that the time or the memory was used up before.
	NotReached bool    `json:"not_reached,omitempty"`
	Elapsed    float64 `json:"elapsed_s"`
}

// NewTest returns what came of the expectations, file by file.
func NewTest(list []expect.Tested) Test {
	j := Test{Schema, true, []TestFile{}}
	for _, f := range list {
		file := TestFile{f.Name, f.OK() && f.Reached() == len(f.Results), diagnostics(f.Errors), diagnostics(f.Warnings), []Expectation{}}
		for _, x := range f.Results {
			e := Expectation{
				Line: x.Pos.Line, Spec: NewSpec(x.Spec, x.Nodes), Expected: x.Verdict,
				OK: x.Holds(), NotReached: x.NotReached, Elapsed: Seconds(x.Elapsed),
			}
			if len(x.Faults) > 0 {
				e.Faults = faults(x.Faults)
			}
			if !x.Holds() && !x.NotReached {
				e.Problem = x.Problem()
			}
			file.Expectations = append(file.Expectations, e)
		}
		j.OK = j.OK && file.OK
		j.Files = append(j.Files, file)
	}
	return j
}
