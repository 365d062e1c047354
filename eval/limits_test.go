package eval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/memlimit"
)

// numbers are the facts p(place, 0), …, p(place, n-1), and so on for every place.
func numbers(n int, places ...string) string {
	var b strings.Builder
	for _, place := range places {
		for i := range n {
			fmt.Fprintf(&b, "p(%q, %d)@1;\n", place, i*i+7)
		}
	}
	return b.String()
}

// What grows with the pairs of facts, and is no fact, must have a bound as well.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, rule, what string }{
		{"messages to nobody", `q("nobody", X, Y)@async :- p(N, X), p(N, Y);`, "lost messages"},
		{"messages that are lost", `q("b", X, Y)@async :- p("a", X), p("a", Y);`, "lost messages"},
		{"numbers that are compared", `q(N, X) :- p(N, X), p(N, Y), X * Y == 0 - 1;`, ""},
		{"numbers that are looked up", `q(N, X) :- p(N, X), p(N, Y), p(N, 0 - X * Y), notin p(N, X * Y);`, ""},
		{"numbers that are named", `q(N, Z) :- p(N, X), p(N, Y), Z == X * Y, Z < 0;`, "numbers and strings"},
		{"overflows", `q(N, X) :- p(N, X), p(N, Y), X * 9223372036854775807 + Y > 0;`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			program, diagnostics := dedalus.ParseString("limits.ded", numbers(150, "a")+c.rule)
			if diagnostics.HasErrors() {
				t.Fatal(diagnostics)
			}
			ev, err := eval.New(program.Datalog(), []string{"a", "b"}, eval.Options{MaxFacts: 1000})
			if err != nil {
				t.Fatal(err)
			}
			run, err := ev.Run(context.Background(), failure.Spec{EOT: 2, EFF: 2}, failure.NewScenario(failure.Omit("a", "b", 1)))
			var limit *eval.LimitError
			switch errors.As(err, &limit) {
			case false:
				if err != nil || c.what != "" {
					t.Errorf("error %v, want too many %q", err, c.what)
				} else if c.name == "overflows" && len(run.Overflows()) != 1 {
					t.Errorf("overflows: %v", run.Overflows())
				}
			case true:
				if limit.What != c.what {
					t.Errorf("too many %q, want %q", limit.What, c.what)
				}
			}
		})
	}
}

