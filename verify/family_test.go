package verify

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
)

// delivery is a protocol of the library on n nodes that can all reach each other.
func delivery(t testing.TB, name string, n int) (*datalog.Program, []string) {
	t.Helper()
	var src strings.Builder
	nodes := make([]string, n)
	for i := range nodes {
		nodes[i] = fmt.Sprintf("n%02d", i)
	}
	for _, from := range nodes {
		for _, to := range nodes {
			if from != to {
				fmt.Fprintf(&src, "peer(%q, %q)@1;\n", from, to)
			}
		}
	}
	fmt.Fprintf(&src, "bcast(%q, \"hello\")@1;\n", nodes[0])
	src.WriteString("peer(N, M)@next :- peer(N, M);\nlog(N, P)@next :- log(N, P);\n")
	for _, file := range []string{name, "invariant"} {
		text, err := os.ReadFile("../protocols/delivery/" + file + ".ded")
		if err != nil {
			t.Fatal(err)
		}
		src.Write(regexp.MustCompile(`(?m)^(include .*|// molly:.*)$`).ReplaceAll(text, nil))
	}
	p, diagnostics := dedalus.ParseString(name+".ded", src.String())
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p.Datalog(), nodes
}
