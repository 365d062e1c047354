package eval_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
)

// Small programs for what random ones reach seldom. Each is compared with the
// reference, fact by fact, in every scenario of two nodes ⟨4,3,1⟩.
var programs2 = []struct{ name, src string }{
	{"an absolute time at that time", `z("a", 1)@1; z(N, X)@next :- z(N, X); t(N, N, 2) :- z(N, _)@1; u(N, N) :- z(N, _)@2, notin z(N, 1)@3;`},
	{"an absolute time is false before it comes", `
		g("a")@1; g(N)@next :- g(N);
		p(N)@next :- g(N); q(N)@next :- g(N), p(N)@2; r(N)@next :- g(N), notin p(N)@2;`},
	{"a stratum that reads itself at an absolute time", `
		e("a", 1, 2)@1; e("a", 2, 3)@2; e("a", 3, 1)@2; e(N, X, Y)@next :- e(N, X, Y);
		p(N, X, Y) :- e(N, X, Y); p(N, X, Z) :- p(N, X, Y)@2, p(N, Y, Z); p(N, X, X) :- p(N, X, _)@1;`},
	{"facts must not hold each other up", `
		s("b", "a", 1)@1; g(M, V)@async :- s(N, M, V); p(N, V) :- g(N, V);
		p(N, V) :- q(N, V); q(N, V) :- p(N, V); r(N, V) :- s(N, _, V), notin p(_, V);`},
	{"a cycle that two messages reach", `
		s("a", "b", 1)@1; s("a", "b", 2)@2; m(M, V)@async :- s(N, M, V); m(N, V)@next :- m(N, V);
		p(N, 1) :- m(N, 1); p(N, 2) :- m(N, 2); p(N, 2) :- p(N, 1); p(N, 1) :- p(N, 3); p(N, 3) :- p(N, 2);`},
	{"a ring against the order of its facts", `
		l("a", "b", 1)@1; l("a", "b", 2)@1; l("a", "b", 3)@1; l("a", "b", 4)@1; l("a", "b", 5)@1;
		l(N, M, X)@next :- l(N, M, X);
		start("b", 3)@2; start(N, X)@next :- start(N, X);
		up(M, X)@async :- l(N, M, X), X > 2; up(M, X)@async :- l(N, M, X), notin late(N, X); late("a", 9)@1;
		at(N, X) :- start(N, X), up(N, X);
		at(N, X + 1) :- at(N, X), up(N, X + 1); at(N, 1) :- at(N, 5), up(N, 1); at(N, X - 1) :- at(N, X), up(N, X - 1);
		at(N, 5) :- at(N, 1), up(N, 5);`},
	{"doubly recursive over messages", `
		l("a", 1, 2)@1; l("a", 2, 3)@1; l("a", 3, 4)@1; l("a", 4, 1)@1; l("b", 2, 4)@1;
		to("a", "b")@1; to("b", "a")@1;
		e(M, X, Y)@async :- l(N, X, Y), to(N, M); e(N, X, Y)@next :- l(N, X, Y), X != 2;
		p(N, X, Y) :- e(N, X, Y); p(N, X, Z) :- p(N, Y, Z), p(N, X, Y);
		cut(N, X) :- to(N, _)@1, l(_, X, _)@1, notin p(N, X, X);`},
	{"a message to oneself", `to("a", "a")@1; to("a", "b")@1; p("a", 1)@1; p(M, V)@async :- p(N, V), to(N, M)@1; to("b", "a")@1;`},
	{"a message to no node", `to("a", "zz")@1; p("a", 1)@1; p(M, V)@async :- p(N, V), to(N, M)@1; p("b", 1)@1; p(M, V)@async :- p(N, V), M == "zy";`},
	{"crashes are seen before they happen", `p("a")@1; p("b")@1; p(N)@next :- p(N); seen(N, C, T)@next :- p(N), crash(N, C, T); pre(C) :- seen(_, C, _); post(C) :- crash(_, C, 2);`},
	{"an empty group has no row", `all("a", 1)@1; p("b", "a", 1)@1; p(M, N, V)@async :- p(N, M, V); cnt(N, count<V>) :- p(N, _, V); few(V) :- all(N, V)@1, cnt(N, C), C < 1;`},
	{"counting messages", `
		p("a", 1)@1; p("b", 2)@1; node("a", "b")@1; node("b", "a")@1; node("a", "a")@1;
		votes(M, count<N>)@async :- p(N, _), node(N, M)@1; sums(M, sum<V>, max<V>, min<N>)@async :- p(N, V), node(N, M)@1; p(N, V + 1)@next :- p(N, V), V < 4;`},
	{"a negated pattern is a set", `
		r("a", "x")@1; r("b", "y")@1; to("a", "b")@1; to("b", "a")@1; r(M, V)@async :- r(N, V), to(N, M)@1;
		none(N) :- to(N, _)@1, notin r(N, _); noy(N) :- to(N, _)@1, notin r(N, "y"); r(N, V)@next :- r(N, V), V == "x", N == "a";`},
	{"x and not x", `r("a", 1)@1; to("a", "b")@1; r(M, V)@async :- r(N, V), to(N, M)@1; s(N, V)@next :- r(N, V), notin r(N, V); t(N, V)@next :- r(N, V), notin s(N, V);`},
	{"sum over bindings", `w("a", "x", 2)@1; w("a", "y", 2)@1; w("a", "z", -4)@1; tot(N, sum<K>) :- w(N, X, K); all(N, sum<K>) :- w(N, _, K), w(N, _, _); w(M, X, K)@async :- w(N, X, K), M == "b"; in("b")@1;`},
	{"sum over bindings that may fail", `
		w("a", "x", 2)@1; w("a", "y", 2)@1; w("a", "z", -4)@1; w("a", "u", 9223372036854775807)@1; in("b")@1;
		v(M, X, K)@async :- w(N, X, K), M == "b"; tot(N, sum<K>) :- v(N, X, K); tot(M, sum<K>)@async :- w(N, X, K), M == "b"; v(N, X, K)@next :- v(N, X, K), X != "u"; w(N, X, K)@next :- w(N, X, K), X != "y";`},
	{"undefined inside notin", `n("a", 0)@1; n("a", 1)@1; n("a", 2)@1; q("a", 1)@1; p(N, X) :- n(N, X), notin q(N, 2 / X); r(N, X) :- n(N, X), q(N, 2 % X); s(N, 4 / X) :- n(N, X);`},
	{"overflow that another literal prevents", `
		n("a", 9223372036854775807)@1; n("a", 3)@1; to("a", "b")@1; n(M, X)@async :- n(N, X), to(N, M)@1;
		p(N, X + 1) :- n(N, X), X < 100; q(N, Y) :- n(N, X), Y == X * 2, notin n(N, 3); r(N) :- n(N, X), n(N, X * X); s(N) :- n(N, X), Y == X - 1, Y == X + 1, notin n("b", X);
		m(N, -9223372036854775808 / Y) :- n(N, X), Y == 2 - X, Y < 0; k(N, -9223372036854775808 % Y) :- n(N, X), Y == 2 - X, Y < 0;`},
	{"equalities in chains", `n("a", 1)@1; n("a", 2)@1; p(N, Z) :- Z == Y + 1, n(N, X), Y == X * 10; q(N, X) :- n(N, X), X == Y, Y == 2; r(N, Y) :- n(N, X), X + 1 == Y, Y != 2; s(N, "k") :- n(N, _), K == "k", K >= "a", n(N, 1 + 0);`},
	{"several aggregates of one group", `
		w("a", 1, "p")@1; w("a", 2, "q")@1; w("a", 2, "p")@1; in("b")@1;
		v(M, K, S)@async :- w(N, K, S), M == "b"; g(N, count<K>, max<S>, S2) :- v(N, K, S), v(N, K, S2); h(N, min<K>, max<K>, count<S>, sum<K>) :- v(N, K, S);
		v(N, K, S)@next :- v(N, K, S), notin h(N, 1, 1, 1, _);`},
	{"an aggregate in a recursive stratum", `
		e("a", 1, 2)@1; e("a", 2, 3)@1; in("b")@1; f(M, X, Y)@async :- e(N, X, Y), M == "b";
		far(N, X, max<Y>) :- f(N, X, Y); far(N, X, Z) :- far(N, X, Y), far(N, Y, Z); end(N, max<Z>) :- far(N, _, Z);`},
	{"constants in heads and places", `go("a")@1; go("b")@1; p("b", 1)@async :- go("a"); p("a", 2)@async :- go("b"), notin p("a", 2); q("x", C) :- p(C, _); go(N)@next :- go(N);`},
	{"rules without positive atoms", `p("a", 1) :- notin q("a"); q("a")@2; in("b")@1; r("a", 2)@next :- notin q("b"), 1 < 2; q("b")@async :- in("b");`},
	{"repeated variables", `e("a", "a", "b")@1; e("a", "b", "b")@1; e("b", "b", "b")@1; l(N, X) :- e(N, X, X); m(N) :- e(N, N, N); k(N) :- e(N, N, X), e(X, X, N);`},
}

