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
	Errors       []Diagnostic        `json:"errors"`
	Warnings     []Diagnostic        `json:"warnings"`
	Expectations []TestedExpectation `json:"expectations"`
}

// Expectation is what a comment expects of a program.
type Expectation struct {
	Position *Position      `json:"position,omitempty"` // of the comment
	Spec     Spec           `json:"spec"`
	Expected expect.Verdict `json:"expected"`
	// Faults are those that the expectation names.
	Faults *failure.Faults `json:"faults,omitempty"`
}

// TestedExpectation is an expectation and what came of it.
type TestedExpectation struct {
	Expectation
	OK bool `json:"ok"`
	// Problem says what is not as expected.
	Problem string `json:"problem,omitempty"`
	// NotReached means that the time or the memory was used up before.
	NotReached bool    `json:"not_reached,omitempty"`
	Elapsed    float64 `json:"elapsed_s"`
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
	j := Expectation{Position: newPosition(e.Pos), Spec: NewSpec(e.Spec, e.Nodes), Expected: e.Verdict}
	if len(e.Faults) > 0 {
		j.Faults = faults(e.Faults)
	}
	return j
}

// NewTest returns what came of the expectations, file by file.
func NewTest(list []expect.Tested) Test {
	j := Test{Schema, true, []TestFile{}}
	for _, f := range list {
		file := TestFile{f.Name, f.OK() && f.Reached() == len(f.Results), Diagnostics(f.Errors), Diagnostics(f.Warnings), []TestedExpectation{}}
		for _, x := range f.Results {
			e := TestedExpectation{
				Expectation: newExpectation(x.Expectation),
				OK:          x.Holds(), NotReached: x.NotReached, Elapsed: Seconds(x.Elapsed),
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
