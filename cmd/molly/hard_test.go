package main

import (
	"fmt"
	"strings"
)

// A hard input is a program that takes very long in one phase of some commands.
type hard struct {
	name    string // of the phase
	source  string // of the program, or "" where the commands name their own
	flags   string // that all commands get
	ends    bool   // it was hard, and is not any more: it may end by itself
	quick   bool   // it is in the suite, not just behind -bounds
	command []string
}

// hardInputs are programs each of which is hard in one phase. A command is written with FILE for
// the program and DIR for a folder that is its own.
func hardInputs() []hard {
	const searches = "verify FILE|verify FILE --json|hazard FILE|count FILE|report FILE -o DIR/r|draw FILE --counterexample -o DIR/d.svg"
	list := []hard{
		{name: "a join of very many facts", source: joins, quick: true, command: all("run FILE|explain FILE|draw FILE -o DIR/d.svg|sweep FILE --max-eot 8|test DIR|" + searches)},
		{name: "a negated pattern of very many facts", source: negations, command: all("run FILE|explain FILE|verify FILE")},
		{name: "all values of a sum", source: sums, quick: true, command: all("verify FILE|explain FILE 'total(_,_)@9'|count FILE|hazard FILE|report FILE -o DIR/r")},
		{name: "counts of what arrives", source: tallies(14, 14), command: all("verify FILE|count FILE|hazard FILE|explain FILE 'n(_,3)@9'|sweep FILE --max-eot 14 --grid")},
		{name: "the least of very many", source: extremes(30, 30), command: all("verify FILE|explain FILE 'least(_,_)@9' --omit n1:n0:1|count FILE")},
		{name: "recursion in a time", source: closure(26), quick: true, command: all("verify FILE|explain FILE 'path(_,_)@2' --omit n1:n2:1|count FILE|hazard FILE|verify FILE --strategy ldfi")},
		{name: "a long recursion in a run", source: chain(3000), command: all("run FILE|explain FILE 'path(\"a\",0,2999)@1'|draw FILE --lineage 'path(\"a\",0,2999)@1' --fold 0 -o DIR/d.svg")},
		{name: "overflows everywhere", source: overflows, command: all("run FILE|verify FILE|explain FILE|compile --to souffle FILE|compile --to asp FILE")},
		{name: "numbers that grow in all ways", source: doubling, quick: true, command: all("verify FILE|explain FILE 'h(_,5)@9'|hazard FILE|count FILE|report FILE -o DIR/r|compile --to asp FILE|verify FILE --strategy ldfi")},
		{name: "a hard question", source: pigeons(12), quick: true, command: all("verify FILE --solver gophersat|verify FILE --certificate DIR/c.cert|sweep FILE --max-eot 3|verify FILE --all|verify FILE|verify FILE --json|hazard FILE|report FILE -o DIR/r|draw FILE --counterexample -o DIR/d.svg")},
		{name: "very many scenarios", source: stubborn, quick: true, command: all("verify FILE --strategy exhaustive|verify FILE --strategy random --max-executions 100000000|report FILE --strategy exhaustive -o DIR/r")},
		{name: "very many counterexamples", source: broadcast(9), quick: true, command: all("verify FILE --all|verify FILE --all --json|verify FILE --all --report DIR/r|report FILE -o DIR/r --limit 100000|report FILE --format molly -o DIR/r --limit 100000")},
		{name: "counterexamples that are alike", source: broadcast(60), command: all("verify FILE --all --group|verify FILE|hazard FILE|report FILE --group -o DIR/r")},
		{name: "a diagram of very many decisions", source: tangled(7, 9), quick: true, command: all("count FILE|count FILE --curve 0.1..0.5")},
		{name: "an explanation of very many firings", source: closureFacts(110), quick: true, command: all("explain FILE --omit a:b:1|explain FILE --full --omit a:b:1|draw FILE --lineage violation --omit a:b:1 -o DIR/d.svg|verify FILE --draw DIR/d.svg --report DIR/r|report FILE -o DIR/r")},
		{name: "a lineage to lay out", source: closureFacts(60), command: all("draw FILE --lineage violation --omit a:b:1 --fold 0 -o DIR/d.svg|draw FILE --lineage violation --omit a:b:1 --fold 0 --lanes -o DIR/d.pdf")},
		{name: "a diagram of very many messages", source: flood(60, 120), quick: true, command: all("draw FILE -o DIR/d.svg|draw FILE -o DIR/d.png|run FILE|run FILE --json|run FILE --format itf|run FILE --format shiviz|report FILE -o DIR/r")},
		{name: "a long body", source: longBody(40), command: all("verify FILE|run FILE|explain FILE|compile --to asp FILE")},
		{name: "very many rules", source: manyRules(60_000), command: all("check FILE|compile FILE|compile --to asp FILE|verify FILE|run FILE|explain FILE|hazard FILE")},
		{name: "very much text", source: manyFacts(700_000), command: all("check FILE|compile FILE|compile --to souffle FILE|verify FILE|run FILE|explain FILE|test DIR")},
		{name: "a very long run", source: long, command: all("run FILE|run FILE --json|verify FILE|draw FILE -o DIR/d.svg|explain FILE 'p(_,_)@90000'|sweep FILE --max-eot 100000")},
		{name: "very large numbers of scenarios", source: wide(8), ends: true, command: all("verify FILE|hazard FILE|count FILE")},
		{name: "an explanation that costs more than the search", flags: "cases/text_after_verdict.ded --eot 60", ends: true, command: all("verify FILE|explain FILE|report FILE -o DIR/r|draw FILE --lineage violation --counterexample -o DIR/d.svg")},
		{name: "an explanation without sweeping", flags: "cases/explain_without_sweep.ded", quick: true, command: all("verify FILE|explain FILE 'c(_,_,3)@5'|hazard FILE|report FILE -o DIR/r|draw FILE -o DIR/d.svg --lineage 'c(_,_,3)@5'")},
		{name: "the paper's tables", command: all("repro all --for 100s|repro figure13 --for 100s")},
	}
	return list
}

