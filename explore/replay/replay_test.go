package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"molly/explore/fuzz"
	"molly/explore/replay"
	"molly/node"
	"molly/node/sample/lock"
	"molly/node/trace"
)

// open makes the lock, with its bug where the options say so.
func open(options []string) (*node.System, func(), error) {
	if slices.Contains(options, "nonsense") {
		return nil, nil, errors.New("there is no such thing")
	}
	return lock.System(lock.Options{AnyUnlock: slices.Contains(options, "bug")}), func() {}, nil
}

// recorded is an execution of the lock, with the bug, that is violated or not, and that differs without the bug.
func recorded(t *testing.T, violated bool, options ...string) *trace.Trace {
	t.Helper()
	s, _, _ := open([]string{"bug"})
	fixed, _, _ := open(nil)
	plan := fuzz.Plan{Events: 300, Timer: 0.3, Drop: 0.05, Duplicate: 0.1, Crash: 0.01, Restart: 0.2}
	for seed := range uint64(100) {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		plan.Run(w, rand.New(rand.NewPCG(seed, 0)))
		x := trace.Of(w, trace.Header{Options: options})
		if _, err := trace.Replay(fixed, x); err != nil && (w.Violation() != nil) == violated {
			return x
		}
	}
	t.Fatal("no such execution")
	return nil
}

func run(t *testing.T, files []replay.File, jobs int) ([]*replay.Result, string) {
	t.Helper()
	var out bytes.Buffer
	table := replay.NewTable(&out, files)
	list, err := replay.Run(t.Context(), files, open, replay.Options{Jobs: jobs}, func(r *replay.Result) { _ = table.Add(r) })
	if err != nil {
		t.Fatal(err)
	}
	return list, out.String()
}

// with is a trace with another header.
func with(t *trace.Trace, expect trace.Expectation, options ...string) *trace.Trace {
	x := *t
	x.Expect, x.Options = expect, options
	return &x
}

// What a trace is to be, and what it is, by what its header says and whether the bug is there.
func TestStatus(t *testing.T) {
	bad, good := recorded(t, true), recorded(t, false)
	none, violation := trace.ExpectNone, trace.ExpectViolation
	other := with(bad, "")
	other.Records = slices.Clone(bad.Records)
	other.Records[len(other.Records)-1].Violation = &node.Violation{Fingerprint: "something else"}
	at := fmt.Sprintf("at event %d", len(bad.Records)-1)
	for _, c := range []struct {
		trace *trace.Trace
		want  replay.Status
		text  string
	}{
		{with(bad, "", "bug"), replay.Violated, "two hold the lock, " + at + ", as recorded"},
		{with(bad, none, "bug"), replay.Violated, "two hold the lock, " + at + ", as recorded"},
		{with(bad, violation, "bug"), replay.OK, "expected: two hold the lock, " + at + ", as recorded"},
		{with(bad, ""), replay.OK, "no violation any more: "},
		{with(bad, none), replay.OK, "no violation any more"},
		{with(bad, violation), replay.Gone, "a violation is expected, and it does not happen any more"},
		{with(other, "", "bug"), replay.Violated, "recorded was something else, " + at},
		{with(other, violation, "bug"), replay.Violated, "recorded was something else, " + at},
		{with(good, "", "bug"), replay.OK, "300 events, all as recorded"},
		{with(good, violation, "bug"), replay.Gone, "300 events, all as recorded"},
		{with(good, ""), replay.Differs, "the messages that are sent"},
		{with(good, none), replay.OK, "no violation: "},
		{with(bad, "", "nonsense"), replay.Unreadable, "its target cannot be made: there is no such thing"},
	} {
		list, text := run(t, []replay.File{{Name: "x.trace", Trace: c.trace}}, 1)
		if list[0].Status != c.want || !strings.Contains(text, c.text) {
			t.Errorf("%v %v: %swant %s: %s", c.trace.Expect, c.trace.Options, text, c.want, c.text)
		}
	}
}

// A trace of another protocol, or of one whose messages have other names, tests nothing.
func TestTooLittle(t *testing.T) {
	bad := with(recorded(t, true), "")
	renamed := with(bad, "")
	renamed.Records = slices.Clone(bad.Records)
	for i := range renamed.Records {
		r := &renamed.Records[i]
		if r.Item != 0 {
			r.Item++
		}
		if r.Type == "Granted" || r.Type == "Lock" || r.Type == "want" {
			r.Type += "2"
		}
	}
	nodes := with(bad, "")
	nodes.Nodes = []string{"server", "c1", "c3"}
	for _, x := range []*trace.Trace{renamed, nodes} {
		list, text := run(t, []replay.File{{Name: "x.trace", Trace: x}}, 1)
		if list[0].Status != replay.Differs {
			t.Error(text)
		}
		if done, err := list[0].Accept(); done || err != nil {
			t.Errorf("it is accepted: %v", err)
		}
	}
}

