package symmetry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/failure"
)

// coloursOf lists the sets of nodes that have the same colour, in order.
func coloursOf(t *testing.T, src, nodes string) string {
	t.Helper()
	s := newSearch(parse(t, src), strings.Split(nodes, ""), failure.Spec{})
	set := map[uint64]string{}
	for n, c := range s.refine(make(colouring, len(s.nodes))) {
		set[c] += s.nodes[n]
	}
	var list []string
	for _, nodes := range set {
		list = append(list, nodes)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Colours tell nodes apart by all that a clause says of them, and by nothing else.
func TestColours(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a path, from its ends", `to("a","b")@1; to("b","a")@1; to("b","c")@1; to("c","b")@1; to("c","d")@1; to("d","c")@1; to("d","e")@1; to("e","d")@1;`, "ae bd c"},
		{"a path with a direction", `to("a","b")@1; to("b","c")@1; to("c","d")@1; to("d","e")@1;`, "a b c d e"},
		{"two cycles", `to("a","b")@1; to("b","a")@1; to("c","d")@1; to("d","e")@1; to("e","c")@1;`, "abcde"}, // refinement cannot
		{"the relation", `p("a")@1; p("b")@1; q("c")@1; q("d")@1; q("e")@1;`, "ab cde"},
		{"the time", `p("a")@1; p("b")@2; p("c")@1; p("d")@2; p("e")@3;`, "ac bd e"},
		{"a number", `p("a",1)@1; p("b",2)@1; p("c",1)@1; p("d",2)@1; p("e",-1)@1;`, "ac bd e"},
		{"another string", `p("a","x")@1; p("b","y")@1; p("c","x")@1; p("d","y")@1; p("e","xx")@1;`, "ac bd e"},
		{"the column", `p("a","b")@1; p("c","d")@1;`, "ac bd e"},
		{"how often", `p("a",1)@1; p("a",2)@1; p("b",1)@1; p("c",1)@1; p("c",2)@1; p("d",2)@1; p("e",2)@1;`, "ac b de"},
		{"a clause that is there twice is one", `p("a")@1; p("a")@1; p("b")@1; p("c")@1; p("d")@1; p("e")@1;`, "abcde"},
		{"the head of the rule", `f("z")@1; p(N) :- f(N), g(N,"a"); q(N) :- f(N), g(N,"b"); p(N) :- f(N), g(N,"c"); g("z","z")@1;`, "ac b de"},
		{"head or premise", `f("z","z")@1; f("a",N) :- f(N,_); f(M,N) :- f(N,M), f(N,"b"); f(N,"c") :- f(N,_);`, "a b c de"},
		{"when the conclusion holds", `f("z","z")@1; p("a",N) :- f(N,_); p("b",N)@next :- f(N,_); p("c",N)@async :- f(N,_);`, "a b c de"},
		{"a negation", `f("z","z")@1; p(N) :- f(N,_), f(N,"a"); p(N) :- f(N,_), notin f(N,"b"); p(N) :- f(N,_), notin f(N,"c");`, "a bc de"},
		{"the other premises", `f("z","z")@1; p(N) :- f(N,"a"), f(N,N); p(N) :- f(N,"b"), f(N,"z"); p(N) :- f(N,"c"), f(N,N);`, "ac b de"},
		{"an absolute time", `f("z","z")@1; p(N) :- f(N,"a")@1; p(N) :- f(N,"b")@2; p(N) :- f(N,"c")@1;`, "ac b de"},
		{"a comparison", `f("z","z")@1; p(N) :- f(N,X), X == "a"; p(N) :- f(N,X), X != "b"; p(N) :- f(N,X), X == "c";`, "ac b de"},
		{"a comparison beside the premise", `f("z","z")@1; p(N) :- f(N,"a"), N != "x"; p(N) :- f(N,"b"), N != "y"; p(N) :- f(N,"c"), N != "x";`, "ac b de"},
		{"sides that may be exchanged", `f("z","z")@1; p(N) :- f(N,X), X != "a"; p(N) :- f(N,X), "b" != X; p(N) :- f(N,X), "c" == X;`, "ab c de"},
		{"sides that may not", `f("z","z")@1; p(N) :- f(N,X), X < "a"; p(N) :- f(N,X), "b" < X; p(N) :- f(N,X), X < "c";`, "ac b de"},
		{"an aggregate", `f("z",1)@1; p("a",count<X>) :- f(_,X); p("b",sum<X>) :- f(_,X); p("c",count<X>) :- f(_,X);`, "ac b de"},
		{"an expression", `f("z",1)@1; p("a",X+1) :- f(_,X); p("b",X-1) :- f(_,X); p("c",X+1) :- f(_,X); p("d",X) :- f(_,X);`, "ac b d e"},
		{"sides of an expression", `f("z",1)@1; p("a",X-1) :- f(_,X); p("b",1-X) :- f(_,X); p("c",X-1) :- f(_,X); p("d",X-2) :- f(_,X);`, "ac b d e"},
		{"variable or wildcard", `f("z","z")@1; p(N) :- f(N,_), f("a",N); p(N) :- f(N,_), f("b",_), f(N,N); p(N) :- f(N,_), f("c",N);`, "ac b de"},
	} {
		if got := coloursOf(t, c.src, "abcde"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A rule with premises in another order and other names of variables is the same text, and
// no other rule is, also where there are more ways to name the variables than are tried.
func TestCanonicalRules(t *testing.T) {
	texts := map[string]string{}
	text := func(src string) string { return canonical(&parse(t, `e("a","b")@1; n("a",1)@1; `+src).Rules[0], stays) }
	for _, same := range [][]string{
		{ // a path: only refinement tells its variables apart in time
			`p(A) :- e(A,B), e(B,C), e(C,D), e(D,E), e(E,F), e(F,G), e(G,H);`,
			`p(H) :- e(G,F), e(H,G), e(E,D), e(F,E), e(C,B), e(D,C), e(B,A);`,
			`p(X) :- e(E,F), e(D,E), e(A,B), e(B,C), e(X,A), e(C,D), e(F,G);`,
		},
		{ // a star: nothing tells the rays apart
			`p(A) :- e(A,B), e(A,C), e(B,C), e(C,B);`,
			`p(X) :- e(Z,Y), e(X,Z), e(X,Y), e(Y,Z);`,
		},
		{`p(A) :- e(A,B), e(B,C), e(C,A);`, `p(A) :- e(C,A), e(A,B), e(B,C);`},
		{`p(A) :- e(A,B), e(B,C), e(A,C);`, `p(A) :- e(A,C), e(B,C), e(A,B);`},
		{`p(A) :- e(A,B), B != A;`, `p(A) :- e(A,X), A != X;`},
		{`p(A) :- e(A,B), B < A;`},
		{`p(A) :- e(A,B), A < B;`},
		{`p(A) :- e(A,B), A <= B;`},
		{`p(A) :- e(A,B), A == B;`},
		{`p(A) :- e(A,B), notin e(B,A);`},
		{`p(A) :- e(A,B), e(B,A);`, `p(B) :- e(A,B), e(B,A);`, `p(A) :- e(B,A), e(A,B);`},
		{`p(A) :- e(A,_), e(_,A);`, `p(A) :- e(_,A), e(A,_);`},
		{`p(A)@next :- e(A,_), e(_,A);`},
		{`p(A)@async :- e(A,B), e(B,A);`},
		{`p(B)@async :- e(A,B), e(B,A);`, `p(B)@async :- e(X,B), e(B,X);`},
		{`p(A) :- e(A,"b");`}, {`p(A) :- e(A,"c");`}, {`p(A) :- e(A,"b")@1;`}, {`p(A) :- e(A,"b")@2;`},
		{`p(A,X+1) :- n(A,X);`}, {`p(A,X-1) :- n(A,X);`}, {`p(A,1-X) :- n(A,X);`}, {`p(A,X+2) :- n(A,X);`}, {`p(A,X) :- n(A,X);`},
		{`p(A,count<X>) :- n(A,X);`}, {`p(A,sum<X>) :- n(A,X);`}, {`p(A,min<X>) :- n(A,X);`}, {`p(A,max<X>) :- n(A,X);`},
	} {
		first := text(same[0])
		for _, src := range same[1:] {
			if text(src) != first {
				t.Errorf("%s is another rule than %s", src, same[0])
			}
		}
		if other, there := texts[first]; there {
			t.Errorf("%s is the same as %s", same[0], other)
		}
		texts[first] = same[0]
	}
}

// However much work is allowed: what is called complete is the whole group, and what is
// not is the group of the exchanges alone. Some bound is too small for each program that
// needs a search, and none for one that does not.
func TestEveryBoundOnWork(t *testing.T) {
	ring := func(n int) string {
		text := ""
		for i := range n {
			text += fmt.Sprintf("to(%q,%q)@1;", 'a'+rune(i), 'a'+rune((i+1)%n))
		}
		return strings.ReplaceAll(text, "'", `"`)
	}
	for _, c := range []struct {
		name, src, nodes string
		searches         bool
	}{
		{"a ring", ring(5), "abcde", true},
		{"two rings", ring(3) + strings.NewReplacer(`"a"`, `"d"`, `"b"`, `"e"`, `"c"`, `"f"`).Replace(ring(3)), "abcdef", true},
		{"pairs", `to("a","b")@1; to("b","a")@1; to("c","d")@1; to("d","c")@1;`, "abcd", true},
		{"two arrows", `to("a","c")@1; to("b","d")@1;`, "abcd", true},
		{"all equal", `p("a")@1; p("b")@1; p("c")@1;`, "abc", false},
		{"all different", `p("a",1)@1; p("b",2)@1; p("c",3)@1;`, "abc", false},
	} {
		p, nodes := parse(t, c.src), strings.Split(c.nodes, "")
		want := Find(p, nodes, failure.Spec{})
		exchanges := 1
		for _, class := range want.Interchangeable() {
			for i := range class {
				exchanges *= i + 1
			}
		}
		ended := 0
		for work := range 20_000 {
			s := newSearch(p, nodes, failure.Spec{})
			g := &Group{nodes: s.nodes}
			colours := s.refine(make(colouring, len(nodes)))
			s.work = work
			s.transpositions(g, colours)
			s.stabilizers(g, colours)
			order := int64(exchanges)
			if g.Complete() {
				order = want.Order().Int64()
			} else {
				ended++
			}
			if g.Order().Int64() != order || !c.searches && !g.Complete() {
				t.Fatalf("%s, work %d: order %v, complete %v; want %d", c.name, work, g.Order(), g.Complete(), order)
			}
			if c.searches && work == 0 && g.Complete() {
				t.Errorf("%s needs no work", c.name)
			}
			if g.Complete() && s.work > 0 && work > ended+50 {
				break
			}
		}
		if c.searches && ended < 10 || !want.Complete() {
			t.Errorf("%s: only %d bounds are too small", c.name, ended)
		}
	}
}

// No value's text begins another one's.
func TestValuesAreToldApart(t *testing.T) {
	p := parse(t, `v("",0)@1; v("a",1)@1; v("b",-1)@1; v("ab",64)@1; v("aa",128)@1; v("ba",-64)@1; v("0",300)@1; v("a ",97)@1;`)
	var texts []string
	for _, f := range p.Facts {
		for _, v := range f.Args {
			texts = append(texts, string(appendValue(nil, v, stays)))
		}
	}
	for i, a := range texts {
		for j, b := range texts {
			if i != j && strings.HasPrefix(b, a) {
				t.Errorf("%q begins %q", a, b)
			}
		}
	}
}

func TestPermutationText(t *testing.T) {
	for want, p := range map[string]Permutation{
		"()":           {},
		"(a b)":        {"a": "b", "b": "a"},
		"(a c b)(d e)": {"e": "d", "d": "e", "a": "c", "c": "b", "b": "a"},
		"(b c)":        {"a": "a", "c": "b", "b": "c"},
	} {
		if p.String() != want {
			t.Errorf("%v is written %s", map[string]string(p), p)
		}
	}
	if got := (Permutation{"a": "a"}).String(); got != "()" {
		t.Errorf("the identity is %s", got)
	}
}

// Numbers are no names, not even of a node without a name.
func TestNumbersAreNoNames(t *testing.T) {
	p := parse(t, `id("a",1)@1; p(N) :- id(N,K), K < 7;`)
	for i, pinned := range ordered(p, map[string]int32{"": 0, "a": 1}) {
		if pinned {
			t.Errorf("node %d is compared by order", i)
		}
	}
}