// all splits commands.
func all(commands string) []string { return strings.Split(commands, "|") }

const joins = `// molly: eot=6 eff=3 crashes=1 nodes=a,b
// expect: eot=6 eff=3 → certified
num(N, X + 1) :- num(N, X), X < 1500;
num("a", 1)@1; num("b", 1)@1;
num(N, X)@next :- num(N, X);
told(M, X)@async :- num(N, X), N == "a", M == "b", num(M, X);
hit(N, X) :- num(N, X), num(N, Y), num(N, Z), X * Y * Z == 123456789013;
pre(X) :- hit("a", X);
post(X) :- hit("b", X);
`

const negations = `// molly: eot=6 eff=3 crashes=1 nodes=a,b
num(N, X + 1) :- num(N, X), X < 20000;
num("a", 1)@1; num("b", 1)@1;
pair(N, X, Y) :- num(N, X), num(N, Y), X * Y % 19997 == 7;
none(N, X, Y) :- num(N, X), num(N, Y), notin pair(N, X, Y), notin pair(N, Y, X), X * Y == 1000003;
pre(X) :- none("a", X, _);
post(X) :- none("b", X, _);
`

var sums = func() string {
	var b strings.Builder
	b.WriteString("// molly: eot=9 eff=8 crashes=0 nodes=s,t\n")
	b.WriteString("w(\"s\", 1)@1; w(N, X + 3)@next :- w(N, X);\n")
	b.WriteString("got(M, K, X)@async :- w(N, X), M == \"t\", N == \"s\", k(N, K);\ngot(N, K, X)@next :- got(N, K, X);\n")
	for i := range 24 {
		fmt.Fprintf(&b, "k(\"s\", %d)@%d; ", 1<<i+i, 1+i%8)
	}
	b.WriteString("\nv(N, X * 1009 + K * K) :- got(N, K, X);\ntotal(N, sum<X>) :- v(N, X);\nfar(M, X, 7)@async :- total(N, X), M == \"s\", N == \"t\";\n")
	b.WriteString("mix(N, X % 10007 * (Y % 10007)) :- far(N, X, _), far(N, Y, _);\nmix(N, X)@next :- mix(N, X); bag(N, sum<X>) :- mix(N, X);\n")
	b.WriteString("pre(X) :- bag(\"s\", X); post(X) :- total(\"t\", X);\n")
	return b.String()
}()

