package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/hazard/solver"
	"molly/provenance"
)

// countdown is a context that ends when it has been looked at so many times.
type countdown struct {
	context.Context
	lock  sync.Mutex
	left  int
	ended chan struct{}
}

func newCountdown(looks int) *countdown {
	return &countdown{Context: context.Background(), left: looks, ended: make(chan struct{})}
}

func (c *countdown) Done() <-chan struct{} { return c.ended }

func (c *countdown) Err() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.left--; c.left == 0 {
		close(c.ended)
	}
	if c.left <= 0 {
		return context.Canceled
	}
	return nil
}

func (c *countdown) over() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.left <= 0
}

// entries are all that one can ask of the package. Each says what came out, as a text.
func entries(p *datalog.Program, o Options, whole *dedalus.Program) map[string]func(context.Context) (string, error) {
	with := func(change func(*Options)) func(context.Context) (string, error) {
		o := o
		if change(&o); o.Strategy == Exhaustive && o.Spec.EFF <= o.Spec.EOT {
			o.Spec.EFF = min(o.Spec.EFF, 2) // a thousand scenarios are enough
		}
		return func(ctx context.Context) (string, error) {
			v, err := Verify(ctx, p, o)
			if err != nil {
				return "", err
			}
			return outcome(v, err), nil
		}
	}
	sc := failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2))
	return map[string]func(context.Context) (string, error){
		"symbolic":           with(func(*Options) {}),
		"symbolic, all":      with(func(o *Options) { o.All = true }),
		"symbolic, groups":   with(func(o *Options) { o.All, o.Group = true, true }),
		"symbolic, swept":    with(func(o *Options) { o.satSweepAlways = true }),
		"symbolic, other":    with(func(o *Options) { o.Solver = solver.Gophersat }),
		"ldfi":               with(func(o *Options) { o.Strategy = LDFI }),
		"ldfi, all":          with(func(o *Options) { o.Strategy, o.All = LDFI, true }),
		"exhaustive":         with(func(o *Options) { o.Strategy = Exhaustive }),
		"exhaustive, groups": with(func(o *Options) { o.Strategy, o.All, o.Group = Exhaustive, true, true }),
		"random":             with(func(o *Options) { o.Strategy, o.MaxExecutions = Random, 20 }),
		"count": func(ctx context.Context) (string, error) {
			t, err := Count(ctx, p, o, 0)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(t.Violating, t.Scenarios, t.Owed), nil
		},
		"minimal": func(ctx context.Context) (string, error) {
			m, err := Minimal(ctx, p, o, sc)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(*m), nil
		},
		"candidates": func(ctx context.Context) (string, error) {
			r, err := Hypotheses(ctx, p, o, provenance.Exact, 0)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(r.Outcomes, r.Formula, r.Hypotheses, r.Rules, r.Messages), nil
		},
		"execute": func(ctx context.Context) (string, error) {
			s, err := Judge(ctx, p, o, sc)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(s.Violated, s.Vacuous, s.Warnings()), nil
		},
		"horizons": func(ctx context.Context) (string, error) {
			h, err := NewHorizons(p, o)
			if err != nil {
				return "", err
			}
			text := ""
			for eot := 1; eot <= o.Spec.EOT; eot++ {
				v, err := h.Verify(ctx, failure.Spec{EOT: eot, EFF: min(eot, o.Spec.EFF), Crashes: o.Spec.Crashes})
				if err != nil {
					return "", err
				}
				text += outcome(v, err)
			}
			return text, nil
		},
		"certificate": func(ctx context.Context) (string, error) {
			v, err := Verify(context.Background(), p, o)
			if err != nil {
				return "", err
			}
			c, err := Certificate(ctx, whole, o, v)
			if err != nil {
				return "", err
			}
			return string(c.Bytes()), nil
		},
	}
}

const lossy = `
to("a", "b")@1; to("a", "c")@1; to("b", "c")@1; to(N, M)@next :- to(N, M); got("a", 1)@1; got(N, X)@next :- got(N, X);
got(M, X)@async :- got(N, X), to(N, M);
cnt("all", count<N>) :- got(N, _);
pre(N) :- to(_, N), got(_, _);
post(N) :- got(N, _); post(N) :- to(_, N), cnt(_, C), C < TOO; post(N) :- to(_, N), crash(_, _, 2), notin got("c", _);`

