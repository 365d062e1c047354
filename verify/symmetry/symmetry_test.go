package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
)

func parse(t *testing.T, src string) *datalog.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p.Datalog()
}

// The groups of small programs, by generators, classes and order.
func TestGroups(t *testing.T) {
	ring := `to("a","b")@1; to("b","c")@1; to("c","d")@1; to("d","a")@1; to(N,M)@next :- to(N,M); in(M,N)@async :- to(N,M);`
	star := `to("a","b")@1; to("a","c")@1; to("a","d")@1; in(M,N)@async :- to(N,M); in(N,M)@next :- in(N,M);`
	both := strings.Replace(ring, `to("a","b")`, `to("b","a")@1; to("c","b")@1; to("d","c")@1; to("a","d")@1; to("a","b")`, 1)
	for _, tt := range []struct{ name, src, nodes, want string }{
		{"a ring turns", ring, "abcd", "[(a b c d)] classes [] orbits [[a b c d]] order 4"},
		{"a ring both ways turns and flips", both, "abcd", "[(a c) (b d) (a b)(c d)] classes [[a c] [b d]] orbits [[a b c d]] order 8"},
		{"the rays of a star are equal", star, "abcd", "[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"nodes that nothing names are equal", star, "axy", "[(x y)] classes [[x y]] orbits [[a] [x y]] order 2"},
		{"who is no node stays", star, "ab", "[] classes [] orbits [[a] [b]] order 1"},
		{"the order of the list is nothing", star, "dcba", "[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"a fact at another time", star + `late("b")@1; late("c")@2; late("d")@1; in(N,N) :- late(N);`, "abcd",
			"[(b d)] classes [[b d]] orbits [[a] [b d] [c]] order 2"},
		{"a number for each node", star + `id("b",1)@1; id("c",2)@1; id("d",2)@1; in(N,N) :- id(N,_);`, "abcd",
			"[(c d)] classes [[c d]] orbits [[a] [b] [c d]] order 2"},
		{"a rule that names a node", star + `in(N,N) :- in(N,"c");`, "abcd", "[(b d)] classes [[b d]] orbits [[a] [b d] [c]] order 2"},
		{"rules that name all nodes", star + `in(X,X) :- in("c",X); in(N,N) :- in("b",N); in(V,V) :- in("d",V);`, "abcd",
			"[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"premises in another order", star + `all(X) :- in("c",X), in("b",Y), in("d",Z), Y == X, X == Z;`, "abcd",
			"[(b d)] classes [[b d]] orbits [[a] [b d] [c]] order 2"},
		{"premises that differ in nothing", star + `all(X) :- in("c",X), in("b",X), in("d",X);`, "abcd",
			"[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"the sender is the first premise's place", star + `in(M,M)@async :- in("b",M), in("c",M);`, "abcd",
			"[] classes [] orbits [[a] [b] [c] [d]] order 1"},
		{"payloads that are named as nodes are renamed, too", `in("a","b")@1; in("b","a")@1;`, "ab", "[(a b)] classes [[a b]] orbits [[a b]] order 2"},
		{"names compared by order", star + `less(N) :- in(N,M), in(M,X), N < X;`, "abcd",
			"[] classes [] orbits [[a] [b] [c] [d]] order 1"},
		{"names compared with no name of a node", star + `less(N) :- in(N,M), M < "z";`, "abcd",
			"[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"numbers compared by order", star + `less(N) :- in(N,_), id(N,K), K < 7; id("b",1)@1; id("c",1)@1;`, "abcd",
			"[(b c)] classes [[b c]] orbits [[a] [b c] [d]] order 2"},
		{"the least name", star + `least("all", min<N>) :- in(N,_);`, "abcd", "[] classes [] orbits [[a] [b] [c] [d]] order 1"},
		{"the least name of some", star + `least(N, min<M>) :- in(N,M);`, "abcd",
			"[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
		{"a name that comes by an equality", star + `less(N) :- in(N,M), X == N, X < "z";`, "abcd",
			"[] classes [] orbits [[a] [b] [c] [d]] order 1"},
		{"a name that comes from crash", `c(X) :- crash(_,X,_), X < "b"; p("x")@1; p(N)@next :- p(N);`, "abcd",
			"[] classes [] orbits [[a] [b] [c] [d]] order 1"},
		{"no other comparison matters", star + `same(N) :- in(N,M), N != M, notin in(M,N);`, "abcd",
			"[(b c) (c d)] classes [[b c d]] orbits [[a] [b c d]] order 6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := Find(parse(t, tt.src), strings.Split(tt.nodes, ""), failure.Spec{})
			got := fmt.Sprintf("%v classes %v orbits %v order %v", g.Generators(), g.Interchangeable(), g.Orbits(), g.Order())
			if got != tt.want || !g.Complete() {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if g.Trivial() != (len(g.Generators()) == 0) {
				t.Error("trivial is not trivial")
			}
		})
	}
}

// elements lists the group.
func elements(g *Group) []Permutation {
	compose := func(p, q Permutation) Permutation {
		r := Permutation{}
		for _, n := range g.nodes {
			r[n] = p.Of(q.Of(n))
		}
		return r
	}
	var list []Permutation
	for p := range Orbit(g, Permutation{}, compose, Permutation.String) {
		list = append(list, p)
	}
	return list
}

// permutations lists all permutations of the nodes.
func permutations(nodes []string) []Permutation {
	if len(nodes) == 0 {
		return []Permutation{{}}
	}
	var list []Permutation
	var place func(image []string)
	place = func(image []string) {
		if len(image) == len(nodes) {
			p := Permutation{}
			for i, n := range nodes {
				p[n] = image[i]
			}
			list = append(list, p)
			return
		}
		for _, n := range nodes {
			if !slices.Contains(image, n) {
				place(append(slices.Clone(image), n))
			}
		}
	}
	place(nil)
	return list
}

func renameValues(args []datalog.Value, p Permutation) []datalog.Value {
	out := slices.Clone(args)
	for i, v := range out {
		if v.Type() == datalog.Text {
			out[i] = datalog.String(p.Of(v.Text()))
		}
	}
	return out
}

// tuples writes all that a run holds, renamed, in order.
func tuples(r *naive.Result, p Permutation) []string {
	var list []string
	for _, t := range r.Tuples {
		list = append(list, fmt.Sprint(t.Relation, t.Time, renameValues(t.Args, p)))
	}
	slices.Sort(list)
	return list
}

// Every symmetry that is found maps runs to runs: the run under the renamed scenario is
// the renamed run. And where a permutation maps the texts of the clauses to each other,
// it is found, unless it moves names that are compared by order.
func TestSymmetriesMapRuns(t *testing.T) {
	programs := 200
	if testing.Short() {
		programs = 150
	}
	symmetric, large, texts := 0, 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 21))
		src := randprog.Program(r, randprog.Options{Nodes: 2 + r.IntN(4), NoOverflow: true})
		if r.IntN(6) > 0 {
			src = randprog.Symmetric(r, src)
		}
		p := parse(t, src)
		nodes := p.Places()
		g := Find(p, nodes, failure.Spec{})
		found := elements(g)
		if g.Order().Int64() != int64(len(found)) {
			t.Fatalf("seed %d: order %v, and %d elements\n%s", seed, g.Order(), len(found), src)
		}
		if len(found) > 1 {
			symmetric++
		}
		if len(found) > 2 {
			large++
		}
		// Not a single one is missed: permutations of the text that give the same text, and
		// move no name that is compared.
		number := map[string]int32{}
		for i, n := range g.nodes {
			number[n] = int32(i)
		}
		pinned := ordered(p, number)
		for _, q := range permutations(g.nodes) {
			moves := slices.ContainsFunc(g.nodes, func(n string) bool { return pinned[number[n]] && q.Of(n) != n })
			if moves || !sameText(src, q) {
				continue
			}
			texts++
			if !slices.ContainsFunc(found, func(f Permutation) bool { return f.String() == q.String() }) {
				t.Fatalf("seed %d: %v is not found\n%s", seed, q, src)
			}
		}
		spec := failure.Spec{EOT: 4, EFF: 3, Crashes: 1}
		for range 3 {
			sc := randprog.Scenario(r, spec, nodes)
			q := found[r.IntN(len(found))]
			run, err := naive.Run(p, nodes, spec, sc)
			if err != nil {
				continue // too large
			}
			image, err := naive.Run(p, nodes, spec, sc.Rename(q.Of))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if !slices.Equal(tuples(run, q), tuples(image, nil)) {
				t.Fatalf("seed %d: %v maps the run under %v to another than that under %v\n%s", seed, q, sc, sc.Rename(q.Of), src)
			}
		}
	}
	t.Logf("%d programs, %d symmetric, %d with more than two symmetries, %d of which leave the text as it is", programs, symmetric, large, texts)
	if 3*symmetric < programs || texts < programs || 8*large < programs {
		t.Error("too few programs are symmetric")
	}
}