// nodeNames are n0 … n(k-1).
func nodeNames(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("n%d", i))
	}
	return list
}

// mesh is who knows whom.
func mesh(n int) string {
	var b strings.Builder
	for _, x := range nodeNames(n) {
		for _, y := range nodeNames(n) {
			if x != y {
				fmt.Fprintf(&b, "peer(%q, %q)@1; ", x, y)
			}
		}
	}
	return b.String() + "\npeer(N, M)@next :- peer(N, M);\n"
}

func directive(eot, eff, crashes, nodes int) string {
	return fmt.Sprintf("// molly: eot=%d eff=%d crashes=%d nodes=%s\n", eot, eff, crashes, strings.Join(nodeNames(nodes), ","))
}

func tallies(n, eot int) string {
	return directive(eot, eot-1, 2, n) + mesh(n) + `
tick(M, N, K)@async :- peer(N, M), n(N, K);
n(N, 0) :- peer(N, _)@1, notin any(N);
any(N) :- tick(N, _, _);
n(N, count<M>) :- tick(N, M, _);
seen(N, K)@next :- n(N, K); seen(N, K)@next :- seen(N, K);
all(N, count<K>) :- seen(N, K);
pre(N, K) :- all(N, K), K > 9;
post(N, K) :- seen(N, K);
`
}

func extremes(n, eot int) string {
	return directive(eot, eot-1, 3, n) + mesh(n) + `
v("n0", 1)@1; v(N, X + 1)@next :- v(N, X), X < 4000;
v(M, X * 7 % 4001)@async :- least(N, X), peer(N, M);
v(M, X * 5 % 4001)@async :- most(N, X), peer(N, M);
least(N, min<X>) :- v(N, X);
most(N, max<X>) :- v(N, X);
pre(N, X) :- most(N, X), X > 17;
post(N, X) :- least(N, X);
`
}

func closure(n int) string {
	return directive(3, 2, 1, n) + mesh(n) + `
edge(M, N)@async :- peer(N, M);
path(X, Y) :- edge(X, Y);
path(X, Z) :- path(X, Y), path(Y, Z), notin cut(X, Z);
cut(M, N)@async :- peer(N, M)@1, peer(N, M), N == "n0";
pre(X, Y) :- peer(X, Y)@1;
post(X, Y) :- path(X, Y);
`
}

func chain(n int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=2 eff=0 crashes=0 nodes=a\n")
	for i := range n {
		fmt.Fprintf(&b, "edge(\"a\", %d, %d)@1; ", i, i+1)
	}
	b.WriteString("\npath(N, X, Y) :- edge(N, X, Y);\npath(N, X, Z) :- path(N, X, Y), edge(N, Y, Z);\n")
	b.WriteString("pre(X, Y) :- path(\"a\", X, Y);\npost(X, Y) :- path(\"a\", X, Y);\n")
	return b.String()
}

const overflows = `// molly: eot=6 eff=3 crashes=1 nodes=a,b
num("a", 1)@1; num("b", 1)@1;
num(N, X + 1) :- num(N, X), X < 1200;
told(M, X)@async :- num(N, X), M == "b", N == "a";
big(N, X * 1000000007 * Y * 1000000009 * Z * 1000000021) :- told(N, X), told(N, Y), told(N, Z), X > 1198;
small(N, X * Y * Z % 7) :- told(N, X), told(N, Y), told(N, Z), X * Y * Z < 0;
pre(X) :- small("a", X);
post(X) :- small("b", X), big("b", X);
`

