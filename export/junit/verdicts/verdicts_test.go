package verdicts_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"molly/datalog"
	"molly/dedalus"
	"molly/export/junit"
	"molly/export/junit/verdicts"
	"molly/failure"
	"molly/verify/expect"
)

// A suite counts its cases by what came of them: one holds, one does not, one has an error,
// one was not reached, one was given up; and an error in the file is a case, too.
func TestReport(t *testing.T) {
	one := func(line int) expect.Expectation {
		return expect.Expectation{Name: []string{"⟨2,1,0⟩", "⟨2,1,0⟩ #2", "⟨2,1,0⟩ #3", "⟨2,1,0⟩ #4", "⟨2,1,0⟩ #5"}[line-1], Pos: datalog.Position{File: "a.ded", Line: line, Column: 1}, Spec: failure.Spec{EOT: 2, EFF: 1}, Verdict: expect.Certified}
	}
	files := []expect.Tested{{
		File: &expect.File{Name: "a.ded", Errors: dedalus.Diagnostics{{Code: "syntax", Message: "no end", Width: 1}, {Code: "syntax", Message: "no <arrow>", Line: "p", Width: 1, Pos: datalog.Position{File: "a.ded", Line: 7, Column: 1}}}},
		Results: []expect.Result{
			{Expectation: one(1), Elapsed: 1500 * time.Millisecond},
			{Expectation: one(2), Difference: "it is a counterexample"},
			{Expectation: one(3), Err: errors.New("too large")},
			{Expectation: one(4), Err: errors.New("late"), NotReached: true},
			{Expectation: one(5), Undecided: 2 * time.Second, Elapsed: 2 * time.Second},
		},
	}}
	var got bytes.Buffer
	report := junit.Suites{Name: "molly test"}
	report.Add(verdicts.Suites(files, func(f expect.Tested, x expect.Result) string { return "molly verify " + f.Name })...)
	if err := junit.Write(&got, report); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="molly test" tests="7" failures="1" errors="4" time="3.500">
  <testsuite name="a.ded" tests="7" failures="1" errors="4" skipped="1" time="3.500">
    <testcase name="the text: syntax" classname="a.ded" file="a.ded" time="0.000">
      <error message="no end" type="syntax">error: no end [syntax]&#xA;</error>
    </testcase>
    <testcase name="the text: syntax #2" classname="a.ded" file="a.ded" line="7" time="0.000">
      <error message="no &lt;arrow&gt;" type="syntax">a.ded:7:1: error: no &lt;arrow&gt; [syntax]&#xA;    p&#xA;    ^&#xA;</error>
    </testcase>
    <testcase name="⟨2,1,0⟩" classname="a.ded" file="a.ded" line="1" time="1.500"></testcase>
    <testcase name="⟨2,1,0⟩ #2" classname="a.ded" file="a.ded" line="2" time="0.000">
      <failure message="it is a counterexample" type="verdict">⟨2,1,0⟩ → certified&#xA;it is a counterexample&#xA;molly verify a.ded</failure>
    </testcase>
    <testcase name="⟨2,1,0⟩ #3" classname="a.ded" file="a.ded" line="3" time="0.000">
      <error message="too large" type="program">too large</error>
    </testcase>
    <testcase name="⟨2,1,0⟩ #4" classname="a.ded" file="a.ded" line="4" time="0.000">
      <skipped message="not reached: the time or the memory was used up"></skipped>
    </testcase>
    <testcase name="⟨2,1,0⟩ #5" classname="a.ded" file="a.ded" line="5" time="2.000">
      <error message="not decided in 2s" type="timeout">⟨2,1,0⟩ → certified&#xA;molly verify a.ded</error>
    </testcase>
  </testsuite>
</testsuites>
`
	if got.String() != want {
		t.Errorf("%s\nwant\n%s", got.String(), want)
	}
}
