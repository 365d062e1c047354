package verify

import (
	"context"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// What does not fit 32 bits is refused with the rule that does it, where an admissible
// scenario reaches it.
func TestFit32(t *testing.T) {
	const narrow, lossy = "narrow.ded:3:1: ", "p(M, X)@async :- p(N, X), to(N, M);"
	for _, c := range []struct {
		src     string
		eff     int
		want    string
		program bool // not even 64 bits
	}{
		{"\n\nq(N, X) :- p(N, X), X < 2147483648;", 2, narrow + "the number 2147483648 does not fit 32 bits", false},
		{"\n\nq(N, X) :- p(N, X), X > -2147483648;", 2, narrow + "the number -2147483648 does not fit 32 bits", false},
		{"\n\nq(\"a\", 4294967296)@2;", 2, narrow + "the number 4294967296 does not fit 32 bits", false},
		{"\n\nq(\"a\", 4294967296)@3;", 2, "", false}, // after EOT
		{"\n\nq(N, X + 2147483647) :- p(N, X);", 2, narrow + "a number does not fit 32 bits in this rule at time 1", false},
		{"\n\nq(N, X * 46340) :- p(N, X);", 2, "", false},
		{"\n\nq(N, X * 2000000000 * 2000000000 * 2000000000) :- p(N, X);", 2,
			narrow + "a number does not fit 64 bits in this rule at time 1, in the failure-free run", true},
		{lossy + "\n\nq(N, X * 2147483647) :- p(N, X)@1, late(_), notin p(\"b\", _);", 2, narrow + "a number does not fit 32 bits in this rule at time 2", false},
		{lossy + "\n\nq(N, X * 2147483647) :- p(N, X)@1, late(_), notin p(\"b\", _);", 1, "", false},
	} {
		parsed, diagnostics := dedalus.ParseString("narrow.ded", `p("a", 2)@1; to("a", "b")@1; late("a")@2;`+c.src)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		o := Options{Spec: failure.Spec{EOT: 2, EFF: c.eff}, Nodes: []string{"a", "b"}}
		err := Fit32(context.Background(), parsed.Datalog(), o)
		got := ""
		if err != nil {
			got = err.Error()
		}
		_, program := err.(*ProgramError)
		if got != c.want || program != c.program {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
		var sc failure.Scenario
		if n, ok := err.(*NarrowError); ok {
			sc = n.Scenario
		}
		again := Fit32Run(context.Background(), parsed.Datalog(), o, sc)
		if (again != nil) != (err != nil) || again != nil && again.Error() != got {
			t.Errorf("%s: in one run %v", c.src, again)
		}
	}
}