// Narrow integers: what is computed must fit at every step, and a sum without its
// signs.
func TestMaxInteger(t *testing.T) {
	const facts = `p("a", 2147483647)@1; p("a", 2)@1; p("a", -3)@1; to("a", "b")@1; `
	for _, c := range []struct {
		rule      string
		overflows bool
	}{
		{`q(N, X + 1) :- p(N, X);`, true},
		{`q(N, X - 1) :- p(N, X);`, false},
		{`q(N, X * 2 / 2) :- p(N, X);`, true},
		{`q(N, X) :- p(N, X), X + 1 < 0;`, true},
		{`q(N, X) :- p(N, X), X < 9, X * 1000000000 < 2147483647;`, true},
		{`q(N, X) :- p(N, X), X < 9, X * 700000000 < 2147483647;`, false},
		{`q(N, X) :- p(N, X), notin p(N, X + 1), X > 9;`, true},
		{`q(N, X) :- p(N, X), p(N, -1 - X - 1);`, true},
		{`q(N, X) :- p(N, X), X / 0 + X * 2 > 1;`, false},
		{`q(N, sum<X>) :- p(N, X), X < 0;`, false},
		{`q(N, sum<X>) :- p(N, X), X != 2;`, true}, // 2147483644, but not in any order
		{`got(M, X)@async :- p(N, X), to(N, M), X != 2; q(N, sum<X>) :- got(N, X);`, true},
	} {
		program, diagnostics := dedalus.ParseString("narrow.ded", facts+c.rule)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		ev, err := eval.New(program.Datalog(), []string{"a", "b"}, eval.Options{MaxInteger: math.MaxInt32, SkipObservers: true})
		if err != nil {
			t.Fatal(err)
		}
		run, err := ev.Run(context.Background(), failure.Spec{EOT: 2, EFF: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		space, err := ev.Space(context.Background(), failure.Spec{EOT: 2, EFF: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(run.Overflows()) > 0; got != c.overflows || len(space.Overflows()) > 0 != got {
			t.Errorf("%s: overflows %v, in the space %v", c.rule, run.Overflows(), space.Overflows())
		}
	}
}

// The rows of a group with several aggregates are the product of what each can be.
// Beyond the limit, the rest of the product is not made.
func TestLimitOfRows(t *testing.T) {
	var nodes []string
	for i := range 80 {
		nodes = append(nodes, fmt.Sprintf("n%d", i))
	}
	var src strings.Builder
	for i, n := range nodes {
		fmt.Fprintf(&src, "p(%q, %d)@1;\n", n, i)
	}
	src.WriteString(`q("z", X)@async :- p(_N, X);
		r(N, min<X>, max<X>, count<X>) :- q(N, X);`)
	program, diagnostics := dedalus.ParseString("limits.ded", src.String())
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	ev, err := eval.New(program.Datalog(), append(nodes, "z"), eval.Options{MaxFacts: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = ev.Space(context.Background(), failure.Spec{EOT: 3, EFF: 2})
	runtime.ReadMemStats(&after)
	var limit *eval.LimitError
	if !errors.As(err, &limit) {
		t.Fatalf("error %v, want a limit", err)
	}
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 12 {
		t.Errorf("a limit of 10,000 took %d MB", used)
	}
}

// Runs that resume one another do not heap up what only one of them met.
func TestResumeForgets(t *testing.T) {
	program, diagnostics := dedalus.ParseString("limits.ded", numbers(90, "a")+`
		bit("a", 1)@1;
		bit(N, 2 * B)@next :- bit(N, B);
		got("b", B)@async :- bit("a", B);
		got(N, B)@next :- got(N, B);
		total(N, sum<B>) :- got(N, B);
		large(N, 100000 * S + X) :- total(N, S), p(_, X)@1;`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	ctx, spec := context.Background(), failure.Spec{EOT: 5, EFF: 5}
	ev, err := eval.New(program.Datalog(), []string{"a", "b"}, eval.Options{MaxFacts: 800})
	if err != nil {
		t.Fatal(err)
	}
	run, err := ev.Run(ctx, spec, nil)
	for s := range spec.Each(ev.Nodes()) {
		if err == nil {
			run, err = ev.Resume(ctx, run, s)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// A space that would take terabytes ends when the memory is used up, and says how far it came
// and what is large.
func TestMemory(t *testing.T) {
	p := parse(t, `
		send("a", "b")@1; send(N, M)@next :- send(N, M); recv("b")@1; recv(N)@next :- recv(N);
		m(M)@async :- send(_N, M);
		h("b", 1)@1; h(N, X * 2 + 1)@next :- h(N, X), m(N); h(N, X * 2)@next :- h(N, X), notin m(N), recv(N);`)
	ctx, stop := memlimit.Watch(context.Background(), memlimit.Used()+40<<20)
	defer stop()
	var last eval.Growth
	told := 0
	ev, err := eval.New(p, []string{"a", "b"}, eval.Options{Progress: func(g eval.Growth) { last = g; told++ }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = ev.Space(ctx, failure.Spec{EOT: 60, EFF: 59})
	var ended *eval.MemoryError
	if !errors.As(err, &ended) {
		t.Fatalf("error %v", err)
	}
	if ended.Time < 10 || len(ended.Largest) == 0 || ended.Largest[0].Name != "h" || ended.Growth != last || told != last.Time {
		t.Errorf("%v\nlast told, of %d times: %v", err, told, last)
	}
	if last.Factor < 1.8 || last.Factor > 2.2 || last.Expected < 1e12 {
		t.Errorf("facts double at each time, but: %+v", last)
	}
}
