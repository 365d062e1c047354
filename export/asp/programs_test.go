package asp

import (
	"context"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/verify"
	"molly/verify/expect"
)

func parse(t *testing.T, src string) *datalog.Program {
	t.Helper()
	parsed, diagnostics := dedalus.ParseString("odd.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return parsed.Datalog()
}

// Small programs for what random ones reach seldom. In each, all facts of a few
// scenarios of two nodes ⟨4,3,1⟩ are compared, and all scenarios that violate.
var oddPrograms = []struct{ name, src string }{
	{"names that mean something to clingo", `
		omit("a", "b")@1; at2_p("a", 1)@1; p("a", 1)@1; free_p("a", 2)@1; r_p("a", 3)@1; fired3("b", 1)@1; delivers("a", "b")@1; crashed("a")@1;
		time("a")@1; node("b")@1; rank("a")@1; broken("a")@1; not("a")@1; show("a", 1)@1; count("a")@1; sum("a")@1; defined("b")@1; const("a")@1;
		q(N, X) :- p(N, X), notin p(N, X + 1)@2, not(N), notin omit(N, N), time(N), rank(N), broken(N);
		fired3(N, count<X>) :- free_p(N, X); delivers(M, N)@async :- delivers(N, M), crashed(N); crashed(N)@next :- crashed(N);
		p(N, X)@next :- show(N, X), count(N), sum(N), const(N);`},
	{"names that clingo cannot write", `
		P("a", 1)@1; p("a", 2)@1; _p("a", 3)@1; p.x?("a", 4)@1; p_dx_q("a", 5)@1; r__p("a", 6)@1; P_("a", 7)@1; __("a", 8)@1; p?("a", 9)@1;
		Q(n, x, x_, X, _x, x.y, x?y) :- P(n, x), p(n, x_), _p(n, X), p.x?(n, _x), p_dx_q(n, x.y), r__p(n, x?y);
		Q(T, V_x, V__x, Result1, Time, Not, T_) :- P(T, V_x), p(T, V__x), P_(T, Time), __(T, Not), p?(T, T_), Result1 == (V_x + T_) * 2 - Time;
		q(T, count<Rank>, sum<Value>, min<Any1>) :- P(T, Rank), p(T, Value), p(T, Any1), _p(_, _);`},
	{"odd strings", `
		s("a", "")@1; s("a", "\"")@1; s("a", "\\")@1; s("a", "\n")@1; s("a", "\\n")@1; s("a", "%* x *%")@1; s("a", "% #show")@1; s("a", "\x00")@1;
		s("a", "\x01")@1; s("a", "\x01\x01")@1; s("a", "\x01\x02")@1; s("a", "\xff\xfe")@1; s("a", "Ünïcode ✗ 日本")@1; s("a", "\t\r")@1; s("a", "'")@1; s("a", "a b),(c")@1;
		s(M, X)@async :- s(N, X), M == "b", N != "\"\n", X != "\n"; lt(N, X, Y) :- s(N, X), s(N, Y), X < Y;
		lt(N, X, X) :- s(N, X), X <= "\x00\x01", X >= "\x00"; least(N, min<X>, max<X>, count<X>) :- s(N, X), X != ""; pre(X) :- s(_, X), X >= "\\"; post(X) :- s("b", X);`},
	{"the order of strings", `
		w("a", "b", "aa")@1; w("a", "B", "é")@1; w("a", "z", "é")@1; w("a", "aa", "b")@1; w("a", "a", "a")@1; w("b", "zz", "x")@1;
		w(M, X, Y)@async :- w(N, X, Y), X <= Y, M == "b"; lt(N, X) :- w(N, X, Y), X < Y; ge(N, X) :- w(N, X, _), X >= "aa"; eq(N, X) :- w(N, X, Y), X == Y;
		lo(N, min<X>, max<Y>) :- w(N, X, Y); lo2(M, min<X>)@async :- w(N, X, _), M == "b", N < M; const(N) :- w(N, _, _), "b" < "aa"; const2(N) :- w(N, _, _), "aa" < "b";
		hi(N, X) :- w(N, X, _), Z == "ab", X > Z; pre(X) :- lo("b", X, _); post(X) :- lo("a", X, _);`},
	{"quotients and remainders of all signs", `
		n("a", -7)@1; n("a", 7)@1; n("a", 0)@1; n("a", -1)@1; n("a", 2)@1; n("a", -3)@1; n("a", 2147483647)@1; n("a", -2147483647)@1;
		q(N, X, Y, X / Y, X % Y) :- n(N, X), n(N, Y); c(N, X / 3, X / -3, X % 3, X % -3, -7 / 2, -7 % 2) :- n(N, X); d(N, 7 / X, -7 / X, 7 % X, -7 % X) :- n(N, X);
		z(N, X) :- n(N, X), X / 0 == 1; z(N, X) :- n(N, X), notin n(N, X % 0); z2(N, X) :- n(N, X), notin n(N, 4 / X); z3(N, 1 / (X + 1)) :- n(N, X), X < 9;
		n(N, X / 2)@next :- n(N, X), X < 100, X > -100;`},
	{"computed columns", `
		n("a", 1)@1; n("a", 2)@1; n("a", 3)@1; n("a", 5)@1; e(N, X, X + 1) :- n(N, X), n(N, X + 1); f(N, Y) :- n(N, X), X * X - 1 == Y, notin n(N, Y + X);
		g(N, X) :- n(N, X), X + X == X * 2, X * X != 2 + X; h(N, Z) :- Z == Y + 1, Y == X * 2, n(N, X); i(N, X - -1) :- n(N, X), X * -1 < 0 - 2; n("b", X * 10)@async :- n(N, X), N == "a";`},
	{"absolute times", `
		z("a", 1)@1; z("a", 9)@3; z(N, X)@next :- z(N, X), X < 3; z(N, X + 1)@next :- z(N, X)@2, X < 3; t(N, X) :- z(N, X)@3; u(N, X) :- z(N, X), notin z(N, X)@3; v(N, X) :- z(N, X)@1, notin z(N, 9)@3;
		w(N, X) :- z(N, X)@2, notin t(N, _)@4; y(N) :- z(N, _)@9; x(N) :- z(N, _), notin z(N, _)@9; b(M, X)@async :- z(N, X)@1, notin b("b", _)@3, M == "b", N != M; self(N) :- z(N, _), notin self2(N)@2; self2(N) :- z(N, _)@2;`},
	{"crashes", `
		p("a")@1; p("b")@1; p(N)@next :- p(N); seen(O, N, K) :- p(O), crash(O, N, K); early(O, N) :- p(O), crash(_, N, 1); at3(O, N) :- p(O), crash(O, N, _)@3, p(N); not3(O) :- p(O), notin crash(O, _, _)@3; none(O) :- p(O), notin crash(_, O, _);
		only(N) :- crash(N, N, _); cnt(N, count<K>, min<K>) :- crash(N, _, K); msg("b", K)@async :- crash(O, N, K), p(N), O == "a"; pre(X) :- p(X); post(X) :- none(X); post(X) :- msg(_, K), K > 2, p(X);`},
	{"messages to oneself and to no node", `
		to("a", "a")@1; to("a", "b")@1; to("a", "zz")@1; to("zz", "a")@1; to("b", "b")@1; p("a", 1)@1; p("b", 2)@1; p("zz", 3)@1; to(N, M)@next :- to(N, M); p(M, V)@async :- p(N, V), to(N, M);
		num(V, N)@async :- p(N, V); back("a", N)@async :- p(N, _), to(M, N); pre(V) :- p(_, V); post(V) :- p("b", V);`},
	{"aggregates", `
		w("a", "x", 2)@1; w("a", "y", 2)@1; w("a", "z", -4)@1; w("b", "u", 7)@1; to("a", "b")@1; to("b", "a")@1; to("a", "a")@1; to(N, M)@next :- to(N, M);
		w(M, X, K)@async :- w(N, X, K), to(N, M), X != "y"; tot(N, sum<K>) :- w(N, _, K); all(N, sum<K>, count<X>, max<X>) :- w(N, X, K), w(N, _, _); nxt(N, sum<K>, min<K>)@next :- w(N, _, K);
		votes(M, count<N>, sum<K>)@async :- w(N, _, K), to(N, M); const("g", 1, count<X>) :- w(_, X, _); same(N, K, count<K>, sum<K>) :- w(N, _, K); comp(N, K * 2, count<X>) :- w(N, X, K); lone(N, count<N>) :- to(N, _);
		few(N) :- tot(N, S), S < 2; w(N, "t", S)@next :- tot(N, S), S > 0, S < 9; pre(X) :- w(_, X, _), X < "y"; post(X) :- all(_, _, C, X), C > 1;`},
	{"computing with what is aggregated", `
		p("a", 1)@1; p("b", 2)@1; to("a", "b")@1; to(N, M)@next :- to(N, M); p(M, X)@async :- p(N, X), to(N, M); p(N, X)@next :- p(N, X), X < 2; lo(N, min<X>, max<X>, count<X>) :- p(N, X);
		lo2(M, min<X>)@async :- p(N, X), to(N, M); p(N, A - 1)@next :- lo2(N, A), A > 0; ge(N, A + B * C) :- lo(N, A, B, C), B >= A; pre(X) :- p("a", X); post(X) :- lo("b", X, _, _);`},
	{"recursion within a time", `
		l("a", 1, 2)@1; l("a", 2, 3)@1; l("a", 3, 1)@1; l("b", 2, 4)@1; to("a", "b")@1; to("b", "a")@1; e(M, X, Y)@async :- l(N, X, Y), to(N, M); e(N, X, Y)@next :- l(N, X, Y), X != 2; l(N, X, Y)@next :- e(N, X, Y);
		p(N, X, Y) :- e(N, X, Y); p(N, X, Z) :- p(N, Y, Z), p(N, X, Y); cut(N, X) :- e(N, X, _), notin p(N, X, X); r(N) :- q(N); q(N) :- r(N); q(N) :- p(N, 1, 4); pre(N) :- e(N, _, _); post(N) :- cut(N, _);`},
	{"observers and bodies without atoms", `
		p("a", 1)@1; p("b", 2)@2; g("x") :- 1 == 1; g(X) :- X == "y", 2 < 1; h("a", 3)@next :- 1 < 2; all(X, Y) :- p(_, X), p(_, Y), X != Y; one("here") :- p("a", _), notin p("b", _); p(N, X)@next :- p(N, X), notin h(N, _);
		both(X) :- p(N, X)@1, p(M, _)@2, N != M; p(M, X)@async :- p(N, X), M == "b", N == "a"; pre(X) :- both(X); post(X) :- p(_, X), notin one(_);`},
	{"negated patterns", `
		r("a", "x", 1)@1; r("b", "y", 2)@1; to("a", "b")@1; to("b", "a")@1; r(M, V, K)@async :- r(N, V, K), to(N, M)@1; none(N) :- to(N, _)@1, notin r(N, _, _); noy(N) :- to(N, _)@1, notin r(N, "y", _); nobody(K) :- r(_, _, K), notin r("b", _, K);
		r(N, V, K)@next :- r(N, V, K), notin none(_); pre(N) :- to(N, _)@1; post(N) :- noy(N);`},
	{"what persists", `
		log("a", 1)@1; log("b", 2)@2; log(N, X)@next :- log(N, X); log(M, X)@async :- log(N, X), N == "a", M == "b"; Seen?(N, X)@next :- Seen?(N, X); Seen?(N, X) :- log(N, X), notin log(N, 1); Seen?(N, K) :- log(N, _), crash(N, _, K);`},
	{"nothing persists", `log("a", 1)@1; got(M, X)@async :- log(N, X), N == "a", M == "b";`},
	{"facts after the end", `p("a", 1)@9; p("b", 1)@1; q(N) :- p(N, _); pre(X) :- p(_, X); post(X) :- q("a"), p(_, X);`},
}

func TestOddPrograms(t *testing.T) {
	scenarios := []failure.Scenario{
		nil,
		failure.NewScenario(failure.Omit("a", "b", 1)),
		failure.NewScenario(failure.CrashAt("a", 2), failure.Omit("b", "a", 2)),
		failure.NewScenario(failure.CrashAt("b", 1), failure.Omit("a", "b", 2)),
		failure.NewScenario(failure.CrashAt("b", 4)),
	}
	for _, c := range oddPrograms {
		t.Run(c.name, func(t *testing.T) {
			q := Question{Program: parse(t, c.src), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 4, EFF: 3, Crashes: 1}}
			for _, sc := range scenarios {
				if diff := compareFacts(t, q, sc); diff != "" {
					t.Fatal(diff)
				}
			}
			for _, q.FailureFree = range []bool{false, true} {
				if diff := compareAnswers(t, q); diff != "" {
					t.Error(diff)
				}
				q.Spec = failure.Spec{EOT: 4, EFF: 2, Crashes: 0}
			}
		})
	}
}