// Wherever the context ends, the context's error comes out, and no result; else the result
// is the one of a context that does not end. Of random and exhaustive searches, what comes
// out beside the error may say how far they came.
func TestEndsAnywhere(t *testing.T) {
	for _, few := range []string{"1", "3"} {
		whole, diagnostics := dedalus.ParseString("lossy.ded", strings.Replace(lossy, "TOO", few, 1))
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}, MaxFacts: 100_000}
		for name, ask := range entries(whole.Datalog(), o, whole) {
			want, wantErr := ask(context.Background())
			ended := 0
			step := 1
			if strings.HasPrefix(name, "exhaustive") {
				step = 41 // each of hundreds of runs looks at it
			}
			for looks := 1; looks < 100_000; looks += step {
				ctx := newCountdown(looks)
				got, err := ask(ctx)
				if !ctx.over() {
					if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
						t.Errorf("%s, with a context that does not end: %s, %v; want %s, %v", name, got, err, want, wantErr)
					}
					break
				}
				ended++
				if err == nil && got != want || err != nil && !errors.Is(err, context.Canceled) && fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Errorf("%s, when the context ends at look %d: %s, %v", name, looks, got, err)
				}
			}
			if ended == 0 && name != "certificate" {
				t.Errorf("%s never looks at its context", name)
			}
		}
	}
}

// What cannot be asked is an error, by all that one can ask.
func TestWrongQuestions(t *testing.T) {
	whole, diagnostics := dedalus.ParseString("lossy.ded", strings.Replace(lossy, "TOO", "1", 1))
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	for want, o := range map[string]Options{
		"node \"a\" is given twice":  {Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b", "a"}},
		"EFF is 4, after the end":    {Spec: failure.Spec{EOT: 3, EFF: 4}, Nodes: []string{"a", "b"}},
		"there are only 2 nodes":     {Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 3}, Nodes: []string{"a", "b"}},
		"no nodes to run on":         {Spec: failure.Spec{EOT: 3, EFF: 3}},
		"more than 5 facts at time ": {Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b"}, MaxFacts: 5},
	} {
		for name, ask := range entries(whole.Datalog(), o, whole) {
			if got, err := ask(t.Context()); err == nil || got != "" || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "more than 5 rule firings") {
				t.Errorf("%s: %q, %v; want an error: %s", name, got, err, want)
			}
		}
	}
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 2}, Nodes: []string{"a", "b", "c"}}
	late := failure.NewScenario(failure.Omit("a", "b", 2))
	if m, err := Minimal(t.Context(), whole.Datalog(), o, late); m != nil || err == nil {
		t.Errorf("Minimal: %v, %v", m, err)
	}
	if s, err := Judge(t.Context(), whole.Datalog(), o, late); s != nil || err == nil {
		t.Errorf("Execute: %v, %v", s, err)
	}
	if v, err := Verify(t.Context(), whole.Datalog(), Options{Spec: o.Spec, Nodes: o.Nodes, Group: true}); v != nil || err == nil {
		t.Errorf("groups of one: %v, %v", v, err)
	}
}

// A number that does not fit is an error of the program, by all that one can ask, with the
// rule and the first scenario that reaches it.
func TestOverflowEverywhere(t *testing.T) {
	whole, diagnostics := dedalus.ParseString("big.ded", `to("a", "b")@1; to("a", "b")@2; to("a", "c")@2; got("a")@1; got(M)@async :- to(N, M), got(N); got(N)@next :- got(N);
big(N, X * 4611686018427387904)@next :- got(N), late(N, X), notin got("b");
late("a", 2)@2;
pre(N) :- got(N); post(N) :- got(N);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b", "c"}}
	for name, ask := range entries(whole.Datalog(), o, whole) {
		_, err := ask(t.Context())
		var program *ProgramError
		if !errors.As(err, &program) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := "{O(a,b,1)}"
		if name == "execute" {
			want = "{O(a,b,1), O(a,b,2)}"
		}
		if name == "random" || name == "minimal" && program.Scenario.String() == "{O(a,b,1)}" {
			want = program.Scenario.String()
		}
		if program.Pos.Line != 2 || program.Scenario.String() != want || !strings.Contains(program.Error(), "64 bits") {
			t.Errorf("%s: %v under %v", name, program, program.Scenario)
		}
	}
}
