package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/verify/certify"
)

func parsed(t *testing.T, src string) *dedalus.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p
}

func TestNamesOfStrategies(t *testing.T) {
	for _, s := range []Strategy{Symbolic, LDFI, Exhaustive, Random} {
		if got, err := ParseStrategy(s.String()); got != s || err != nil {
			t.Errorf("%v is read as %v, %v", s, got, err)
		}
	}
	if got, err := ParseStrategy("sat"); got != 0 || err == nil || !strings.Contains(err.Error(), `"sat" is not a strategy: choose symbolic, ldfi, exhaustive or random`) {
		t.Errorf("%v, %v", got, err)
	}
}

// The events of each strategy: what is proposed is run, and the numbers count both.
func TestEventsCount(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "1", 1)).Datalog()
	for _, strategy := range []Strategy{Symbolic, LDFI} {
		for _, all := range []bool{false, true} {
			var proposed, executed, learned, confirmed int
			o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}, Strategy: strategy, All: all}
			o.Progress = func(e Event) {
				switch e.Kind {
				case Grounding:
					if e.Executions != 1 || e.Growth.EOT != 3 {
						t.Errorf("%v: while grounding: %+v", strategy, e)
					}
				case Proposed:
					if proposed++; e.Candidates != proposed {
						t.Errorf("%v: candidate %d is said to be number %d", strategy, proposed, e.Candidates)
					}
				case Executed:
					if executed++; e.Executions != executed {
						t.Errorf("%v: execution %d is said to be number %d", strategy, executed, e.Executions)
					}
				case Learned:
					learned++
				case Confirmed:
					if confirmed++; e.Finding.Alike != 1 || e.Finding.Scenario.Compare(e.Scenario) != 0 {
						t.Errorf("%v: confirmed %+v", strategy, e)
					}
				}
			}
			v, err := Verify(t.Context(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			if proposed != executed-1 || executed != v.Executions || confirmed != len(v.Findings) || strategy == LDFI && learned+confirmed != executed || proposed == 0 {
				t.Errorf("%v, all %v: %d proposed, %d executed, %d learned, %d confirmed; %d findings", strategy, all, proposed, executed, learned, confirmed, len(v.Findings))
			}
		}
	}
}

// What is wrong without a fault is found by each strategy as one counterexample, the empty
// one.
func TestWrongWithoutFaults(t *testing.T) {
	p := parsed(t, `p("a")@1; q("b")@1; pre(N) :- p(N); post(N) :- q(N);`).Datalog()
	for _, strategy := range []Strategy{Symbolic, LDFI, Exhaustive, Random} {
		v, err := Verify(t.Context(), p, Options{Spec: failure.Spec{EOT: 1, EFF: 1, Crashes: 1}, Nodes: []string{"a", "b"}, Strategy: strategy})
		if err != nil || v.Kind != Counterexample || len(v.Findings) != 1 || len(v.Findings[0].Scenario) != 0 || v.Findings[0].Alike != 1 || len(v.Findings[0].Violated) != 1 {
			t.Errorf("%v: %+v, %v", strategy, v, err)
		}
	}
}

// A search that ends early says why.
func TestReasons(t *testing.T) {
	for want, err := range map[string]error{
		"timed out": context.DeadlineExceeded, "interrupted": context.Canceled, errBound.Error(): errBound,
		"the program grew too large: more than 7 facts at time 2": &eval.LimitError{What: "facts", Limit: 7, Time: 2, Rule: -1},
	} {
		if got := reason(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// A proposal whose run violates nothing is an error of the tool, and no finding.
func TestFalseProposals(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "3", 1)).Datalog()
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}}
	s, err := newSearch(context.Background(), p, o, eval.Options{SkipObservers: true})
	if err != nil {
		t.Fatal(err)
	}
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	if err != nil {
		t.Fatal(err)
	}
	var internal *InternalError
	if f, err := s.confirm(failure.NewScenario(failure.Omit("a", "b", 2)), free); !errors.As(err, &internal) || f.Scenario != nil {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := s.confirm(nil, free); !errors.As(err, &internal) || f.Violated != nil {
		t.Errorf("%+v, %v", f, err)
	}
	// A run that lacks what the circuits do not know of is one as well.
	if err := s.agree(Judged{Violated: []Violation{{}}}, s.space.Circuit.Evaluate(nil)); !errors.As(err, &internal) {
		t.Errorf("%v", err)
	}
}

