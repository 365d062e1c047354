package expect

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"molly/verify"
)

// Tested is a file with what came of its expectations.
type Tested struct {
	*File
	Results []Result
}

// Bad reports whether something is wrong with the file: not with an expectation's verdict, but
// with its text or with the program.
func (t Tested) Bad() bool {
	return len(t.Errors) > 0 || slices.ContainsFunc(t.Results, func(r Result) bool { return r.Err != nil && !r.NotReached })
}

// Held counts the expectations that hold.
func (t Tested) Held() int { return t.count(Result.Holds) }

// Reached counts the expectations that were reached before the context ended.
func (t Tested) Reached() int { return t.count(func(r Result) bool { return !r.NotReached }) }

// Undecided counts the expectations that were given up.
func (t Tested) Undecided() int { return t.count(func(r Result) bool { return r.Undecided > 0 }) }

func (t Tested) count(is func(Result) bool) int {
	n := 0
	for _, r := range t.Results {
		if is(r) {
			n++
		}
	}
	return n
}

// Failed counts the expectations that have an answer, and do not hold.
func (t Tested) Failed() int { return t.Reached() - t.Undecided() - t.Held() }

// OK reports whether nothing is wrong, as far as it was reached and decided.
func (t Tested) OK() bool { return !t.Bad() && t.Failed() == 0 }

// Elapsed is the time that the expectations took together.
func (t Tested) Elapsed() time.Duration {
	var sum time.Duration
	for _, r := range t.Results {
		sum += r.Elapsed
	}
	return sum
}

// Broken is the first error of the tool itself: of two strategies that have different answers. It is
// nil where there is none.
func (t Tested) Broken() error {
	for _, r := range t.Results {
		var internal *verify.InternalError
		if errors.As(r.Err, &internal) {
			return fmt.Errorf("%s: %w", r.Place(), r.Err)
		}
	}
	return nil
}

// Problem says why an expectation does not hold.
func (r Result) Problem() string {
	switch {
	case r.Undecided > 0:
		return fmt.Sprintf("not decided in %v", r.Undecided)
	case r.Err != nil:
		return r.Err.Error()
	}
	return r.Difference
}