// Small programs for what late messages, second copies, outages and inputs do to a run.
var widePrograms = []struct{ name, src string }{
	{"counting what arrives at one time", `
		p("a", 1)@1; p("a", 2)@2; p("b", 5)@1; p(N, X)@next :- p(N, X), X != 2; to("a", "b")@1; to("b", "b")@1;
		n(M, count<X>, sum<X>, min<X>)@async :- p(N, X), to(N, M)@1; k(N, sum<X>) :- n(N, X, _, _);`},
	{"one binding at several times, and a copy of itself", `
		p("a", 3)@1; go("a", "b")@1..3; s(M, sum<X>)@async :- go(N, M), p(N, X)@1; t(N, sum<C>)@next :- s(N, C); t(N, C)@next :- t(N, C), notin s(N, _);`},
	{"votes that are stable, and votes that are not", `
		stable vote; ask("a", "b")@1; ask("a", "b")@3; ask(N, M)@next :- ask(N, M), notin vote(N, _);
		req(M, N)@async :- ask(N, M); vote(N, C)@next :- req(N, C); vote(N, C)@next :- vote(N, C), notin req(N, _); soft(N, C)@next :- req(N, C); soft(N, C)@next :- soft(N, C);
		lost(N) :- vote(N, _), notin soft(N, _); seen(N, C)@next :- vote(N, C)@2, soft(N, _);`},
	{"stable tuples that rules conclude otherwise", `
		stable s, o; s("a", 1)@1; s("b", 2)@2; in("a")@1; in(N)@next :- in(N); s(M, 3)@async :- in(N), M == "b"; s(N, 4) :- in(N); s(N, X + 10)@next :- s(N, X), X < 5;
		o(N, X) :- s(N, X); o(N, X)@next :- s(N, X), X > 10; both(N, M) :- s(N, 4), s(M, X), X > 10;`},
	{"who starts, and when", `
		stable epoch; epoch(N, 1)@next :- boot(N), notin epoch(N, _); epoch(N, E + 1)@next :- boot(N), epoch(N, E); epoch(N, E)@next :- epoch(N, E), notin boot(N);
		up(N, T)@next :- now(N, T); hear(M, N, T)@async :- member(N, M), now(N, T), N != M; first(N) :- boot(N), now(N, 1); alone(N) :- now(N, T), T > 1, notin hear(N, _, _);`},
	{"outages and crashes that observers see", `
		in("a")@1; in("b")@1; in(N)@next :- in(N); gone(M) :- in(_), member(_, M), notin in(M); excused(N) :- outage(N, N, _, _); excused(N) :- crash(N, N, _);
		pre(N) :- gone(N), notin excused(N); post(N) :- in(N), notin excused(N); back(N, F, U)@next :- in(N), outage(N, N, F, U); any(O, N) :- outage(O, N, 1, 3);`},
	{"facts that last, and inputs", `
		cfg("a", "b")@2..; cfg("b", "a")@1..3; may go("a", 1)@1..3; may go("b", 2)@2; may go("a", 7)@9; run(N, X)@next :- go(N, X); run(N, X)@next :- run(N, X);
		m(M, X)@async :- run(N, X), cfg(N, M); twice(N, X) :- run(N, X), m(N, X); pre(X) :- go(_, X), notin m(_, X); post(X) :- run(_, X);`},
	{"tuples of another place", `
		stable far, near; in("a")@1; in("b")@1; in(N)@next :- in(N); far("b", T)@next :- in("a"), now("a", T); near("b", T) :- in("a"), now("a", T); k(N, T)@next :- near(N, T); l("b", T)@next :- far("a", T), in("b"); l("a", T)@next :- in("b"), now("b", T); far("a", T)@next :- in("b"), now("b", T), T < 3;`},
	{"times past of a node that was down", `
		stable s; p("a", 1)@1; p("b", 1)@2; s(N, X)@next :- p(N, X); q(N)@next :- s(N, X)@2, now(N, _); r(N)@next :- now(N, _), notin p(N, 1)@2, notin s(N, 1)@3; u(M)@async :- s(N, _)@3, member(N, M);
		z(N) :- s(N, _)@2; v("x", N) :- s(N, _)@3, notin z(N);`},
	{"rules without positive atoms", `
		stable g; p("a", 1) :- notin q("a"); q("a")@2; in("b")@1; r("a", 2)@next :- notin q("b"), 1 < 2; q("b")@async :- in("b"); in("b")@next :- in("b"); g("b", 3)@next :- notin q("a"); w(N)@next :- g(N, _), notin p("a", 1);`},
	{"what overflows only where a node is up", `
		n("a", 9223372036854775807)@2; n("b", 1)@1; stable n; n(N, X)@next :- n(N, X); m(N, X + 1) :- n(N, X), now(N, _); to("b", "a")@1; k(M, sum<X>)@async :- n(N, X), to(M, N)@1; k(M, sum<Y>)@next :- n(N, X), Y == X - 1, member(N, M);`},
	{"recursion through what is down", `
		stable e; e("a", 1, 2)@1; e("a", 2, 3)@1; e("b", 3, 1)@1; e(N, X, Y)@next :- e(N, X, Y); e(M, X, Y)@async :- e(N, X, Y), member(N, M), N != M;
		reach(N, X, Y) :- e(N, X, Y); reach(N, X, Z) :- reach(N, X, Y), reach(N, Y, Z); all(N, X, Y) :- reach(N, X, Y); all("o", X, Z) :- all(_, X, Y), e(_, Y, Z); all("o", X, Z) :- all("o", X, Y), e(_, Y, Z); k(N, X)@next :- reach(N, X, X);`},
	{"never, at every time", `
		lock("a")@1; lock(M)@async :- lock(N), member(N, M), N != M; lock(N)@next :- lock(N), notin lock(N)@2; two(N, M) :- lock(N), lock(M), N < M; never(N, M) :- two(N, M);`},
}