// Who looks at some facts or firings of a space alone may stop early.
func TestSpacesCanBeLeft(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "3", 1)).Datalog()
	ev, err := eval.New(p, []string{"a", "b", "c"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	space, err := ev.Space(t.Context(), failure.Spec{EOT: 3, EFF: 3, Crashes: 1})
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for range facts(space) {
		all++
	}
	firings := 0
	lineage := newSupport(space)
	for range lineage.firings {
		firings++
	}
	if all != space.Facts() || firings != space.Firings() {
		t.Errorf("%d facts of %d, %d firings of %d", all, space.Facts(), firings, space.Firings())
	}
	for stop := 1; stop <= firings; stop++ {
		n := 0
		for range facts(space) {
			if n++; n == min(stop, all) {
				break
			}
		}
		m := 0
		for range lineage.firings {
			if m++; m == stop {
				break
			}
		}
		if n != min(stop, all) || m != stop {
			t.Fatalf("stopped after %d: %d facts, %d firings", stop, n, m)
		}
	}
}

// What holds in a model only because it holds itself up is found: one fact, or several;
// what rests on a crash or a fact that is given is not.
func TestSelfSupporting(t *testing.T) {
	fact := func(name string, time, literal int) *certify.Fact {
		f := &certify.Fact{Name: name, Literal: literal}
		f.Time = time
		return f
	}
	given, p, q, r, alone, rests, crash := fact("given", 1, 1), fact("p", 1, 2), fact("q", 1, 3), fact("r", 1, 4), fact("alone", 1, 5), fact("rests", 1, 6), fact("crash", 0, 7)
	given.Given = true
	by := func(literal int, premises ...*certify.Fact) *certify.Support {
		return &certify.Support{Literal: literal, Premises: premises}
	}
	p.Supports = []*certify.Support{by(8, q), by(9, given)}
	q.Supports = []*certify.Support{by(10, r)}
	r.Supports = []*certify.Support{by(11, p, crash)}
	alone.Supports = []*certify.Support{by(12, alone), by(13, crash)}
	rests.Supports = []*certify.Support{by(14, p)}
	plain := &certify.Plain{Facts: []*certify.Fact{rests, r, q, p, given, alone}}
	model := func(lits ...int) []bool {
		m := make([]bool, 14)
		for _, l := range lits {
			m[l-1] = true
		}
		return m
	}
	for _, c := range []struct {
		name  string
		model []bool
		want  string
	}{
		{"nothing but what is given", model(1), "[]"},
		{"a round of three", model(1, 2, 3, 4, 7, 8, 10, 11), "[[p q r]]"},
		{"a round that rests on what is given", model(1, 2, 3, 4, 7, 8, 9, 10, 11), "[]"},
		{"what rests on a round is no round", model(1, 2, 3, 4, 6, 7, 8, 10, 11, 14), "[[p q r]]"},
		{"a fact that holds itself up", model(1, 5, 12), "[[alone]]"},
		{"a fact that rests on a crash as well", model(1, 5, 7, 12, 13), "[]"},
		{"both", model(1, 2, 3, 4, 5, 7, 8, 10, 11, 12), "[[alone] [p q r]]"},
	} {
		var loops []string
		for _, l := range selfSupporting(plain, c.model) {
			slices.Sort(l)
			loops = append(loops, fmt.Sprint(l))
		}
		slices.Sort(loops)
		if got := fmt.Sprint(loops); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A certified program whose facts hold each other up within a time has a valid certificate,
// which says so.
func TestCertificateWithLoops(t *testing.T) {
	p := parsed(t, `to("a", "b")@1; to("a", "b")@2; to("a", "b")@3; on("b")@1; on(N)@next :- on(N);
g(M)@async :- to(N, M); p(N) :- g(N); p(N) :- q(N); q(N) :- p(N); p(N)@next :- p(N);
pre(N) :- on(N), notin p(N); pre("none") :- on(_); post("none") :- on(_); post(N) :- on(N), notin q(N);`)
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b"}}
	v, err := Verify(t.Context(), p.Datalog(), o)
	if err != nil || v.Kind != Certified {
		t.Fatalf("%+v, %v", v, err)
	}
	c, err := Certificate(t.Context(), p, o, v)
	if err != nil {
		t.Fatal(err)
	}
	if err := certify.Check(t.Context(), p, c, nil); err != nil {
		t.Error(err)
	}
}

// Counting tells how large a diagram grows, now and then.
func TestCountingProgress(t *testing.T) {
	const k = 16
	var src strings.Builder
	src.WriteString(`to("a", "b")@1; to(N, M)@next :- to(N, M); got(M, X)@async :- to(N, M), tick(N, X); got(N, X)@next :- got(N, X); all(N, X)@next :- all(N, X);` + "\n")
	for i := 1; i <= k; i++ {
		fmt.Fprintf(&src, "tick(\"a\", %d)@%d; tick(\"a\", %d)@%d; all(\"b\", %d)@1;\n", i, i, i, i+k, i)
	}
	src.WriteString(`pre(X) :- all(_, X); post(X) :- got("b", X);`)
	largest := 0
	o := Options{Spec: failure.Spec{EOT: 2*k + 1, EFF: 2*k + 1}, Nodes: []string{"a", "b"}, Progress: func(e Event) {
		if e.Kind == Compiling {
			largest = max(largest, e.DiagramNodes)
		}
	}}
	tally, err := Count(t.Context(), parsed(t, src.String()).Datalog(), o, 0)
	if err != nil {
		t.Fatal(err)
	}
	if largest < 1000 {
		t.Errorf("the diagram is said to have %d nodes", largest)
	}
	if tally.Violating[1].Sign() != 0 || tally.Violating[2].Int64() != k {
		t.Errorf("%v violate with two faults, want %d", tally.Violating[2], k)
	}
}

// Two tuples differ in one column, or in none or several.
func TestOtherColumn(t *testing.T) {
	tuple := func(names ...string) []datalog.Value {
		var list []datalog.Value
		for _, n := range names {
			list = append(list, datalog.String(n))
		}
		return list
	}
	for _, c := range []struct {
		a, b   []datalog.Value
		column int
	}{
		{tuple("a", "b", "c"), tuple("a", "b", "c"), -1}, {tuple("a", "b", "c"), tuple("x", "b", "c"), 0},
		{tuple("a", "b", "c"), tuple("a", "x", "c"), 1}, {tuple("a", "b", "c"), tuple("a", "b", "x"), 2},
		{tuple("a", "b", "c"), tuple("x", "x", "c"), -1}, {tuple("a", "b", "c"), tuple("x", "b", "x"), -1},
		{tuple("a", "b", "c"), tuple("a", "x", "x"), -1}, {tuple(), tuple(), -1},
	} {
		if got := otherColumn(c.a, c.b); got != c.column {
			t.Errorf("%v and %v: %d, want %d", c.a, c.b, got, c.column)
		}
	}
}

// A comparison reads no relation, not even the first of the program.
func TestUnseenOfComparisons(t *testing.T) {
	p := parsed(t, `first("a")@1; use(N) :- first(N); kept("a", 1)@1; kept(N, X)@next :- kept(N, X);
pre(N) :- kept(N, X), X > 0; post(N) :- kept(N, X), X != 2, X < 9;`).Datalog()
	if first, _ := p.Lookup("first"); first != 0 {
		t.Fatalf("first is relation %d", first)
	}
	if u := unseen(p, failure.Spec{}); !u.Nothing() {
		t.Errorf("%+v", u)
	}
}

// Where negation is ignored no scenario is tried twice, and what is found stands for itself.
func TestNothingIsTriedTwice(t *testing.T) {
	for _, few := range []string{"1", "3"} {
		p := parsed(t, strings.Replace(lossy, "TOO", few, 1)).Datalog()
		seen := map[string]bool{}
		o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}, Strategy: LDFI, IgnoreNegation: true}
		o.Progress = func(e Event) {
			if e.Kind == Proposed {
				if s := e.Scenario.String(); seen[s] || len(e.Scenario) == 0 {
					t.Errorf("%s is tried a second time", s)
				} else {
					seen[s] = true
				}
			}
			if e.Kind == Confirmed && e.Finding.Alike != 1 {
				t.Errorf("%+v", e.Finding)
			}
		}
		if v, err := Verify(t.Context(), p, o); v == nil || v.Kind != Counterexample && !errors.Is(err, ErrNegationIgnored) {
			t.Errorf("%+v, %v", v, err)
		}
		if len(seen) == 0 {
			t.Error("nothing is tried")
		}
	}
}

// A question that ends after the scenario has been run has no answer.
func TestMinimalEnds(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "1", 1)).Datalog()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	runs := 0
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}, Progress: func(e Event) {
		if e.Kind == Executed {
			if runs++; runs == 2 {
				cancel()
			}
		}
	}}
	sc := failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2))
	if m, err := Minimal(ctx, p, o, sc); m != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", m, err)
	}
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
}