const doubling = `// molly: eot=60 eff=59 crashes=1 nodes=a,b
send("a", "b")@1; send(N, M)@next :- send(N, M);
recv("b")@1; recv(N)@next :- recv(N);
m(M)@async :- send(_N, M);
h("b", 1)@1;
h(N, X * 2 + 1)@next :- h(N, X), m(N);
h(N, X * 2)@next :- h(N, X), notin m(N), recv(N);
pre(X) :- h(_, X), X > 1000;
post(X) :- h("b", X), X < 2000;
`

// pigeons: a message that arrives puts a pigeon into a hole. What breaks the promise is a
// place for each of n+1 pigeons in n holes.
func pigeons(n int) string {
	var b strings.Builder
	var nodes []string
	for i := range n + 1 {
		nodes = append(nodes, fmt.Sprintf("p%d", i))
	}
	for j := range n {
		nodes = append(nodes, fmt.Sprintf("h%d", j))
	}
	fmt.Fprintf(&b, "// molly: eot=3 eff=2 crashes=0 nodes=%s\n", strings.Join(nodes, ","))
	for i, name := range nodes {
		fmt.Fprintf(&b, "tag(%q, %d)@1; ", name, i)
	}
	b.WriteString("tag(N, X)@next :- tag(N, X);\n")
	for i := range n + 1 {
		for j := range n {
			fmt.Fprintf(&b, "to(\"p%d\", \"h%d\")@1; ", i, j)
		}
	}
	b.WriteString(`
in(H, P)@async :- to(P, H);
in(H, P)@next :- in(H, P);
placed(P) :- in(_, P);
two(H) :- in(H, P), in(H, Q), P < Q;
crowded("x") :- two(_);
homeless("x") :- to(P, _)@1, notin placed(P);
homeless("x") :- tag(_, K), K > 500; // each pigeon and each hole is another one
pre(X) :- start(X)@1;
post(X) :- crowded(X);
post(X) :- homeless(X);
start("x")@1;
`)
	return b.String()
}

const stubborn = `// molly: eot=9 eff=8 crashes=1 nodes=a,b,c
say("a", "b")@1; say("a", "c")@1; say(N, M)@next :- say(N, M);
got(M)@async :- say(_N, M); got(N)@next :- got(N);
pre(N) :- say(_, N)@1, notin crash(_, "a", _);
post(N) :- got(N);
`

// broadcast is a broadcast without an answer: each node can be cut off in very many ways.
func broadcast(n int) string {
	return directive(6, 6, 1, n) + mesh(n) + `
log("n0", "x")@1; log(N, X)@next :- log(N, X);
log(M, X)@async :- log(N, X), peer(N, M);
pre(N, X) :- log(_, X)@1, peer(N, _)@1, notin crash(N, "n0", _);
post(N, X) :- log(N, X);
`
}

// tangled is true where a number of losses that depends on other losses is even.
func tangled(n, eot int) string {
	return directive(eot, eot-1, 1, n) + mesh(n) + `
tick(M, N)@async :- peer(N, M);
some(N, count<M>) :- tick(N, M);
odd(N, K % 2)@next :- some(N, K);
say(M, N, K)@async :- some(N, K), peer(N, M);
mix(N, sum<K>) :- say(N, M, K), odd(N, 1);
mix(N, sum<K>) :- say(N, M, K), odd(N, 0), M != "n1";
keep(N, X % 5)@next :- mix(N, X);
keep(N, X)@next :- keep(N, X), odd(N, 1);
pre(N, X) :- keep(N, X), X > 2;
post(N, X) :- keep(N, X), odd(N, 0);
`
}

// closureFacts has a violation whose tuple of pre has very many supports.
func closureFacts(n int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=3 eff=2 crashes=0 nodes=a,b\n")
	for i := range n {
		for j := range n {
			if i != j {
				fmt.Fprintf(&b, "edge(\"a\", %d, %d)@1; ", i, j)
			}
		}
	}
	b.WriteString(`
path(N, X, Y) :- edge(N, X, Y);
path(N, X, Z) :- path(N, X, Y), edge(N, Y, Z);
path(N, X, Y)@next :- path(N, X, Y);
first("a")@1;
told(M, X)@async :- path(N, X, X), first(N), M == "b";
told(N, X)@next :- told(N, X);
sent("b", N) :- path(N, _, _);
pre(X) :- path("a", X, X), X < 2;
post(X) :- told("b", X);
`)
	return b.String()
}