// everyKind are specifications of two nodes with few scenarios, which together have all kinds.
var everyKind = []failure.Spec{
	{EOT: 4, EFF: 3, Crashes: 1},
	{EOT: 5, EFF: 4, Delay: 2, Twice: true, Lossy: "a->b"},
	{EOT: 5, EFF: 4, Delay: 2, NoLoss: true, FIFO: true},
	{EOT: 5, EFF: 4, Crashes: 2, Restarts: 2, NoLoss: true},
	{EOT: 4, EFF: 3, Crashes: 1, Restarts: 1, Delay: 1},
	{EOT: 5, EFF: 5, Crashes: 1, Restarts: 1, Twice: true, Lossy: "a->b", MaxFaults: 2},
}

func TestPrograms(t *testing.T) {
	few := 40 // scenarios of each specification
	if testing.Short() {
		few = 10
	}
	nodes := []string{"a", "b"}
	for _, tt := range slices.Concat(programs2, widePrograms) {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.src)
			ev, err := eval.New(p, nodes, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range everyKind {
				spec.Inputs = p.Choices()
				task := randprog.Task{Source: tt.src, Program: p, Nodes: nodes, Spec: spec}
				space, err := ev.Space(context.Background(), spec)
				if err != nil {
					t.Fatal(err)
				}
				var resumed *eval.Run
				all := slices.Collect(spec.Each(nodes))
				for i, sc := range all {
					if i%(1+len(all)/few) > 0 {
						continue
					}
					if d := disagreement(task, space, ev, sc); d != "" {
						t.Fatalf("%v, %s\n%s", spec, d, tt.src)
					}
					if d := resumedDiffers(ev, spec, &resumed, sc); d != "" {
						t.Fatalf("%v, %s\n%s", spec, d, tt.src)
					}
				}
			}
		})
	}
}

// resumedDiffers says where a run that goes on from the last one says something else than the run
// from the start.
func resumedDiffers(ev *eval.Evaluator, spec failure.Spec, last **eval.Run, sc failure.Scenario) string {
	ctx := context.Background()
	run, err := ev.Run(ctx, spec, sc)
	if err != nil {
		return err.Error()
	}
	if *last == nil {
		*last = run
		return ""
	}
	from := (*last).Scenario
	if *last, err = ev.Resume(ctx, *last, sc); err != nil {
		return err.Error()
	}
	if d := cmp.Diff(runLines(run), runLines(*last)); d != "" {
		return fmt.Sprintf("%v resumed from %v differs (-fresh +resumed):\n%s", sc, from, d)
	}
	return ""
}
