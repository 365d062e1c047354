package traces_test

import (
	"errors"
	"testing"

	"molly/explore/replay"
	"molly/export/junit/traces"
	"molly/node"
	"molly/node/trace"
)

// A suite for each folder, a case for each trace.
func TestSuites(t *testing.T) {
	two := &node.Violation{Fingerprint: "two hold the lock", Text: "c1 and c2 hold the lock"}
	saved := &trace.Trace{Records: []trace.Record{{N: 0}, {N: 1, Violation: two}}}
	suites := traces.Suites([]*replay.Result{
		{File: replay.File{Name: "a/1.trace", Trace: saved}, Status: replay.Violated, Violation: two, At: 1},
		{File: replay.File{Name: "a/2.trace"}, Status: replay.Unreadable, Err: errors.New("no trace")},
		{File: replay.File{Name: "b/1.trace", Trace: saved}, Status: replay.OK},
		{File: replay.File{Name: "a/3.trace", Trace: saved}, Status: replay.Violated, Violation: two, At: 1, Accepted: true},
		{File: replay.File{Name: "b/2.trace", Trace: saved}, Status: replay.NotReached},
	}, func(r *replay.Result) string { return "again " + r.Name })
	if len(suites) != 2 || suites[0].Name != "a" || suites[0].Tests != 3 || suites[0].Failures != 1 || suites[0].Errors != 1 || suites[1].Tests != 2 || suites[1].Skipped != 1 {
		t.Fatalf("%+v", suites)
	}
	if c := suites[0].Cases[0]; c.Name != "1.trace" || c.Line != 3 || c.Failure.Type != "violated" || c.Failure.Text != "two hold the lock, at event 1, as recorded\nagain a/1.trace" {
		t.Errorf("%+v", c)
	}
}

// A search that finds nothing has a case, which is well.
func TestFound(t *testing.T) {
	none := traces.Found("lock", nil)
	some := traces.Found("lock", []traces.Violation{{"two hold the lock", "c1 and c2 hold the lock", "corpus/1.trace", 3}})
	if none.Tests != 1 || none.Failures != 0 || some.Tests != 1 || some.Failures != 1 || some.Cases[0].File != "corpus/1.trace" {
		t.Errorf("%+v %+v", none, some)
	}
}