func flood(n, eot int) string {
	return directive(eot, 0, 0, n) + mesh(n) + `
say(M, N)@async :- peer(N, M);
heard(N, count<M>) :- say(N, M);
pre(N) :- peer(N, _)@1;
post(N) :- heard(N, K), K > 3;
`
}

func longBody(n int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=4 eff=3 crashes=1 nodes=a,b\n")
	for i := range 6 {
		fmt.Fprintf(&b, "r(\"a\", %d)@1; r(\"b\", %d)@1; ", i, i)
	}
	b.WriteString("\nr(N, X)@next :- r(N, X);\ns(M, X)@async :- r(N, X), M == \"b\", N == \"a\";\nq(N")
	for i := range n {
		fmt.Fprintf(&b, ", X%d", i)
	}
	b.WriteString(") :- ")
	for i := range n {
		fmt.Fprintf(&b, "r(N, X%d), ", i)
	}
	for i := range n - 1 {
		fmt.Fprintf(&b, "X%d * X%d != 31, ", i, i+1)
	}
	b.WriteString("X0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " + X%d", i)
	}
	b.WriteString(" == -1;\npre(X) :- q(X")
	b.WriteString(strings.Repeat(", _", n))
	b.WriteString(");\npost(X) :- s(X, _);\n")
	return b.String()
}

func manyRules(n int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=12 eff=11 crashes=1 nodes=a,b\np0(\"a\", 1)@1;\n")
	for i := range n {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, "p%d(N, X) :- p%d(N, X);\n", i+1, i)
		case 1:
			fmt.Fprintf(&b, "p%d(M, X)@async :- p%d(N, X), M == \"b\", N != \"c\";\np%d(N, X)@next :- p%d(N, X);\n", i+1, i, i+1, i)
		default:
			fmt.Fprintf(&b, "p%d(N, X) :- p%d(N, X), notin q%d(N, X);\nq%d(N, X) :- p%d(N, X), X > 2;\n", i+1, i, i, i, i)
		}
	}
	fmt.Fprintf(&b, "pre(X) :- p0(_, X)@1;\npost(X) :- p%d(_, X);\n", n)
	return b.String()
}

func manyFacts(n int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=6 eff=3 crashes=1 nodes=a,b\n// expect: eot=6 eff=3 → certified\n")
	for i := range n {
		fmt.Fprintf(&b, "fact(\"a\", %d, \"text %d\")@1;\n", i, i*7919)
	}
	b.WriteString("told(M, X)@async :- fact(N, X, _), M == \"b\", N == \"a\";\ntold(N, X)@next :- told(N, X);\nfact(N, X, Y)@next :- fact(N, X, Y);\n")
	b.WriteString("pre(X) :- fact(_, X, _);\npost(X) :- told(_, X);\n")
	return b.String()
}

const long = `// molly: eot=100000 eff=99999 crashes=1 nodes=a,b,c
p("a", 1)@1; p("b", 1)@1; p("c", 1)@1;
p(N, X)@next :- p(N, X);
say(M, N)@async :- p(N, _), to(N, M);
to("a", "b")@1; to("b", "c")@1; to("c", "a")@1; to(N, M)@next :- to(N, M);
heard(N, M)@next :- say(N, M); heard(N, M)@next :- heard(N, M);
pre(N) :- p(N, _)@1;
post(N) :- heard(N, _);
`

func wide(n int) string {
	return directive(20_000, 19_999, 8, n) + `
p("n0", 1)@1; p(N, X)@next :- p(N, X);
pre(X) :- p(_, X); post(X) :- p("n0", X);
`
}
