package provenance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
)

// lossyGraph explains why a tuple is missing after a loss, and why another one holds.
func lossyGraph(t *testing.T) *Graph {
	t.Helper()
	p, diagnostics := dedalus.ParseString("form.ded", `to("a", "b")@1; to(N, M)@next :- to(N, M); log("a", 1)@1; log(N, X)@next :- log(N, X);
log(M, X)@async :- log(N, X), to(N, M); cnt(N, count<X>) :- log(N, X); good(N) :- cnt(N, C), C > 0, notin bad(N); bad(N) :- log(N, 2);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	e, err := eval.New(p.Datalog(), []string{"a", "b"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec := failure.Spec{EOT: 3, EFF: 3}
	run, err := e.Run(context.Background(), spec, failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2)))
	if err != nil {
		t.Fatal(err)
	}
	space, err := e.Space(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	good, _ := p.Datalog().Lookup("good")
	g, err := Explain(context.Background(), run, space,
		goalOf(good, 3, []datalog.Value{datalog.String("b")}), goalOf(good, 3, []datalog.Value{datalog.String("a")}))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Each way in which a graph can be malformed is said.
func TestFormIsChecked(t *testing.T) {
	if err := lossyGraph(t).Check(); err != nil {
		t.Fatal(err)
	}
	first := func(g *Graph, k Kind) NodeID {
		for i := range g.Nodes {
			if g.Nodes[i].Kind == k {
				return NodeID(i)
			}
		}
		t.Fatalf("no node is %v", k)
		return 0
	}
	for want, spoil := range map[string]func(g *Graph){
		"has the child 9999":  func(g *Graph) { g.Nodes[first(g, Fired)].Children[0] = 9999 },
		"has a child that is": func(g *Graph) { n := &g.Nodes[first(g, Holds)]; n.Children = append(n.Children, first(g, Missing)) },
		"has rule -1":         func(g *Graph) { g.Nodes[first(g, Fired)].Rule = NoRuleID },
		", has a rule":        func(g *Graph) { g.Nodes[first(g, Holds)].Rule = 0 },
		"has no children":     func(g *Graph) { g.Nodes[first(g, Grouped)].Children = nil },
		"missing without a reason": func(g *Graph) {
			n := &g.Nodes[first(g, Missing)]
			n.Children, n.Possible = nil, true
		},
		"are both": func(g *Graph) {
			g.Nodes = append(g.Nodes, g.Nodes[first(g, Holds)])
			g.Roots = append(g.Roots, NodeID(len(g.Nodes)-1))
		},
		"is not a goal":      func(g *Graph) { g.Roots = append(g.Roots, first(g, Fired)) },
		"is not reachable":   func(g *Graph) { g.Roots = g.Roots[:1] },
		"hold each other up": func(g *Graph) { f := first(g, Fired); h := g.Nodes[f].Children[0]; g.Nodes[h].Children = []NodeID{f} },
	} {
		g := lossyGraph(t)
		for i := range g.Nodes {
			g.Nodes[i].Children = slices.Clone(g.Nodes[i].Children)
		}
		spoil(g)
		if err := g.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want: %s", err, want)
		}
	}
}

// executed runs a program for one time on one node.
func executed(t *testing.T, src string) (*eval.Run, *eval.Space) {
	t.Helper()
	p, diagnostics := dedalus.ParseString("missing.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	e, err := eval.New(p.Datalog(), []string{"a"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec := failure.Spec{EOT: 1}
	run, err := e.Run(context.Background(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	space, err := e.Space(context.Background(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return run, space
}

// explained is why a tuple is missing at the end of a run without faults.
func explained(t *testing.T, src, relation string, args ...datalog.Value) *Graph {
	t.Helper()
	run, space := executed(t, src)
	id, _ := run.Program().Lookup(relation)
	g, err := Explain(context.Background(), run, space, goalOf(id, 1, args))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A premise whose column cannot be computed stands in the way as such.
func TestUndefinedColumns(t *testing.T) {
	for column, want := range map[string]Kind{"7 / X": Undefined, "7 + X": False} {
		g := explained(t, `p("a", 0)@1; q("a", 1)@1; r(N) :- p(N, X), q(N, `+column+`);`, "r", datalog.String("a"))
		if !slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Kind == want }) && want == Undefined {
			t.Errorf("%s: nothing is undefined in\n%+v", column, g.Nodes)
		}
	}
}

// A premise whose column has the computed value does not stand in the way: neither where the
// value is known first, nor where the fact is.
func TestComputedColumnsThatHold(t *testing.T) {
	for _, src := range []string{
		`p("a", 2)@1; q("a", 1)@1; r(N) :- p(N, X + 1), q(N, X), X > 5;`,
		`q("a", 1)@1; p("a", 2)@1; p("a", 3)@1; r(N) :- q(N, X), p(N, X + 1), X > 5;`,
	} {
		g := explained(t, src, "r", datalog.String("a"))
		blocked := g.Node(g.Node(g.Roots[0]).Children[0])
		if len(blocked.Children) != 1 || g.Node(blocked.Children[0]).Kind != False {
			t.Errorf("%s: %+v", src, g.Nodes)
		}
	}
}

// Of more ways to fail than are shown, it says how many more there are.
func TestMoreWays(t *testing.T) {
	for more := range 3 {
		src := `q("a", -1)@1;`
		for i := range maxShown + more {
			src += fmt.Sprintf(`p("a", %d)@1;`, i)
		}
		g := explained(t, src+`r(N) :- p(N, X), q(N, _), X > 99;`, "r", datalog.String("a"))
		if root := g.Node(g.Roots[0]); root.More != more || len(root.Children) != maxShown {
			t.Errorf("%d ways and %d more: %d are shown, %d more", maxShown, more, len(root.Children), root.More)
		}
	}
}

// When a graph has taken so many steps that no more rules are searched, it says so: a search
// counts as one step at least.
func TestTotalSteps(t *testing.T) {
	run, _ := executed(t, `p("a", 0)@1; r(N) :- p(N, 1); r(N) :- p(N, 2); r(N) :- p(N, 3);`)
	r, _ := run.Program().Lookup("r")
	for left := range 4 {
		b, err := newBuilder(t.Context(), run, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.steps = maxTotalSteps - left
		if err := b.root(goalOf(r, 1, []datalog.Value{datalog.String("a")})); err != nil {
			t.Fatal(err)
		}
		if err := b.build(); err != nil {
			t.Fatal(err)
		}
		var kinds []Kind
		for _, c := range b.graph.Node(b.graph.Roots[0]).Children {
			kinds = append(kinds, b.graph.Node(c).Kind)
		}
		want := append(slices.Repeat([]Kind{Blocked}, min(left, 3)), slices.Repeat([]Kind{Cut}, max(0, min(1, 3-left)))...)
		if !slices.Equal(kinds, want) {
			t.Errorf("with %d steps left: %v, want %v", left, kinds, want)
		}
	}
}

// Of more lost supports than are shown, those come first that name new faults, then the
// others in order; faults that no shown one names are listed.
func TestChosenSupports(t *testing.T) {
	o := func(n int) failure.Fault { return failure.Omit("a", "b", n) }
	support := func(name string, faults ...failure.Fault) LostSupport {
		return LostSupport{Tuple: name, Faults: faults}
	}
	all := []LostSupport{support("p", o(1)), support("q", o(1)), support("r", o(2)), support("s", o(2), o(1)), support("t", o(4), o(3))}
	for limit, want := range map[int]string{
		0: "pqrst 0 []", 1: "p 4 [O(a,b,2) O(a,b,3) O(a,b,4)]", 2: "pr 3 [O(a,b,3) O(a,b,4)]", 3: "prt 2 []", 4: "pqrt 1 []", 5: "pqrst 0 []", 9: "pqrst 0 []",
	} {
		list, more, unnamed := choose(all, limit)
		text := ""
		for _, l := range list {
			text += l.Tuple
		}
		if got := fmt.Sprint(text, " ", more, " ", unnamed); got != want {
			t.Errorf("at most %d: %s, want %s", limit, got, want)
		}
	}
}

// Several crashes that do not happen are one, with the observer that they have in common.
func TestCrashesAreOne(t *testing.T) {
	p, diagnostics := dedalus.ParseString("crash.ded", `p("a")@1; q(N) :- p(N), crash(N, _, _);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	g := &Graph{Program: p.Datalog()}
	crash := func(observer, node string, time int64) {
		g.Nodes = append(g.Nodes, about(Missing, goalOf(p.Datalog().Crash, 0, []datalog.Value{datalog.String(observer), datalog.String(node), datalog.Int(time)})))
	}
	crash("a", "b", 1)
	crash("a", "b", 2)
	crash("c", "b", 3)
	for want, ids := range map[string]family{`crash("a", "b", 1)`: {0}, `crash("a", "b", 1…2)`: {0, 1}, `crash(_, "b", 1…3)`: {0, 1, 2}} {
		if got := (&texter{graph: g}).tuple(ids); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
