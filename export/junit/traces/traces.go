// Package traces makes a report for JUnit of saved traces that were done again, with a suite for each folder and a case for each
// trace, and of violations that a search has found.
package traces

import (
	"path/filepath"

	"molly/explore/replay"
	"molly/export/junit"
)

// Suites are those of traces that were done again. again is the command that does a trace again.
func Suites(list []*replay.Result, again func(*replay.Result) string) []junit.Suite {
	var suites []junit.Suite
	at := map[string]int{}
	for _, r := range list {
		folder := filepath.ToSlash(filepath.Dir(r.Name))
		i, known := at[folder]
		if !known {
			i = len(suites)
			at[folder] = i
			suites = append(suites, junit.Suite{Name: folder})
		}
		suites[i].Add(newCase(r, folder, again))
	}
	return suites
}

func newCase(r *replay.Result, folder string, again func(*replay.Result) string) junit.Case {
	c := junit.Case{
		Name: filepath.Base(r.Name), Class: folder, File: filepath.ToSlash(r.Name), Line: r.Line(), Time: junit.Seconds(r.Elapsed),
	}
	problem := &junit.Problem{Message: r.Problem(), Type: string(r.Status), Text: r.Problem() + "\n" + again(r)}
	switch {
	case r.Accepted:
	case r.Status == replay.NotReached:
		c.Skipped = &junit.Skipped{Message: r.Problem()}
	case r.Status == replay.Unreadable, r.Status == replay.Undecided:
		c.Error = problem
	case r.Status != replay.OK:
		c.Failure = problem
	}
	return c
}

// Violation is a violation that a search has found and saved.
type Violation struct {
	Fingerprint string // which names the bug
	Text        string // what is violated, for people
	File        string // the trace, or "" where it was not saved
	Line        int    // of the violated event, or 0
}

// Found is the suite of a search: a case that fails for each violation that it has found, or one that is well.
func Found(target string, list []Violation) junit.Suite {
	s := junit.Suite{Name: target}
	for _, v := range list {
		s.Add(junit.Case{
			Name: v.Fingerprint, Class: target, File: filepath.ToSlash(v.File), Line: v.Line,
			Failure: &junit.Problem{Message: v.Text, Type: string(replay.Violated), Text: v.Fingerprint + ": " + v.Text},
		})
	}
	if len(list) == 0 {
		s.Add(junit.Case{Name: "no violation", Class: target})
	}
	return s
}
