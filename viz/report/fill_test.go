package report

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/verify"
	"molly/viz/sample"
)

const logs = `// molly: eot=4 eff=2 nodes=a,b,c
bcast("a", "m")@1; node("a", "b")@1; node("a", "c")@1;
log(N, M)@async :- bcast(A, M), node(A, N);
log(N, M)@next :- log(N, M);
pre(N, M) :- bcast(A, M)@1, node(A, N)@1;
post(N, M) :- log(N, M);
`

// searched is a search of logs, with what a page needs.
func searched(t *testing.T, strategy verify.Strategy, limit int) (Search, []sample.Run) {
	t.Helper()
	p, found := dedalus.ParseString("logs.ded", logs)
	if p == nil {
		t.Fatal(found)
	}
	o := verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2}, Nodes: []string{"a", "b", "c"}, Strategy: strategy}
	log := &sample.Log{Strategy: strategy, Limit: limit}
	v, err := log.Search(t.Context(), o, func(ctx context.Context, o verify.Options) (*verify.Verdict, error) {
		return verify.Verify(ctx, p.Datalog(), o)
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := verify.NewWorld(p.Datalog(), o)
	if err != nil {
		t.Fatal(err)
	}
	return Search{
		Source: sample.Source{Name: "logs", Run: w.Judge, Space: w.Space}, Program: p, Verdict: v,
		Warnings: dedalus.Diagnostics{{Severity: dedalus.Warning, Message: "a warning"}},
		Command:  "search", Replay: func(sc failure.Scenario) string { return "run " + sc.String() },
	}, log.Runs(v)
}

// A page of a search has the failure-free run, the counterexamples with their reasons and with
// what was lost, and says in its head what it is about and what it leaves out.
func TestFill(t *testing.T) {
	s, runs := searched(t, verify.Symbolic, 2)
	if len(runs) != 3 {
		t.Fatalf("%d runs", len(runs))
	}
	path := filepath.Join(t.TempDir(), "page")
	w, err := NewWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	var told []int
	written, err := w.Fill(t.Context(), s, runs, sample.Options{Limit: 2, Progress: func(number, of int) { told = append(told, number, of) }})
	if err != nil || written.Shown != 2 || len(written.Without) != 1 || !slices.Equal(told, []int{1, 2, 2, 2}) {
		t.Errorf("%+v, %v, told %v", written, err, told)
	}
	page, err := os.ReadFile(filepath.Join(path, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"counterexample: logs can violate its invariant under ⟨4,2,0⟩", written.Without[0], "Warning: a warning", "any losses at time 1, no crashes",
		"every tuple that is in pre at time 4 must be in post", "logs.ded",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	var number int
	var x executionData
	scriptData(t, filepath.Join(path, "data", "1.js"), &number, &x)
	if number != 1 || x.Name != "{O(a,b,1)}" || x.Kind != Bad || x.Command != "run {O(a,b,1)}" {
		t.Errorf("%d: %+v", number, x)
	}
	if !slices.Equal(x.Tried, []string{"what a sends to b at time 1 is lost"}) {
		t.Errorf("tried: %q", x.Tried)
	}
	if len(x.Taught) != 1 || !strings.Contains(x.Taught[0], `pre("b", "m") holds, post("b", "m") does not`) || !strings.Contains(x.Taught[0], "the message log from a to b, sent at 1, was lost by") {
		t.Errorf("taught: %q", x.Taught)
	}
	var tabs []string
	for _, p := range x.Pictures {
		tabs = append(tabs, p.Tab)
	}
	if !slices.Equal(tabs, []string{"diagram", "lineage", "difference", "what was lost"}) {
		t.Errorf("tabs: %q", tabs)
	}
	scriptData(t, filepath.Join(path, "data", "0.js"), &number, &x)
	if number != 0 || x.Kind != Good || !slices.Equal(x.Taught, []string{"The invariant holds in this execution."}) {
		t.Errorf("%d: %+v", number, x)
	}
}

// A page of what must never hold, under late messages and with inputs, shows the first time, the
// failure-free run beside it, and says what is not there in the way that texts do.
func TestFillNever(t *testing.T) {
	p, found := dedalus.ParseString("late.ded", `
order("a", "b")@1; closed("b")@3..; may hurry("a")@2; again(N, M)@next :- order(N, M);
got(M)@async :- order(N, M), N != M; got(M)@async :- again(N, M), hurry(N);
never(N) :- got(N), closed(N);
`)
	if found.HasErrors() {
		t.Fatal(found)
	}
	o := verify.Options{Spec: failure.Spec{EOT: 5, EFF: 4, Delay: 3, NoLoss: true, Inputs: p.Datalog().Choices()}, Nodes: []string{"a", "b"}}
	w, err := verify.NewWorld(p.Datalog(), o)
	if err != nil {
		t.Fatal(err)
	}
	v, err := w.Verify(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	f := &filler{ctx: t.Context(), Search: Search{
		Source: sample.Source{Name: "late", Run: w.Judge, Space: w.Space}, Program: p, Verdict: v,
		Replay: func(failure.Scenario) string { return "" },
	}}
	if got := f.invariant(); !slices.Equal(got, []string{"never must be empty at every time", "never(N) :- got(N), closed(N);"}) {
		t.Errorf("%q", got)
	}
	if _, err := f.execution(sample.Run{}); err != nil {
		t.Fatal(err)
	}
	x, err := f.execution(sample.Run{Scenario: failure.NewScenario(failure.LateBy("a", "b", 1, 1), failure.LateBy("a", "b", 2, 3), failure.Choose(`hurry("a")`, 1, 2))})
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Taught) != 1 || !strings.HasPrefix(x.Taught[0], `never("b") holds at time 3, and must never`) || x.Before.Nodes == nil || x.Lost.Whole.Nodes != nil {
		t.Errorf("%q, before it %v", x.Taught, x.Before.Nodes)
	}
	after := slices.ContainsFunc(x.Firings, func(f Firing) bool { return f.Head == `got("b")@6, after the end` && !f.Lost })
	if !after || len(x.Trace.Inputs) != 1 {
		t.Errorf("firings %+v, inputs %v", x.Firings, x.Trace.Inputs)
	}
}

// What ldfi learned of an execution is on the page.
func TestFillLessons(t *testing.T) {
	s, runs := searched(t, verify.LDFI, 20)
	f := &filler{Search: s, ctx: t.Context()}
	x, err := f.execution(runs[0])
	if err != nil || len(x.Taught) != 2 || !strings.HasPrefix(x.Taught[1], "Only faults that make this true are left to try: ") || !strings.Contains(x.Taught[1], "O(a,b,1)") {
		t.Errorf("%q, %v", x.Taught, err)
	}
}

// A page that cannot be filled leaves nothing behind.
func TestFillFails(t *testing.T) {
	s, runs := searched(t, verify.Symbolic, 2)
	top := t.TempDir()
	w, err := NewWriter(filepath.Join(top, "page"))
	if err != nil {
		t.Fatal(err)
	}
	s.Run = func(context.Context, failure.Scenario) (*verify.Judged, error) { return nil, os.ErrInvalid }
	if _, err := w.Fill(t.Context(), s, runs, sample.Options{Limit: 2}); err != os.ErrInvalid {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(top); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Of a program without pre and post, the head says which relations must keep their tuples.
func TestPersistentInvariant(t *testing.T) {
	p, found := dedalus.ParseString("kept.ded", `q("a")@1; q(X)@next :- q(X); p("a")@1; p(X)@next :- p(X);`)
	if p == nil {
		t.Fatal(found)
	}
	f := &filler{Search: Search{Program: p, Verdict: &verify.Verdict{Spec: failure.Spec{EOT: 3}}}}
	if got := f.invariant(); !slices.Equal(got, []string{"what the failure-free run has at time 3 in p, q every run must have"}) {
		t.Errorf("%q", got)
	}
}
