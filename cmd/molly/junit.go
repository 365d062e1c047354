package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// The XML that CI systems read as results of JUnit: a suite for each file, a case for each
// expectation. A file that cannot be judged has a case with an error.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr,omitempty"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *junitSkipped `xml:"skipped"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// junit is the report in JUnit's form.
func (r *testReport) junit() junitSuites {
	all := junitSuites{Name: "molly test"}
	var sum time.Duration
	for _, f := range r.files {
		s := junitSuite{Name: f.Name, Time: junitTime(f.Elapsed())}
		for _, d := range f.Errors {
			s.Errors++
			s.Cases = append(s.Cases, junitCase{
				Name: "the file", Class: f.Name, File: f.Name, Line: d.Pos.Line, Time: junitTime(0),
				Error: &junitProblem{d.Message, d.Code, d.String()},
			})
		}
		for _, x := range f.Results {
			c := junitCase{
				Name: fmt.Sprintf("line %d: %s", x.Pos.Line, x.Expectation), Class: f.Name,
				File: f.Name, Line: x.Pos.Line, Time: junitTime(x.Elapsed),
			}
			if x.NotReached {
				s.Skipped++
				c.Skipped = &junitSkipped{"not reached: the time or the memory was used up"}
			} else if text := x.Problem(); x.Err != nil {
				s.Errors++
				c.Error = &junitProblem{text, "program", text}
			} else if !x.Holds() {
				s.Failures++
				c.Failure = &junitProblem{text, "verdict", text + "\n" + r.again(f.File, x)}
			}
			s.Cases = append(s.Cases, c)
		}
		s.Tests = len(s.Cases)
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		sum += f.Elapsed()
	}
	all.Time = junitTime(sum)
	return all
}

// junitTime writes seconds.
func junitTime(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// writeJUnit writes the report to a file, whole or not at all.
func (r *testReport) writeJUnit(file string) error {
	text := bytes.NewBufferString(xml.Header)
	e := xml.NewEncoder(text)
	e.Indent("", "  ")
	if err := e.Encode(r.junit()); err != nil {
		return err
	}
	text.WriteByte('\n')
	return writeWhole(file, text.Bytes())
}
