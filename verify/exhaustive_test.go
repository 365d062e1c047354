package verify

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// Where some run is too large, what the search says does not depend on the number of
// workers, nor on which of them was the first.
func TestExhaustiveLimit(t *testing.T) {
	parsed, diagnostics := dedalus.ParseString("limit.ded", `
		n("a", 1)@1; n("a", 2)@1; n("a", 3)@1; n(N, X)@next :- n(N, X);
		n("b", X)@async :- n("a", X); n("a", X)@async :- n("b", X);
		missed("b", 1)@next :- n("a", _), notin n("b", _); missed("b", X + 1)@next :- missed("b", X);
		large(N, X, Y, Z) :- n("a", X), n("a", Y), n("a", Z), missed(N, M), M > 1;
		pre("g", X) :- n("b", X); post("g", X) :- n("a", X), notin large(_, X, _, _);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, limit := range []int{100, 110, 120, 130} {
		want := ""
		for i := range 12 {
			runtime.GOMAXPROCS(1 + 7*(i%2))
			v, err := Verify(context.Background(), parsed.Datalog(), Options{
				Spec: failure.Spec{EOT: 6, EFF: 6, Crashes: 1}, Nodes: []string{"a", "b"}, Strategy: Exhaustive, MaxFacts: limit,
			})
			got := fmt.Sprint(err)
			if v != nil {
				got += fmt.Sprintf(" %d executions, %v", v.Executions, v.Findings)
			}
			if i == 0 {
				want = got
			}
			if got != want {
				t.Errorf("at most %d facts: %s, at first %s", limit, got, want)
			}
		}
	}
}
