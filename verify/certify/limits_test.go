package certify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/verify/certify"
)

// A sum that may have 2^24 values, and two that may have 2^12 each in one row, are too
// much, and that is said at once.
func TestTooLarge(t *testing.T) {
	for name, head := range map[string]string{"sum": "t(N, sum<K>)", "rows": "t(N, sum<K>, sum<L>)"} {
		var src strings.Builder
		bits := map[string]int{"sum": 24, "rows": 12}[name]
		for i := range bits {
			fmt.Fprintf(&src, "w(\"a\", \"b\", %d, %d)@1;\n", 1<<i, 3<<i)
		}
		for i := range bits { // each value by a message of its own
			fmt.Fprintf(&src, "g%d(M, K, L)@async :- w(N, M, K, L), K == %d;\ng(N, K, L) :- g%d(N, K, L), notin off(N, K);\n", i, 1<<i, i)
			fmt.Fprintf(&src, "off(M, %d)@async :- w(N, M, _, _), x(M, %d)@1;\nx(\"b\", %d)@1;\n", 1<<i, 1<<i, 1<<i)
		}
		fmt.Fprintf(&src, "%s :- g(N, K, L);\npre(N) :- t(N%s);\npost(N) :- pre(N);\n", head, strings.Repeat(", _", strings.Count(head, "sum")))
		p, found := dedalus.ParseString("large.ded", src.String())
		if found.HasErrors() {
			t.Fatal(found)
		}
		q := &certify.Question{Program: certify.Digest(p), Nodes: []string{"a", "b"}, Outcomes: certify.AllOutcomes}
		q.Spec.EOT, q.Spec.EFF = 3, 3
		_, err := certify.Ask(context.Background(), p.Datalog(), q)
		var large *certify.SizeError
		if !errors.As(err, &large) {
			t.Errorf("%s: %v", name, err)
		} else {
			t.Log(err)
		}
	}
}
