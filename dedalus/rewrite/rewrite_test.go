package rewrite_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/dedalus/rewrite"
	"molly/internal/randprog"
)

func load(t *testing.T, src string) *datalog.Program {
	t.Helper()
	parsed, diagnostics := dedalus.ParseString("x.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return parsed.Datalog()
}

// A rule of each timing. The user's names are those that the rewriting would choose.
const example = `p("a", -1)@2; time("z")@1;
q(N, count<Time>) :- p(N, Time), p(N, _)@2, notin p(N, _)@3;
p(N, X / 2)@next :- p(N, X), X < 3;
time("b")@async :- q(N, _), notin time(N);
time("c") :- 1 == 1;
`

func TestText(t *testing.T) {
	const want = `
// facts
p("a", -1, 2);
time("z", 1);

// rule 1, x.ded:2: q(N, count<Time>) :- p(N, Time), p(N, _)@2, notin p(N, _)@3;
p_at3(X1, X2, Time) :- p(X1, X2, 3), time_(Time), 3 <= Time;
q_fired1(N, Time, Any1, Time_) :- p(N, Time, Time_), p(N, Any1, 2), 2 <= Time_, notin p_at3(N, _, Time_);
q(N, count<Time>, Time_) :- q_fired1(N, Time, Any1, Time_);

// rule 2, x.ded:3: p(N, X / 2)@next :- p(N, X), X < 3;
p_fired2(N, X, Result1, Sent, Arrives) :- p(N, X, Sent), X < 3, Result1 == X / 2, clock(N, N, Sent, Arrives);
p(N, Result1, Arrives) :- p_fired2(N, X, Result1, Sent, Arrives);

// rule 3, x.ded:4: time("b")@async :- q(N, _), notin time(N);
time_fired3(N, Any1, Sent, Arrives) :- q(N, Any1, Sent), notin time(N, Sent), clock(N, "b", Sent, Arrives);
time("b", Arrives) :- time_fired3(N, Any1, Sent, Arrives);

// rule 4, x.ded:5: time("c") :- 1 == 1;
time_fired4(Time) :- 1 == 1, time_(Time);
time("c", Time) :- time_fired4(Time);
`
	got := rewrite.New(load(t, example)).String()
	header, ok := strings.CutSuffix(got, want)
	if !ok {
		t.Errorf("the program is rewritten to\n%s", got)
	}
	for line := range strings.Lines(header) {
		if !strings.HasPrefix(line, "//") {
			t.Errorf("the header has the line %s", line)
		}
	}
	if !strings.Contains(header, "\n//   time_(Time)  the times of the run") {
		t.Errorf("the header does not say what time_ is:\n%s", header)
	}
	for src, facts := range map[string]bool{`p("a") :- 1 == 1;`: false, `p("a")@1;`: true} {
		if got := rewrite.New(load(t, src)).String(); strings.Contains(got, "\n// facts\n") != facts {
			t.Errorf("%s is rewritten to\n%s", src, got)
		}
	}
}

// A flat rule's results are numbered in the order of its body, those of its head last.
func TestFlat(t *testing.T) {
	w := rewrite.New(load(t, `p("a", 1)@1; q(N, X / 2, X * 3) :- p(N, X), p(N, X + 1);`))
	f := w.Flat(w.Rules[0])
	if want := []string{"N", "X", "Result2", "Result3", "Time", "Result1"}; !slices.Equal(f.Vars, want) {
		t.Errorf("variables %v, want %v", f.Vars, want)
	}
}

// The way back: which relation is the firings of which rule, and what its columns are.
func TestColumns(t *testing.T) {
	w := rewrite.New(load(t, example))
	binding := rewrite.Column{Kind: rewrite.Binding}
	for i, want := range []struct {
		firings string
		columns []rewrite.Column
		types   []datalog.Type
	}{
		{"q_fired1", []rewrite.Column{binding, binding, {Kind: rewrite.Wildcard, Premise: 1, Argument: 1}, {Kind: rewrite.Time}},
			[]datalog.Type{datalog.Text, datalog.Integer, datalog.Integer, datalog.Integer}},
		{"p_fired2", []rewrite.Column{binding, binding, {Kind: rewrite.Computed, Argument: 1}, {Kind: rewrite.Time}, {Kind: rewrite.Arrival}},
			[]datalog.Type{datalog.Text, datalog.Integer, datalog.Integer, datalog.Integer, datalog.Integer}},
		{"time_fired3", []rewrite.Column{binding, {Kind: rewrite.Wildcard, Argument: 1}, {Kind: rewrite.Time}, {Kind: rewrite.Arrival}},
			[]datalog.Type{datalog.Text, datalog.Integer, datalog.Integer, datalog.Integer}},
		{"time_fired4", []rewrite.Column{{Kind: rewrite.Time}}, []datalog.Type{datalog.Integer}},
	} {
		r := w.Rules[i]
		relation := w.Datalog.Relations[r.Firings]
		if relation.Name != want.firings || !slices.Equal(r.Columns, want.columns) || !slices.Equal(relation.Types, want.types) {
			t.Errorf("rule %d: %s %v %v", i+1, relation.Name, r.Columns, relation.Types)
		}
	}
	s := w.Snapshots[0]
	if found, ok := w.Snapshot(s.Relation); len(w.Snapshots) != 1 || !ok || found != s || s.Time != 3 || w.Datalog.Relations[s.Of].Name != "p" {
		t.Errorf("snapshots %+v", w.Snapshots)
	}
	if _, ok := w.Snapshot(w.Times); ok {
		t.Error("the times are no snapshot")
	}
}

// What rewriting makes of random programs keeps the invariants: those of a program of plain
// Datalog, but for strata, and those of the way back.
func TestInvariants(t *testing.T) {
	local := 0
	for seed := range uint64(200) {
		source := randprog.NewTask(rand.New(rand.NewPCG(seed, 12)), randprog.Options{}, 5000).Program
		w := rewrite.New(source)
		p := *w.Datalog
		var cycles []*datalog.CycleError
		p.Strata, cycles = datalog.Stratify(len(p.Relations), p.Dependencies())
		if len(cycles) > 0 {
			local++
		}
		if err := p.Check(); err != nil {
			for sentence := range strings.Lines(err.Error()) {
				if len(cycles) == 0 || !strings.Contains(sentence, "which must be complete first") {
					t.Errorf("seed %d: %s", seed, sentence)
				}
			}
		}
		for i, f := range p.Facts {
			if last := f.Args[len(f.Args)-1]; f.Time != 1 || last != datalog.Int(int64(source.Facts[i].Time)) {
				t.Errorf("seed %d: a fact of time %d is rewritten to %s", seed, source.Facts[i].Time, p.FormatFact(f))
			}
		}
		names := map[string]bool{}
		for _, r := range p.Relations {
			if names[r.Name] {
				t.Errorf("seed %d: two relations %s", seed, r.Name)
			}
			names[r.Name] = true
		}
		for i, r := range source.Relations {
			if got := p.Relations[i]; got.Name != r.Name || !slices.Equal(got.Types, append(slices.Clone(r.Types), datalog.Integer)) {
				t.Errorf("seed %d: %v is rewritten to %v", seed, r, got)
			}
		}
		for i, r := range w.Rules {
			body, head := &p.Rules[r.Body], &p.Rules[r.Head]
			if r.Source != &source.Rules[i] || body.Head.Relation != r.Firings || head.Head.Relation != r.Source.Head.Relation {
				t.Errorf("seed %d: rule %d is rewritten to %s %s", seed, i, p.FormatRule(body), p.FormatRule(head))
			}
			n := len(r.Columns)
			if n != len(body.Vars) || !slices.Equal(body.Vars, head.Vars) || int(r.Then) != n-1 || (r.Now == r.Then) != (r.Source.Timing == datalog.Deductive) {
				t.Errorf("seed %d: rule %d has the columns %v", seed, i, r.Columns)
			}
			vars := slices.Sorted(slices.Values(body.Vars))
			if len(slices.Compact(vars)) != n {
				t.Errorf("seed %d: rule %d has the variables %v", seed, i, body.Vars)
			}
			for _, rule := range []*datalog.Rule{body, head} {
				if rule.Timing != datalog.Deductive || slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool { return l.Atom.At > 0 }) {
					t.Errorf("seed %d: %s is no plain Datalog", seed, p.FormatRule(rule))
				}
			}
		}
	}
	if local == 0 {
		t.Error("no program is stratified by time only: the exception is not needed")
	}
}
