package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"molly/failure"
	"molly/internal/bench/programs"
	"molly/verify"
)

func TestNames(t *testing.T) {
	all, err := allTasks()
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]task{all.sizes, all.hard, all.library} {
		seen := map[string]bool{}
		for _, q := range list {
			if seen[q.name()] {
				t.Errorf("two questions are called %s", q.name())
			}
			seen[q.name()] = true
			if err := q.spec.Validate(len(q.program.Nodes)); err != nil {
				t.Errorf("%s: %v", q.name(), err)
			}
			if found, err := all.find(q.name()); err != nil || found.name() != q.name() {
				t.Errorf("%s is not found: %v", q.name(), err)
			}
		}
	}
	if _, err := all.find("nothing"); err == nil {
		t.Error("nothing is found")
	}
}

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		program programs.Program
		verdict string
		faults  int
	}{
		{programs.Delivery("ack", 3), "certified", 0},
		{programs.Delivery("classic", 3), "counterexample", 2},
	} {
		m, err := measure(t.Context(), task{program: c.program, spec: failure.Spec{EOT: 5, EFF: 3}}, 3, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if m.Verdict != c.verdict || m.Faults != c.faults || m.Repeats != 3 || m.Ended != "" {
			t.Errorf("%s: %+v", c.program.Family, m)
		}
		if m.Facts == 0 || m.Firings == 0 || m.Nodes == 0 || m.Clauses == 0 || m.Executions == 0 {
			t.Errorf("%s: a size is missing: %+v", c.program.Family, m)
		}
		p := m.Min
		if sum := p.Run + p.Ground + p.Encode + p.Solve + p.Fewest + p.Rest; p.Total < sum-0.001 || p.Total > m.Median.Total || p.Load <= 0 {
			t.Errorf("%s: the phases %+v", c.program.Family, p)
		}
	}
}

// A question that takes too long says so, and in which phase it was.
func TestMeasureTimeout(t *testing.T) {
	m, err := measure(t.Context(), task{program: programs.Delivery("ack", 20), spec: failure.Spec{EOT: 40, EFF: 40, Crashes: 3}}, 3, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if m.Verdict != "unknown" || m.Ended == "" || m.Repeats != 1 {
		t.Errorf("%+v", m)
	}
}

func TestTables(t *testing.T) {
	q := task{program: programs.Delivery("ack", 3), spec: failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, aim: 2 * time.Millisecond}
	r := &report{Date: "today", Commit: "abc", Sizes: []measurement{{
		Question: q.name(), Verdict: "certified", Min: phases{Ground: 1, Total: 1.5}, Median: phases{Total: 2},
		Clingo: &process{Answer: "certified", MinMs: 12},
	}}}
	all := tasks{sizes: []task{q}}
	var b bytes.Buffer
	if err := print(&b, r, all); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"today, commit abc", "ack, 3 nodes ⟨6,3,1⟩", "12.0", "yes"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if err := r.contradiction(); err != nil {
		t.Error(err)
	}
	r.Sizes[0].Clingo.Answer = "counterexample"
	if err := r.contradiction(); err == nil {
		t.Error("nobody notices that clingo found a counterexample")
	}

	t.Chdir(t.TempDir())
	if err := os.Mkdir("docs", 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(scalePage, "Prose.\n<!-- table: sizes -->\nold\n<!-- end -->\nMore.\n<!-- table: times -->\n<!-- end -->\n<!-- table: sat-sweeping -->\n<!-- end -->\n<!-- table: hard -->\nkept\n<!-- end -->\n")
	write(frontPage, "<!-- table: summary -->\n<!-- end -->\n")
	if err := update(r, all); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(scalePage)
	if err != nil {
		t.Fatal(err)
	}
	text := string(after)
	if strings.Contains(text, "old") || !strings.Contains(text, "| ack, 3 nodes") || !strings.Contains(text, "today, commit abc") ||
		!strings.HasPrefix(text, "Prose.\n") || !strings.Contains(text, "\nMore.\n") || !strings.Contains(text, "kept") {
		t.Errorf("the page is now\n%s", text)
	}
	if front, err := os.ReadFile(frontPage); err != nil || !strings.Contains(string(front), "| ack, 3 nodes") {
		t.Errorf("the front page is now\n%s\n%v", front, err)
	}
	write(scalePage, "Nothing.")
	if err := update(r, all); err == nil {
		t.Error("a page without places for the tables is accepted")
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-repeat", "0"}, {"-only", "("}, {"-only", "ack", "-update"}, {"-timeout", "0s"}, {"-nothing"}} {
		var stdout, stderr bytes.Buffer
		if code := run(args, &stdout, &stderr); code != 2 || stderr.Len() == 0 {
			t.Errorf("%q ends with %d: %s", args, code, stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-help"}, &stdout, &stderr); code != 0 || !strings.Contains(stderr.String(), "Examples:") {
		t.Errorf("-help ends with %d: %s", code, stderr.String())
	}
}

// BenchmarkQuestion has the rows of the tables, but those that take long.
func BenchmarkQuestion(b *testing.B) {
	all, err := allTasks()
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range all.sizes {
		b.Run(strings.ReplaceAll(q.name(), " ", "_"), func(b *testing.B) {
			p, err := q.program.Parse()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), 30*time.Second)
				v, err := verify.Verify(ctx, p, verify.Options{Spec: q.spec, Nodes: q.program.Nodes})
				cancel()
				if err != nil {
					b.Skip(err)
				}
				b.ReportMetric(float64(v.Size.Firings), "firings")
				b.ReportMetric(float64(v.Size.Question.Clauses), "clauses")
			}
		})
	}
}
