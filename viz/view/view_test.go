package view

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/verify"
	"molly/viz"
	"molly/viz/lamport"
	"molly/viz/lineage"
)

var update = flag.Bool("update", false, "write the golden files")

// load reads a program that has its specification in a directive.
func load(t *testing.T, name, text string) (*datalog.Program, verify.Options) {
	t.Helper()
	p, found := dedalus.ParseString(name, text)
	if p == nil {
		t.Fatal(found)
	}
	return p.Datalog(), options(t, p)
}

func options(t *testing.T, p *dedalus.Program) verify.Options {
	t.Helper()
	s, err := p.Setting(dedalus.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return verify.Options{Spec: s.Spec, Nodes: s.Nodes}
}

// The traces and graphs of counterexamples, of the failure-free run and of the difference, as
// lists of all that a picture of them shows.
func TestViews(t *testing.T) {
	for _, c := range []struct {
		protocol string
		scenario failure.Scenario
	}{
		{"delivery/simple", failure.Scenario{failure.Omit("a", "b", 1)}},
		{"delivery/retry", failure.NewScenario(failure.CrashAt("a", 2), failure.Omit("a", "b", 1))},
		{"commit/2pc", failure.Scenario{failure.CrashAt("C", 2)}},
	} {
		t.Run(strings.ReplaceAll(c.protocol, "/", "-"), func(t *testing.T) {
			p, found := dedalus.Loader{Context: t.Context(), Library: protocols.Library()}.Load(c.protocol)
			if p == nil {
				t.Fatal(found)
			}
			w, err := verify.NewWorld(p.Datalog(), options(t, p))
			if err != nil {
				t.Fatal(err)
			}
			free, err := w.Judge(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			judged, err := w.Judge(t.Context(), c.scenario)
			if err != nil {
				t.Fatal(err)
			}
			about, err := Outcome(t.Context(), judged, w.Space)
			if err != nil {
				t.Fatal(err)
			}
			before, err := Before(t.Context(), free, judged, w.Space)
			if err != nil {
				t.Fatal(err)
			}
			title := Title(c.protocol, judged.Run)
			var b bytes.Buffer
			printTrace(&b, Trace(title, judged, about))
			printGraph(&b, Lineage("lineage", judged.Run, about))
			printTrace(&b, Trace(Title(c.protocol, free.Run), free, before))
			printGraph(&b, Difference("difference", judged.Run, before))
			text, without := Terminal(judged.Run, about.Reason())
			fmt.Fprintf(&b, "terminal  %q\n%s", without, text)
			golden(t, filepath.Join("testdata", strings.ReplaceAll(c.protocol, "/", "-")+".golden"), b.Bytes())
		})
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: got\n%s", file, got)
	}
}

func printTrace(b *bytes.Buffer, t viz.Trace) {
	fmt.Fprintf(b, "trace  %s\nnodes  %s  %d to %d\n", t.Title, strings.Join(t.Nodes, ", "), t.First, t.Last)
	for _, m := range t.Messages {
		fmt.Fprintf(b, "%d  %s → %s  %s(%s)", m.Sent, m.From, m.To, m.Label, m.Detail)
		switch {
		case m.Ending == viz.AfterEnd:
			fmt.Fprintf(b, "  after the end, at %d, by %s", m.Arrives, m.Cause)
		case m.Ending == viz.AtReceiver:
			fmt.Fprintf(b, "  lost at %d by %s", m.Arrives, m.Cause)
		case m.Lost:
			fmt.Fprintf(b, "  lost by %s", m.Cause)
		case m.Late > 0 || m.Copy:
			fmt.Fprintf(b, "  at %d by %s", m.Arrives, m.Cause)
		}
		if m.Late > 0 {
			fmt.Fprintf(b, "  %d late", m.Late)
		}
		if m.Copy {
			b.WriteString("  copy")
		}
		if m.Faint {
			b.WriteString("  faint")
		}
		b.WriteByte('\n')
	}
	for _, c := range t.Crashes {
		fmt.Fprintf(b, "crash of %s at %d\n", c.Node, c.Time)
	}
	for _, o := range t.Outages {
		fmt.Fprintf(b, "outage of %s from %d to %d\n", o.Node, o.From, o.Until)
	}
	for _, in := range t.Inputs {
		fmt.Fprintf(b, "input at %s, %d: %s\n", in.Node, in.Time, in.Text)
	}
	for _, d := range t.Bands {
		fmt.Fprintf(b, "band of %s, %d to %d: %s\n", strings.Join(d.Nodes, ", "), d.First, d.Last, d.Text)
	}
	for _, m := range t.Marks {
		fmt.Fprintf(b, "mark at %s, %d: %s\n", m.Node, m.Time, m.Text)
	}
	for _, o := range t.Outcomes {
		fmt.Fprintf(b, "%s", o.Name)
		for _, c := range o.Cells {
			fmt.Fprintf(b, "  %s: %s", c.Node, c.Text)
			if c.Missing {
				b.WriteString(" missing")
			}
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

func printGraph(b *bytes.Buffer, g viz.Graph) {
	fmt.Fprintf(b, "graph  %s  roots %v\n", g.Title, g.Roots)
	for i, n := range g.Nodes {
		fmt.Fprintf(b, "%d  %s  %s  at %s, %d", i, [...]string{"goal", "rule", "sent", "leaf"}[n.Kind], n.Label, n.Place, n.Time)
		for _, word := range []struct {
			is   bool
			name string
		}{{n.Absent, "absent"}, {n.Cut, "cut"}, {n.Late, "late"}, {n.Given, "given"}, {n.Crash, "crash"}, {n.Keeps, "keeps"}, {n.Frontier, "frontier"}} {
			if word.is {
				b.WriteString("  " + word.name)
			}
		}
		if len(n.Faults) > 0 {
			fmt.Fprintf(b, "  by %s", strings.Join(n.Faults, " "))
		}
		if len(n.Children) > 0 {
			fmt.Fprintf(b, "  %v", n.Children)
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// A picture has the heading that it is given. Without a violation there is none of its lineage.
func TestSubject(t *testing.T) {
	p, o := load(t, "log.ded", `// molly: eot=3 eff=2 nodes=a,b
start("a", "b")@1; log(N, M)@async :- start(M, N); log(N, M)@next :- log(N, M);
pre(M) :- start(M, _)@1; post(M) :- log(_, M);
`)
	w, err := verify.NewWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	free, err := w.Judge(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	lost, err := w.Judge(t.Context(), failure.Scenario{failure.Omit("a", "b", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if len(lost.Violated) != 1 {
		t.Fatalf("violated: %v", lost.Violated)
	}
	s := Subject{Title: "right", Run: lost, Space: w.Space}
	if picture, err := s.SpaceTime(t.Context(), lamport.Options{}); err != nil || picture.Title != "right" {
		t.Errorf("%+v, %v", picture, err)
	}
	if picture, err := s.Lineage(t.Context(), nil, lineage.Options{Fold: lineage.Readable}); err != nil || len(picture.Items) == 0 {
		t.Errorf("%+v, %v", picture, err)
	}
	s.Free, s.FreeTitle = free, "left"
	if picture, err := s.SpaceTime(t.Context(), lamport.Options{}); err != nil || picture.Title != "left | right" {
		t.Errorf("%+v, %v", picture, err)
	}
	if _, err := (Subject{Run: free, Space: w.Space}).Lineage(t.Context(), nil, lineage.Options{}); err != ErrNothingViolated {
		t.Errorf("%v", err)
	}
}
