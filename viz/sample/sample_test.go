package sample

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"molly/datalog"
	"molly/failure"
	"molly/verify"
)

func scenariosOf(runs []Run) string {
	var list []string
	for _, r := range runs {
		list = append(list, r.Scenario.String())
	}
	return strings.Join(list, " ")
}

// A report keeps counterexamples before others, and of either those that differ most.
func TestChoose(t *testing.T) {
	finding := func(tuple string, faults ...failure.Fault) Run {
		return Run{Scenario: faults, Finding: &verify.Finding{Judged: verify.Judged{Violated: []verify.Violation{{Fact: datalog.Fact{Args: []datalog.Value{datalog.String(tuple)}}}}}}}
	}
	held := func(faults ...failure.Fault) Run { return Run{Scenario: faults} }
	list := []Run{
		{},
		held(failure.Omit("a", "b", 1)),
		held(failure.Omit("a", "b", 2)),
		finding("x", failure.Omit("a", "b", 1), failure.Omit("a", "c", 1)),
		finding("x", failure.Omit("a", "b", 2), failure.Omit("a", "c", 1)), // one fault, two traits
		finding("x", failure.CrashAt("c", 1)),
		finding("y", failure.Omit("a", "b", 1), failure.Omit("a", "c", 1)), // another tuple, two traits
		finding("y", failure.Omit("b", "a", 3), failure.Omit("c", "b", 3), failure.CrashAt("a", 1)),
		held(failure.CrashAt("b", 5), failure.CrashAt("c", 5)),
	}
	for n, want := range map[int]string{
		1:  "{}",
		2:  "{} {O(a,b,1), O(a,c,1)}",
		3:  "{} {O(a,b,1), O(a,c,1)} {O(b,a,3), O(c,b,3), C(a,1)}",
		4:  "{} {O(a,b,1), O(a,c,1)} {C(c,1)} {O(b,a,3), O(c,b,3), C(a,1)}",
		7:  "{} {O(a,b,1), O(a,c,1)} {O(a,b,2), O(a,c,1)} {C(c,1)} {O(a,b,1), O(a,c,1)} {O(b,a,3), O(c,b,3), C(a,1)} {C(b,5), C(c,5)}",
		99: scenariosOf(list),
	} {
		if got := scenariosOf(Choose(list, n)); got != want {
			t.Errorf("%d runs are %s, want %s", n, got, want)
		}
	}
	without := LeftOut(list, Choose(list, 7))
	want := "[shown are 2 of the 4 executions that violate nothing: those that differ most]"
	if fmt.Sprint(without) != want {
		t.Errorf("it says %q, want %q", without, want)
	}
}

// How large a report will be is said before it is; beyond a bound it has fewer executions.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		each, kept int
		warning    string
	}{
		{100_000, 40, ""},
		{1_000_000, 40, "about 41 MB, for 40 executions"},
		{30_000_000, 24, "about 692 MB, for 24 executions"},
	} {
		var said string
		o := Options{Limit: 40, Large: func(bytes, executions int) {
			said += fmt.Sprintf("about %d MB, for %d executions", (bytes+500_000)/1_000_000, executions)
		}}
		bytes := 0
		got, err := Write(t.Context(), make([]Run, 50), o, func() int { return bytes }, func(Run) error {
			if bytes == 0 {
				bytes = 2_000_000 // what all have in common
				return nil
			}
			bytes += c.each
			return nil
		})
		if err != nil || got.Shown != c.kept || got.Cut != nil {
			t.Errorf("of %d bytes each: %+v, %v", c.each, got, err)
		}
		if said != c.warning {
			t.Errorf("of %d bytes each it says %q", c.each, said)
		}
		if bytes > largest {
			t.Errorf("it has %d bytes", bytes)
		}
	}
}

// After a timeout, what has been written is kept; after an interrupt nothing is.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		cause error
		after int
		shown int
		fails bool
	}{
		{context.DeadlineExceeded, 2, 2, false},
		{context.DeadlineExceeded, 0, 0, true},
		{context.Canceled, 2, 0, true},
	} {
		ctx, end := context.WithCancelCause(t.Context())
		n := 0
		got, err := Write(ctx, make([]Run, 5), Options{Limit: 5}, func() int { return 0 }, func(Run) error {
			if n == c.after {
				end(c.cause)
			}
			n++
			return nil
		})
		if got.Shown != c.shown || (err != nil) != c.fails || !c.fails && got.Cut != c.cause || c.fails && err != c.cause {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
		end(nil)
	}
	wrong := errors.New("wrong")
	if _, err := Write(t.Context(), make([]Run, 2), Options{Limit: 2}, func() int { return 0 }, func(Run) error { return wrong }); err != wrong {
		t.Errorf("%v", err)
	}
}

// A log has the runs of ldfi in order, or else the counterexamples of the verdict, and says when there
// are enough.
func TestLog(t *testing.T) {
	one, two := failure.Scenario{failure.CrashAt("a", 1)}, failure.Scenario{failure.CrashAt("b", 2)}
	events := []verify.Event{
		{Kind: verify.Executed},
		{Kind: verify.Learned, Lesson: func() string { return "lesson" }},
		{Kind: verify.Executed, Scenario: one},
		{Kind: verify.Learned, Scenario: one, Lesson: func() string { return "another" }},
		{Kind: verify.Confirmed, Scenario: two},
	}
	ldfi := &Log{Strategy: verify.LDFI, Limit: 10}
	for _, e := range events {
		ldfi.tell(e)
	}
	runs := ldfi.Runs(&verify.Verdict{})
	if got := scenariosOf(runs); got != "{} {C(a,1)} {C(b,2)}" || runs[0].Lesson() != "lesson" || runs[2].Finding == nil || runs[2].Lesson != nil {
		t.Errorf("ldfi ran %s", got)
	}
	enough := 0
	symbolic := &Log{Limit: searched + 1, enough: func() { enough++ }}
	for range searched + 3 {
		symbolic.tell(verify.Event{Kind: verify.Confirmed, Scenario: one})
	}
	if enough != 1 {
		t.Errorf("it says %d times that there are enough", enough)
	}
	if got := symbolic.Runs(&verify.Verdict{Findings: make([]verify.Finding, searched+3)}); len(got) != searched+1 {
		t.Errorf("it has %d runs", len(got))
	}
}

// A search ends when there are enough counterexamples, which is no error, and tells others what it
// does, too.
func TestSearch(t *testing.T) {
	told := 0
	o := verify.Options{Progress: func(verify.Event) { told++ }}
	l := &Log{Limit: 1}
	wrong := errors.New("wrong")
	for _, c := range []struct {
		events int
		err    error
	}{{searched, nil}, {searched - 1, wrong}} {
		*l, told = Log{Limit: 1}, 0
		v, err := l.Search(t.Context(), o, func(ctx context.Context, o verify.Options) (*verify.Verdict, error) {
			if !o.All {
				t.Error("it does not ask for all")
			}
			for range c.events {
				o.Progress(verify.Event{Kind: verify.Confirmed})
			}
			if err := context.Cause(ctx); err != nil {
				return &verify.Verdict{}, err
			}
			return &verify.Verdict{}, wrong
		})
		if v == nil || err != c.err || told != c.events {
			t.Errorf("%d events: %v, told %d", c.events, err, told)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	_, _ = l.Search(ctx, o, func(ctx context.Context, _ verify.Options) (*verify.Verdict, error) {
		end, _ := ctx.Deadline()
		if left := time.Until(end); left > 46*time.Minute || left < 44*time.Minute {
			t.Errorf("of an hour it has %v", left)
		}
		return nil, nil
	})
}
