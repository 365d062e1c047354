// Package junit writes results as the XML that CI systems read as those of JUnit: suites with cases. A case fails, has an
// error, is skipped, or is well.
package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"time"

	"molly/internal/atomicfile"
)

// Suites is the whole report.
type Suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Time     Seconds  `xml:"time,attr"`
	Suites   []Suite  `xml:"testsuite"`
}

// Suite is cases that belong together, such as those of a file.
type Suite struct {
	Name     string  `xml:"name,attr"`
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Skipped  int     `xml:"skipped,attr,omitempty"`
	Time     Seconds `xml:"time,attr"`
	Cases    []Case  `xml:"testcase"`
}

// Case is something that is held against what is expected of it.
type Case struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Time    Seconds  `xml:"time,attr"`
	Failure *Problem `xml:"failure"`
	Error   *Problem `xml:"error"`
	Skipped *Skipped `xml:"skipped"`
}

// Skipped says why a case has no answer.
type Skipped struct {
	Message string `xml:"message,attr"`
}

// Problem says what is wrong.
type Problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// Add adds a case, and counts what came of it.
func (s *Suite) Add(c Case) {
	s.Tests++
	s.Time += c.Time
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// Add adds suites, and counts what came of their cases.
func (all *Suites) Add(list ...Suite) {
	for _, s := range list {
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Time += s.Time
		all.Suites = append(all.Suites, s)
	}
}

// Seconds is a duration that is written in seconds, with milliseconds.
type Seconds time.Duration

// MarshalText writes the seconds.
func (s Seconds) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.3f", time.Duration(s).Seconds()), nil
}

// UnmarshalText reads what MarshalText writes.
func (s *Seconds) UnmarshalText(text []byte) error {
	f, err := strconv.ParseFloat(string(text), 64)
	*s = Seconds(f * float64(time.Second))
	return err
}

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

// WriteFile writes a report to a file, whole or not at all.
func WriteFile(name string, report Suites) error {
	var content bytes.Buffer
	if err := Write(&content, report); err != nil {
		return err
	}
	return atomicfile.Write(name, content.Bytes())
}