// sameText reports whether renaming maps the lines of a program to each other.
func sameText(src string, p Permutation) bool {
	var pairs []string
	for from, to := range p {
		pairs = append(pairs, `"`+from+`"`, `"`+to+`"`)
	}
	lines := func(src string) []string {
		list := strings.Split(src, "\n")
		slices.Sort(list)
		return list
	}
	return slices.Equal(lines(src), lines(strings.NewReplacer(pairs...).Replace(src)))
}

// Names that are compared by order break a symmetry in the runs, not only in theory:
// exchanging b and c leaves this program as it is, and not what it holds.
func TestOrderMatters(t *testing.T) {
	src := `in("b",1)@1; in("c",1)@1; first("all", min<N>) :- in(N,_);`
	p := parse(t, src)
	nodes := []string{"b", "c"}
	exchange := Permutation{"b": "c", "c": "b"}
	if !sameText(strings.ReplaceAll(src, "; ", ";\n"), exchange) {
		t.Error("the text is another one")
	}
	run, err := naive.Run(p, nodes, failure.Spec{EOT: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(tuples(run, exchange), tuples(run, nil)) {
		t.Error("the run is the same")
	}
	if g := Find(p, nodes, failure.Spec{}); !g.Trivial() {
		t.Errorf("found %v", g.Generators())
	}
}

// Thirty equal nodes are quick, a ring of fifty as well.
func TestManyNodes(t *testing.T) {
	var src strings.Builder
	var nodes []string
	for i := range 30 {
		nodes = append(nodes, fmt.Sprintf("n%02d", i))
	}
	for _, n := range nodes {
		for _, m := range nodes {
			if n != m {
				fmt.Fprintf(&src, "to(%q,%q)@1;\n", n, m)
			}
		}
	}
	rules := "in(M,N)@async :- to(N,M);\n"
	g := Find(parse(t, src.String()+rules), nodes, failure.Spec{})
	if len(g.Generators()) != 29 || g.Order().String() != "265252859812191058636308480000000" || !g.Complete() {
		t.Errorf("%d generators of %v", len(g.Generators()), g.Order())
	}
	src.Reset()
	nodes = nodes[:0]
	for i := range 50 {
		nodes = append(nodes, fmt.Sprintf("n%02d", i))
	}
	for i, n := range nodes {
		fmt.Fprintf(&src, "to(%q,%q)@1; to(%q,%q)@1;\n", n, nodes[(i+1)%50], nodes[(i+1)%50], n)
	}
	g = Find(parse(t, src.String()+rules), nodes, failure.Spec{})
	if g.Order().Int64() != 100 || !g.Complete() {
		t.Errorf("order %v", g.Order())
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{3, 30} {
		var src strings.Builder
		var nodes []string
		for i := range n {
			nodes = append(nodes, fmt.Sprintf("n%02d", i))
			for j := range n {
				if i != j {
					fmt.Fprintf(&src, "to(\"n%02d\",\"n%02d\")@1;\n", i, j)
				}
			}
		}
		src.WriteString(`start("n00")@1; in(M,N)@async :- to(N,M), start(N);`)
		p, _ := dedalus.ParseString("mesh.ded", src.String())
		program := p.Datalog()
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Find(program, nodes, failure.Spec{})
			}
		})
	}
}
