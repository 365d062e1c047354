// Package verdicts makes a report for JUnit of what came of expectations: a suite for each file, a case for each
// expectation. A file that cannot be judged has a case with an error. No name has the number of a line: a case is the same
// where lines have moved.
package verdicts

import (
	"fmt"

	"molly/export/junit"
	"molly/verify/expect"
)

// Suites are those of files. again is the command that shows the result of an expectation.
func Suites(files []expect.Tested, again func(expect.Tested, expect.Result) string) (list []junit.Suite) {
	for _, f := range files {
		list = append(list, suite(f, again))
	}
	return list
}

func suite(f expect.Tested, again func(expect.Tested, expect.Result) string) junit.Suite {
	s := junit.Suite{Name: f.Name}
	same := map[string]int{}
	for _, d := range f.Errors {
		name := "the text: " + d.Code
		if same[name]++; same[name] > 1 {
			name += fmt.Sprintf(" #%d", same[name])
		}
		s.Add(junit.Case{
			Name: name, Class: f.Name, File: f.Name, Line: d.Pos.Line,
			Error: &junit.Problem{Message: d.Message, Type: d.Code, Text: d.String()},
		})
	}
	for _, x := range f.Results {
		c := junit.Case{
			Name: x.Name, Class: f.Name,
			File: f.Name, Line: x.Pos.Line, Time: junit.Seconds(x.Elapsed),
		}
		switch text := x.Problem(); {
		case x.NotReached:
			c.Skipped = &junit.Skipped{Message: "not reached: the time or the memory was used up"}
		case x.Undecided > 0:
			c.Error = &junit.Problem{Message: text, Type: "timeout", Text: x.String() + "\n" + again(f, x)}
		case x.Err != nil:
			c.Error = &junit.Problem{Message: text, Type: "program", Text: text}
		case !x.Holds():
			c.Failure = &junit.Problem{Message: text, Type: "verdict", Text: x.String() + "\n" + text + "\n" + again(f, x)}
		}
		s.Add(c)
	}
	return s
}