// A failure-free run that is too large cannot be judged by, however small the run in question
// is. Where all of pre must be in post, no other run is needed to judge by.
func TestTooLargeToJudgeBy(t *testing.T) {
	p := parsed(t, `to("a", "b")@1; s("a", 1)@1; s("a", 2)@1; s("a", 3)@1; s("a", 4)@1; got(M, X)@async :- s(N, X), to(N, M); pair(N, X, Y) :- got(N, X), got(N, Y);
pre(N) :- to(N, _); post(N) :- pair(N, _, _);`).Datalog()
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b"}, MaxFacts: 12}
	if s, err := Judge(t.Context(), p, o, failure.NewScenario(failure.Omit("a", "b", 1))); s == nil || err != nil {
		t.Errorf("%v", err)
	}
	o.Outcomes = FailureFree
	var limit *eval.LimitError
	if s, err := Judge(t.Context(), p, o, failure.NewScenario(failure.Omit("a", "b", 1))); s != nil || !errors.As(err, &limit) {
		t.Errorf("%+v, %v", s, err)
	}
	o.MaxFacts = 100
	if s, err := Judge(t.Context(), p, o, failure.NewScenario(failure.Omit("a", "b", 1))); s == nil || err != nil {
		t.Errorf("%v", err)
	}
}
