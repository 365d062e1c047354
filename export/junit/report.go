// Package junit writes what came of expectations as the XML that CI systems read as results of
// JUnit: a suite for each file, a case for each expectation. A file that cannot be judged has a
// case with an error. No name has the number of a line: a case is the same where lines have moved.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"molly/verify/expect"
)

// Suites is the whole report.
type Suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Time     string   `xml:"time,attr"` // in seconds
	Suites   []Suite  `xml:"testsuite"`
}

// Suite is a file.
type Suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr,omitempty"`
	Time     string `xml:"time,attr"`
	Cases    []Case `xml:"testcase"`
}

// Case is an expectation, or an error in a file.
type Case struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr"`
	Line    int      `xml:"line,attr,omitempty"`
	Time    string   `xml:"time,attr"`
	Failure *Problem `xml:"failure"`
	Error   *Problem `xml:"error"`
	Skipped *Skipped `xml:"skipped"`
}

// Skipped says why an expectation has no answer.
type Skipped struct {
	Message string `xml:"message,attr"`
}

// Problem says what is wrong.
type Problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// New returns the report on files. again is the command that shows the result of an
// expectation.
func New(files []expect.Tested, again func(expect.Tested, expect.Result) string) Suites {
	all := Suites{Name: "molly test"}
	var sum time.Duration
	for _, f := range files {
		s := suite(f, again)
		all.Suites = append(all.Suites, s)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		sum += f.Elapsed()
	}
	all.Time = seconds(sum)
	return all
}

func suite(f expect.Tested, again func(expect.Tested, expect.Result) string) Suite {
	s := Suite{Name: f.Name, Time: seconds(f.Elapsed())}
	same := map[string]int{}
	for _, d := range f.Errors {
		name := "the text: " + d.Code
		if same[name]++; same[name] > 1 {
			name += fmt.Sprintf(" #%d", same[name])
		}
		s.Errors++
		s.Cases = append(s.Cases, Case{
			Name: name, Class: f.Name, File: f.Name, Line: d.Pos.Line, Time: seconds(0),
			Error: &Problem{d.Message, d.Code, d.String()},
		})
	}
	for _, x := range f.Results {
		c := Case{
			Name: x.Name, Class: f.Name,
			File: f.Name, Line: x.Pos.Line, Time: seconds(x.Elapsed),
		}
		switch text := x.Problem(); {
		case x.NotReached:
			s.Skipped++
			c.Skipped = &Skipped{"not reached: the time or the memory was used up"}
		case x.Undecided > 0:
			s.Errors++
			c.Error = &Problem{text, "timeout", x.String() + "\n" + again(f, x)}
		case x.Err != nil:
			s.Errors++
			c.Error = &Problem{text, "program", text}
		case !x.Holds():
			s.Failures++
			c.Failure = &Problem{text, "verdict", x.String() + "\n" + text + "\n" + again(f, x)}
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	return s
}

// seconds writes a duration.
func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// Write writes a report as an XML file.
func Write(w io.Writer, report Suites) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
