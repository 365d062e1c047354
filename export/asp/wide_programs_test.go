package asp

import (
	"testing"

	"molly/failure"
)

// Small programs for what random ones reach seldom, where more may happen than losses and crashes.
// In each, all scenarios of two nodes are compared, with all that holds in them.
var oddWidePrograms = []struct {
	name string
	spec failure.Spec
	src  string
}{
	{"names that mean something where more may happen", failure.Spec{EOT: 4, EFF: 3, Crashes: 1, Delay: 1, Restarts: 1}, `
		late("a", "b", 1)@1; twice("a", "b", 2)@1; lossy("a")@1; crashable("a")@1; down("a")@1; asleep("a")@1; delayed("a", "b")@1; alone("a", "b", 1)@1; first("a", "b", 1)@1;
		arrives("a", "b", 1)@1; input("a", "b")@1; kept_p("a", 1)@1; p("b", 2)@1; may p("a", 3)@2; stable p, kept_p, down;
		p(N, X)@next :- p(N, X); kept_p(N, X)@next :- kept_p(N, X); down(N)@next :- down(N); first(M, N, A)@async :- arrives(N, M, A), late(N, M, _), down(N);
		q(N) :- first(N, _, _), notin asleep(N), notin delayed(N, _), notin twice(N, _, _), notin alone(N, _, _); pre(X) :- p(_, X); post(X) :- kept_p(_, X), q("b"), lossy("a")@1, crashable("a")@1, input("a", _)@1;`},
	{"what is kept, and what is not", failure.Spec{EOT: 5, EFF: 5, Crashes: 1, Restarts: 1, NoLoss: true}, `
		stable disk, seen; cmd("a", 1)@1; cmd("a", 2)@3; to("a", "b")@1..; to("b", "a")@2..4;
		disk(N, X)@next :- cmd(N, X); disk(N, X)@next :- disk(N, X), X < 2; disk(M, X)@next :- cmd(N, X), to(N, M); ram(N, X)@next :- disk(N, X);
		seen(N, X) :- disk(N, X), boot(N); seen(M, X) :- ram(N, X), to(N, M); echo(M, X)@async :- seen(N, X), to(N, M); watched(N, X) :- disk(N, X), disk(M, X), M != N; pre(N, X) :- watched(N, X); post(N, X) :- echo(N, X);`},
	{"observers of nodes that are down", failure.Spec{EOT: 4, EFF: 4, Crashes: 2, Restarts: 2, CrashUntil: 2}, `
		stable log, view; p("a")@1..; p("b")@1..; view(N)@next :- view(N); log(N)@next :- p(N); log(N)@next :- log(N); view(N) :- log(N); all("x", N) :- log(N); gone(O, N, K, U) :- p(O), outage(O, N, K, U); early(N) :- outage(N, N, _, _)@1;
		mine(N) :- log(N); mine(M)@async :- mine(N), member(N, M); any(N) :- now(_, 2), p(N)@1; w(N, T)@next :- now(N, T), notin boot(N); dark(N) :- p(N)@1, notin p(N); none(O, N) :- member(O, N), notin outage(_, N, _, _); never(N) :- dark(N), notin log(N);`},
	{"wildcards and constants as places", failure.Spec{EOT: 4, EFF: 3, Crashes: 1, Restarts: 1}, `
		stable s; p("a", 1)@1..; p("b", 2)@2; q("b", X)@next :- p(_, X); q(N, X)@next :- q(N, X); r("a", X) :- q(_, X); t("zz", X) :- r("a", X); t2(X + 1, 3) :- t("zz", X); s("b", X)@next :- t("zz", X); s("b", 7)@next :- 1 == 1; u("a")@next :- t2(4, _);
		one("a") :- 1 == 1; two("b", count<X>) :- q(_, X); two(N, C)@next :- one(N), two(_, C); back(M, X)@async :- s(N, X), M == "a", r("a", _)@2; pre(X) :- q(_, X)@3; post(X) :- back(_, X), u(_);`},
	{"groups of what arrives together", failure.Spec{EOT: 5, EFF: 4, Delay: 2, Twice: true, Lossy: "a->b"}, `
		p("a", "x", 2)@1; p("a", "y", 2)@2; p("a", "z", -4)@2; sums("b", sum<K>, count<X>, min<X>, max<K>)@async :- p(N, X, K), N == "a"; n(M, count<X>)@async :- p(N, X, _), member(N, M);
		all(M, sum<T>)@async :- now(N, T), member(N, M), p(N, _, _); late(M, X)@async :- p(N, X, _), member(N, M), notin late("a", X); pre(S) :- sums(_, S, _, _, _); post(S) :- all("b", S); post(4) :- n("b", 2);`},
	{"links that keep order", failure.Spec{EOT: 5, EFF: 4, Delay: 2, FIFO: true, Twice: true, Crashes: 1, Lossy: "a->b", Crashable: "a", MaxFaults: 3}, `
		t("a", 1)@1; t("a", 2)@2; t("a", 3)@3; got("b", X)@async :- t(N, X); last("b", X)@next :- got("b", X), notin last("b", _); last(N, X)@next :- last(N, X); never(X) :- last(_, X), X > 2; pre(X) :- last(_, X); post(X) :- X == 1, last(_, X);`},
	{"inputs at their times", failure.Spec{EOT: 4, EFF: 2}, `
		may p("a", 1)@1..2; may p("a", 2)@3; may q("\"a\\\n", "x y),(")@3; may p("b", 1)@4; may p("b", 9)@9; p("a", 2)@4; p(N, X)@next :- p(N, X), X < 2; p(M, X)@async :- p(N, X), member(N, M); never(N) :- q(N, _), p(_, 1), p(_, 2); log(N, X)@next :- p(N, X);`},
	{"what persists", failure.Spec{EOT: 3, EFF: 3, Crashes: 1, Restarts: 1, Delay: 1}, `
		may late("b", 5)@1; log("a", 1)@1; log(N, X)@next :- log(N, X); log(M, X)@async :- log(N, X), member(N, M); late(N, X)@next :- late(N, X); stable late;`},
}

func TestOddWidePrograms(t *testing.T) {
	for _, c := range oddWidePrograms {
		t.Run(c.name, func(t *testing.T) {
			q := Question{Program: parse(t, c.src), Nodes: []string{"a", "b"}, Spec: c.spec}
			var tally wideTally
			if diff := tally.compare(t, q); diff != "" {
				t.Fatal(diff)
			}
			t.Logf("%+v", tally)
			q.FailureFree = true
			q.Spec.MaxFaults = 1
			if diff := tally.compare(t, q); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}
