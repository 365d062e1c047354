package verify

import (
	"context"
	"errors"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// An overflow that a search has met is an error of the program, also where a bound ends
// the search.
func TestOverflowBeforeBound(t *testing.T) {
	const without = `n("a", 1)@1; n("b", X)@async :- n("a", X); late("a")@2;
		pre("g", 1) :- 1 == 1; post("g", 1) :- 1 == 1;
		d(N, 9223372036854775807 + X) :- late(N), n(N, X)@1, notin n("b", _);`
	const always = `n("a", 1)@1; pre("g", X + 9223372036854775807) :- n(_, X); post("g", X) :- n(_, X);`
	for _, c := range []struct {
		src           string
		strategy      Strategy
		maxExecutions int
		overflows     bool
	}{
		{always, Symbolic, 1, true},
		{always, LDFI, 1, true},
		{always, Exhaustive, 1, true},
		{always, Random, 1, true},
		{without, Symbolic, 1, true},
		{without, LDFI, 1, true},
		{without, Exhaustive, 1, false},
		{without, Exhaustive, 2, false}, // the second is O(b,a,1)
		{without, Exhaustive, 3, true},  // the third is O(a,b,1)
		{without, Exhaustive, 0, true},
	} {
		parsed, diagnostics := dedalus.ParseString("overflow.ded", c.src)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		o := Options{
			Spec: failure.Spec{EOT: 2, EFF: 2}, Nodes: []string{"a", "b"},
			Strategy: c.strategy, MaxExecutions: c.maxExecutions,
		}
		if c.src == always {
			o.Spec.EOT = 1
			o.Spec.EFF = 1
		}
		_, err := Verify(context.Background(), parsed.Datalog(), o)
		var program *ProgramError
		if errors.As(err, &program) != c.overflows {
			t.Errorf("%v, at most %d executions: %v", c.strategy, c.maxExecutions, err)
		}
	}
}
