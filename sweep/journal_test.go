package sweep_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"molly/failure"
	"molly/sweep"
)

// A journal gives back what was written to it, variant by variant, but for a line that was cut off.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	about := sweep.Subject{Program: "digest", Nodes: []string{"a", "b"}}
	spec := failure.Spec{EOT: 3, EFF: 2, Crashes: 1}
	wide := spec
	wide.Delay, wide.Twice, wide.Restarts, wide.FIFO, wide.CrashUntil, wide.Crashable = 2, true, 1, true, 2, "b"
	cells := []sweep.Cell{
		{Spec: spec, Answer: sweep.Breaks, Scenario: failure.NewScenario(failure.Omit("a", "b", 1), failure.CrashAt("b", 2))},
		{Spec: spec, Answer: sweep.Holds, Vacuous: true},
		{Spec: spec, Answer: sweep.Holds, OnlyUnder: failure.NewScenario(failure.CrashAt("a", 1))},
		{Spec: wide, Answer: sweep.Breaks, Scenario: failure.NewScenario(
			failure.LateBy("a", "b", 1, 2), failure.TwiceBy("a", "b", 1, 1), failure.OutageOf("b", 1, 2), failure.Choose(`p("a")`, 1, 2))},
		{Spec: wide, Answer: sweep.Holds, OnlyUnder: failure.NewScenario(failure.Choose(`p("a")`, 1, 2))},
		{Spec: spec, Answer: sweep.Overflow, Error: "p.ded:1:1: a number does not fit"},
	}
	j, err := sweep.OpenJournal(name, about)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cells {
		if err := j.Write([]string{"", "p@2"}[i%2], c); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int][][]sweep.Cell{
		0:  {{cells[0], cells[2], cells[4]}, {cells[1], cells[3], cells[5]}},
		20: {{cells[0], cells[2], cells[4]}, {cells[1], cells[3]}},
	} {
		if err := os.WriteFile(name, whole[:len(whole)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := sweep.OpenJournal(name, about)
		if err != nil {
			t.Fatal(err)
		}
		for i, variant := range []string{"", "p@2"} {
			if got := j.Known(variant); !reflect.DeepEqual(got, want[i]) {
				t.Errorf("with %d bytes cut off, %q has %+v, want %+v", cut, variant, got, want[i])
			}
		}
		if cut > 0 { // what follows stands on a line of its own
			if err := j.Write("p@2", cells[5]); err != nil {
				t.Fatal(err)
			}
		}
		j.Close()
		if again, err := os.ReadFile(name); err != nil || string(again) != string(whole) {
			t.Errorf("with %d bytes cut off, and written again, it is\n%s(%v), not\n%s", cut, again, err, whole)
		}
	}
}

// A journal of something else, and lines that no sweep has written, are refused; the file stays.
func TestForeignJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	about := sweep.Subject{Program: "digest", Nodes: []string{"a", "b"}}
	const head = `{"schema":3,"program":"digest","nodes":["a","b"],"outcomes":0}` + "\n"
	const entry = `{"eot":3,"eff":2,"crashes":1,"verdict":"VERDICT","vacuous":false}` + "\n"
	for text, want := range map[string]string{
		"something\n": "is not the journal of a sweep",
		strings.Replace(head, "digest", "other", 1):                                             "is the journal of another program",
		strings.Replace(head, `"b"`, `"c"`, 1):                                                  "of other nodes",
		strings.Replace(head, `"outcomes":0`, `"outcomes":1`, 1):                                "outcomes",
		strings.Replace(head, `"schema":3`, `"schema":2`, 1):                                    "another version",
		head + strings.Replace(entry, "VERDICT", "undecided", 1):                                `verdict "undecided"`,
		head + strings.Replace(entry, "VERDICT", "counterexample", 1):                           `verdict "counterexample"`,
		head + strings.NewReplacer("VERDICT", "certified", `"eff":2`, `"eff":4`).Replace(entry): "EFF",
		head + strings.NewReplacer("VERDICT", "certified", "false", `true,"owed_only_under_faults":{"omissions":[],"crashes":[{"node":"a","time":1}]}`).Replace(entry): "owed_only_under_faults",
		head + strings.NewReplacer("VERDICT", "counterexample", "false", `false,"counterexample":{"omissions":[],"crashes":[{"node":"c","time":1}]}`).Replace(entry):   "c",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := sweep.OpenJournal(name, about)
		var wrong *sweep.JournalError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) || wrong.Line != strings.Count(text, "{\"eot")*2 {
			t.Errorf("%v, want: %s, in\n%s", err, want, text)
		}
		if left, err := os.ReadFile(name); err != nil || string(left) != text {
			t.Errorf("the file has become %q (%v)", left, err)
		}
	}
	for _, place := range []string{filepath.Join(name, "below"), t.TempDir(), os.DevNull} {
		if _, err := sweep.OpenJournal(place, about); err == nil {
			t.Errorf("%s is opened", place)
		}
	}
}
