package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"molly/datalog"
	"molly/failure"
	"molly/verify"
)

func scenariosOf(runs []seenRun) string {
	var list []string
	for _, r := range runs {
		list = append(list, r.scenario.String())
	}
	return strings.Join(list, " ")
}

// A report keeps counterexamples before others, and of either those that differ most.
func TestDifferentRuns(t *testing.T) {
	finding := func(tuple string, faults ...failure.Fault) seenRun {
		return seenRun{scenario: faults, finding: &verify.Finding{Judged: verify.Judged{Violated: []verify.Violation{{Fact: datalog.Fact{Args: []datalog.Value{datalog.String(tuple)}}}}}}}
	}
	held := func(faults ...failure.Fault) seenRun { return seenRun{scenario: faults} }
	list := []seenRun{
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
		if got := scenariosOf(different(list, n)); got != want {
			t.Errorf("%d runs are %s, want %s", n, got, want)
		}
	}
	without := leftOut(list, different(list, 7))
	want := "[shown are 2 of the 4 executions that violate nothing: those that differ most]"
	if fmt.Sprint(without) != want {
		t.Errorf("it says %q, want %q", without, want)
	}
}

// How large a report will be is said before it is; beyond a bound it has fewer executions.
func TestLargeReport(t *testing.T) {
	for _, c := range []struct {
		each, kept int
		warning    string
	}{
		{100_000, 40, ""},
		{1_000_000, 40, "about 41 MB, for 40 executions"},
		{30_000_000, 24, "about 692 MB, for 24 executions"},
	} {
		var stderr bytes.Buffer
		r := &reporting{session: &session{tool: &tool{stderr: &stderr}}, ctx: context.Background()}
		bytes := 0
		kept, err := r.write(make([]seenRun, 50), 40, func() int { return bytes }, func(seenRun) error {
			if bytes == 0 {
				bytes = 2_000_000 // what all have in common
				return nil
			}
			bytes += c.each
			return nil
		})
		if err != nil || len(kept) != c.kept {
			t.Errorf("of %d bytes each there are %d executions, %v", c.each, len(kept), err)
		}
		if got := stderr.String(); c.warning == "" && got != "" || !strings.Contains(got, c.warning) {
			t.Errorf("of %d bytes each it says %q", c.each, got)
		}
		if bytes > largestReport {
			t.Errorf("it has %d bytes", bytes)
		}
	}
}
