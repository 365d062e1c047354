package symmetry

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
)

// pinnedIn lists the nodes of a program whose names are compared by order.
func pinnedIn(t *testing.T, src string, nodes ...string) string {
	t.Helper()
	number := map[string]int32{}
	for i, n := range nodes {
		number[n] = int32(i)
	}
	var list []string
	for i, pinned := range ordered(parse(t, src), number) {
		if pinned {
			list = append(list, nodes[i])
		}
	}
	return strings.Join(list, "")
}

// Each comparison by order pins the names that may stand on either side, and nothing else
// does; so do min and max, each alone.
func TestEveryOrderPins(t *testing.T) {
	facts := `at("a","b")@1; at("a","c")@1; id("a",1)@1; id("d",2)@1; other("d","b")@1;`
	for _, c := range []struct{ rule, want string }{
		{`p(N) :- at(N,M), M %s "z";`, "bc"},
		{`p(N) :- at(N,M), "z" %s M;`, "bc"},
		{`p(N) :- at(N,M), M %s "d";`, "bcd"},
		{`p(N) :- at(N,M), "d" %s M;`, "bcd"},
		{`p(N) :- at(N,M), N %s M;`, "abc"},
		{`p(N) :- at(N,M), M %s N;`, "abc"},
		{`p(N) :- at(N,M), other(_,M), M %s "z";`, "b"}, // what both columns have
		{`p(N) :- at(N,_), id(N,K), K %s 7;`, ""},
		{`p(N) :- at(N,_), id(N,K), K + 1 %s 7;`, ""},
		{`p(N) :- at(N,M), X == M, X %s "z";`, "bc"},
		{`p(N) :- at(N,M), M == X, Y == X, X == "b", Y %s "z";`, "bc"},
		{`p(M,N)@next :- at(N,M); q(N) :- p(M,N), M %s "z";`, "bc"},
		{`p(N,M)@async :- at(N,M); q(N) :- p(M,N), N %s "z";`, "bc"},
		{`p(N,count<M>) :- at(N,M); q(N) :- p(N,C), C %s 3;`, ""},
		{`p(N,sum<K>) :- id(N,K); q(N) :- p(N,C), C %s 3;`, ""},
		{`p(N,min<K>) :- id(N,K); q(N) :- p(N,C), C %s 3;`, ""},
		{`p(N) :- at(N,M), crash(_,M,T), T %s 2;`, ""},
		{`p(N) :- at(N,M), crash(M,_,_), M %s "z";`, "bc"},
		{`p(N) :- at(N,_), crash(_,M,_), M %s "z";`, "abcd"},
		{`p(N) :- at(N,_), crash(O,_,_), O %s "z";`, "abcd"},
	} {
		for _, op := range []string{"<", "<=", ">", ">="} {
			src := facts + fmt.Sprintf(c.rule, op)
			if got := pinnedIn(t, src, "a", "b", "c", "d"); got != c.want {
				t.Errorf("%s pins %q, want %q", src, got, c.want)
			}
		}
		for _, op := range []string{"==", "!="} {
			src := facts + fmt.Sprintf(c.rule, op)
			if strings.Contains(c.rule, "min<") {
				continue // it compares, only numbers
			}
			if got := pinnedIn(t, src, "a", "b", "c", "d"); got != "" {
				t.Errorf("%s pins %q", src, got)
			}
		}
	}
	for _, f := range []string{"min", "max"} {
		if got := pinnedIn(t, facts+fmt.Sprintf(`p(N,%s<M>) :- at(N,M);`, f), "a", "b", "c", "d"); got != "bc" {
			t.Errorf("%s pins %q", f, got)
		}
		if got := pinnedIn(t, facts+fmt.Sprintf(`p(N,count<K>,%s<M>) :- at(N,M), id(N,K);`, f), "a", "b", "c", "d"); got != "bc" {
			t.Errorf("%s beside count pins %q", f, got)
		}
		// Its conclusion is a name, which is compared further on.
		if got := pinnedIn(t, facts+fmt.Sprintf(`p(N,%s<M>) :- other(N,M); q(N) :- p(N,M), M < "z";`, f), "a", "b", "c", "d"); got != "b" {
			t.Errorf("what %s concludes pins %q", f, got)
		}
	}
}

// A case in which a false symmetry would hide the only counterexample.
func TestOrderCase(t *testing.T) {
	src, err := os.ReadFile("../../cmd/molly/testdata/cases/symmetry-order.ded")
	if err != nil {
		t.Fatal(err)
	}
	nodes := []string{"a", "b", "c", "h1", "h2"}
	if g := Find(parse(t, string(src)), nodes, failure.Spec{}); !g.Trivial() {
		t.Errorf("found %v", g.Generators())
	}
	// Without the comparison, all receivers are equal.
	unordered := strings.Replace(string(src), `M >= "bb"`, `M != "bb"`, 1)
	if g := Find(parse(t, unordered), nodes, failure.Spec{}); g.Order().Int64() != 6 {
		t.Errorf("without the comparison: %v", g.Generators())
	}
}

// Symmetries map runs to runs also where names are compared by order. Renaming often
// maps the clauses of these programs to each other where it does not map their runs.
func TestSymmetriesOfOrderedPrograms(t *testing.T) {
	programs := 500
	if testing.Short() {
		programs = 300
	}
	symmetric, broken := 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 22))
		src := randprog.Symmetric(r, randprog.Ordered(r, randprog.Program(r, randprog.Options{Nodes: 2 + r.IntN(4), NoOverflow: true})))
		parsed, diagnostics := dedalus.ParseString("test.ded", src)
		if diagnostics.HasErrors() {
			continue
		}
		p := parsed.Datalog()
		nodes := p.Places()
		g := Find(p, nodes, failure.Spec{})
		found := elements(g)
		if len(found) > 1 {
			symmetric++
		}
		spec := failure.Spec{EOT: 4, EFF: 3, Crashes: 1}
		sc := randprog.Scenario(r, spec, nodes)
		run, err := naive.Run(p, nodes, spec, sc)
		if err != nil {
			continue // too large
		}
		differs := func(q Permutation) bool {
			image, err := naive.Run(p, nodes, spec, sc.Rename(q.Of))
			return err == nil && !slices.Equal(tuples(run, q), tuples(image, nil))
		}
		for _, q := range found {
			if differs(q) {
				t.Fatalf("seed %d: %v maps the run under %v to another than that under %v\n%s", seed, q, sc, sc.Rename(q.Of), src)
			}
		}
		for _, q := range permutations(g.nodes) {
			if len(q) <= 4 && sameText(src, q) && differs(q) {
				broken++
				break
			}
		}
	}
	t.Logf("%d programs, %d symmetric; in %d order breaks a symmetry of the clauses", programs, symmetric, broken)
	if 10*symmetric < programs || 10*broken < programs {
		t.Error("too few programs are symmetric, or not for their order alone")
	}
}