// What is said, and in which order, does not depend on how many are done at a time; targets are made once and closed.
func TestJobs(t *testing.T) {
	var files []replay.File
	bad, good := recorded(t, true), recorded(t, false)
	for i := range 12 {
		files = append(files, replay.File{Name: fmt.Sprintf("%d.trace", i), Trace: with([]*trace.Trace{bad, good}[i%2], "", []string{"bug", "no"}[i/2%2])})
	}
	files = append(files, replay.File{Name: "none.trace", Err: errors.New("no trace")})
	_, want := run(t, files, 1)
	for _, jobs := range []int{2, 8, 100} {
		if _, got := run(t, files, jobs); got != want {
			t.Errorf("with %d at a time\n%s\nnot\n%s", jobs, got, want)
		}
	}
	made, closed := 0, 0
	count := func(options []string) (*node.System, func(), error) {
		made++
		s, _, err := open(options)
		return s, func() { closed++ }, err
	}
	if _, err := replay.Run(t.Context(), files, count, replay.Options{Jobs: 1}, func(*replay.Result) {}); err != nil || made != 2 || closed != 2 {
		t.Errorf("%d targets were made, %d closed (%v)", made, closed, err)
	}
}

// A bound for each, and one for all.
func TestBounds(t *testing.T) {
	files := []replay.File{{Name: "a.trace", Trace: with(recorded(t, false), "", "bug")}}
	list, err := replay.Run(t.Context(), files, open, replay.Options{Jobs: 1, Limit: time.Nanosecond}, func(*replay.Result) {})
	if err != nil || list[0].Status != replay.Undecided || list[0].Problem() != "not done in 1ns" {
		t.Errorf("%v %v", list[0], err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err = replay.Run(ctx, files, open, replay.Options{Jobs: 1}, func(*replay.Result) {}); !errors.Is(err, context.Canceled) || list[0].Status != replay.NotReached {
		t.Errorf("%v %v", list[0], err)
	}
}

// What was accepted is well from then on, and stays as it was otherwise.
func TestAccept(t *testing.T) {
	bad, good := recorded(t, true), recorded(t, false)
	for _, c := range []struct {
		trace  *trace.Trace
		expect trace.Expectation
		kept   bool // the execution
	}{
		{with(bad, "", "bug"), trace.ExpectViolation, true},
		{with(bad, trace.ExpectViolation), "", true},
		{with(good, ""), "", false},
	} {
		name := filepath.Join(t.TempDir(), "x.trace")
		if err := c.trace.WriteFile(name); err != nil {
			t.Fatal(err)
		}
		before, _ := run(t, replay.Read([]string{name}), 1)
		if done, err := before[0].Accept(); !done || err != nil {
			t.Fatalf("%v: it is not accepted: %v", before[0], err)
		}
		after, text := run(t, replay.Read([]string{name}), 1)
		if after[0].Status != replay.OK || after[0].Trace.Expect != c.expect {
			t.Errorf("%v, then %q %s", before[0], after[0].Trace.Expect, text)
		}
		if kept := len(after[0].Trace.Records) == len(c.trace.Records) && after[0].Trace.Violation() != nil == (c.trace.Violation() != nil); kept != c.kept && c.kept {
			t.Errorf("%v: the execution is another one", before[0])
		}
	}
}

// Files that are no traces are in the results, with the reason; others are found below folders.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"b.trace": "{}", "a.trace": "", "sub/c.trace": "{\"format\":\"molly-trace\",\"version\":1,\"system\":\"lock\",\"nodes\":[\"a\"],\"order\":\"any\",\"expect\":\"good\"}",
		"sub/d.trace": "{\"format\":\"molly-trace\",\"version\":1,\"system\":\"lock\",\"nodes\":[\"a\"],\"order\":\"any\"}\n", "sub/.e.trace": "", "notes.txt": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names, err := replay.Find("sub", ".", "./a.trace", "notes.txt")
	if got := filepath.ToSlash(strings.Join(names, " ")); err != nil || got != "a.trace b.trace notes.txt sub/c.trace sub/d.trace" {
		t.Errorf("%s %v", got, err)
	}
	_, text := run(t, replay.Read(append(names, "nowhere.trace")), 3)
	want := `a.trace        unreadable  line 1: the file is empty
b.trace        unreadable  line 1: this is no trace: its first line has no "format":"molly-trace"
notes.txt      unreadable  line 1: the file is empty
sub/c.trace    unreadable  line 1: it expects "good"; there are "violation" and "none"
sub/d.trace    unreadable  it has no events
nowhere.trace  unreadable  no such file or directory
`
	if filepath.Separator == '/' && text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	if _, err := replay.Find("nowhere"); err == nil {
		t.Error("a folder that is not there is found")
	}
}

// The steps that are counted are all steps, up to the violation.
func TestCounts(t *testing.T) {
	plan := fuzz.Faults(120)
	s, _, _ := open([]string{"bug"})
	for seed := range uint64(40) {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		plan.Run(w, rand.New(rand.NewPCG(seed, 1)))
		x := trace.Of(w, trace.Header{Options: []string{"no"}})
		list, text := run(t, []replay.File{{Name: "x.trace", Trace: x}}, 1)
		r := list[0]
		if n := r.Followed() + r.Skipped; n != len(x.Records) && r.Violation == nil || r.Exact > 0 && r.Difference != nil && r.Exact != r.Difference.N {
			t.Errorf("seed %d: %d of %d steps: %s", seed, n, len(x.Records), text)
		}
		if r.Now != nil && len(r.Now.Records) != r.Followed() {
			t.Errorf("seed %d: %d events, %d steps were followed", seed, len(r.Now.Records), r.Followed())
		}
	}
}