// The names of nodes come through.
func TestOddNodes(t *testing.T) {
	nodes := []string{"N 1", `say "hi"`, `back\slash`, "日本", "x,y),(z"}
	src := `to("N 1", "say \"hi\"")@1; to("N 1", "back\\slash")@1; to("日本", "x,y),(z")@1; to("N 1", "日本")@1;
		got(M, N)@async :- to(N, M); got(M, N)@next :- got(M, N); pre(M, N) :- to(N, M)@1; post(M, N) :- got(M, N);`
	q := Question{Program: parse(t, src), Nodes: nodes, Spec: failure.Spec{EOT: 3, EFF: 2, Crashes: 0}}
	if diff, kind := compareVerdict(t, q); diff != "" || kind != verify.Counterexample {
		t.Error(kind, diff)
	}
	q.Spec.Crashes = 2
	q.Spec.EFF = 0
	if diff := compareAnswers(t, q); diff != "" {
		t.Error(diff)
	}
}

// Clingo and the search agree on the library, at all specifications with a verdict that
// the project expects.
func TestAgreesOnLibrary(t *testing.T) {
	loader := dedalus.Loader{Library: protocols.Library()}
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(loader, p.File())
		if err != nil || f == nil || len(f.Errors) > 0 {
			t.Fatalf("%s: %v %v", p.Name, f, err)
		}
		for _, e := range f.Expectations {
			t.Run(p.Name+e.Spec.String(), func(t *testing.T) {
				q := Question{Program: f.Program.Datalog(), Nodes: e.Nodes, Spec: e.Spec}
				if err := verify.Fit32(context.Background(), q.Program, verify.Options{Spec: q.Spec, Nodes: q.Nodes}); err != nil {
					t.Fatal(err)
				}
				diff, kind := compareVerdict(t, q)
				if diff != "" {
					t.Error(diff)
				}
				if (kind == verify.Counterexample) != (e.Verdict == expect.Counterexample) {
					t.Errorf("%v", kind)
				}
				q.Spec = failure.Spec{EOT: q.Spec.EOT, EFF: q.Spec.EFF, Crashes: q.Spec.Crashes} // without faults it is the same
				if diff := compareFacts(t, q, nil); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
