package verify

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/hazard/solver"
)

// A message to or from a place that is no node is warned about once for each rule and pair
// of places, by every strategy; a node that takes no part by those that look at all
// executions.
func TestWarnings(t *testing.T) {
	p, diagnostics := dedalus.ParseString("warn.ded", `to("a", "b")@1; to("a", "zz")@1; to("a", "yy")@1; to("c", "a")@1;
to(N, M)@next :- to(N, M);
got(M)@async :- to(N, M), N == "a";
got(M)@async :- to(N, M), N == "c";
far("zz", N)@async :- got(N);
got(N)@next :- got(N);
pre(N) :- to(_, N);
post(N) :- to(_, N);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	misdirected := []string{
		`no-node 3: a message got from "a" to "yy" never arrives: not both are nodes of this run`,
		`no-node 3: a message got from "a" to "zz" never arrives: not both are nodes of this run`,
		`no-node 4: a message got from "c" to "a" never arrives: not both are nodes of this run`,
		`no-node 5: a message far from "b" to "zz" never arrives: not both are nodes of this run`,
	}
	silent := `silent-node 0: node "d" neither sends nor receives: no rule has a message from or to it`
	for _, strategy := range []Strategy{Symbolic, LDFI, Exhaustive, Random} {
		for _, eot := range []int{1, 4} {
			o := Options{Spec: failure.Spec{EOT: eot, EFF: min(eot, 2)}, Nodes: []string{"a", "b", "d"}, Strategy: strategy, Solver: solver.Gini, MaxExecutions: 100}
			v, err := Verify(context.Background(), p.Datalog(), o)
			if v == nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range v.Warnings {
				got = append(got, fmt.Sprintf("%s %d: %s", w.Code, w.Pos.Line, w.Text))
			}
			var want []string
			if eot > 1 {
				want = slices.Clone(misdirected)
				if strategy == Symbolic || strategy == LDFI {
					want = append(want, silent)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v, EOT %d:\n%q\nwant\n%q", strategy, eot, got, want)
			}
		}
	}
}
