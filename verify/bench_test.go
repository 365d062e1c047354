package verify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

func BenchmarkVerify(b *testing.B) {
	for _, bb := range []struct {
		name string
		spec failure.Spec
	}{
		{"ack", failure.Spec{EOT: 8, EFF: 7, Crashes: 1}},
		{"ack", failure.Spec{EOT: 16, EFF: 15, Crashes: 1}},
		{"redun", failure.Spec{EOT: 11, EFF: 10, Crashes: 1}},
	} {
		p, diagnostics := dedalus.Loader{}.Load("../protocols/delivery/" + bb.name + ".ded")
		if p == nil {
			b.Fatal(diagnostics)
		}
		program := p.Datalog()
		for _, strategy := range []Strategy{Symbolic, LDFI} {
			b.Run(fmt.Sprintf("%s-%v/%v", bb.name, bb.spec, strategy), func(b *testing.B) {
				b.ReportAllocs()
				runs := 0
				for b.Loop() {
					v, err := Verify(context.Background(), program, Options{Spec: bb.spec, Nodes: []string{"a", "b", "c"}, Strategy: strategy})
					if err != nil || v.Kind != Certified {
						b.Fatal(v, err)
					}
					runs = v.Executions
				}
				b.ReportMetric(float64(runs), "executions")
			})
		}
	}
}

// Transitive closure inside one time over n nodes' links, each of which may be lost: what is
// heard directly is reached (certified), and everybody reaches everybody (one crash breaks it).
func BenchmarkVerifyClosure(b *testing.B) {
	for _, rule := range []struct{ name, text string }{
		{"linear", "reach(X, Z) :- reach(X, Y), heard(Z, Y);"},
		{"doubly", "reach(X, Z) :- reach(X, Y), reach(Y, Z);"},
	} {
		for _, invariant := range []struct {
			text string
			kind Kind
		}{
			{"pre(X, Z) :- heard(Z, X);", Certified},
			{"pre(X, Z) :- peer(X, Z)@1;", Counterexample},
		} {
			for _, n := range []int{16, 20, 24, 32} {
				var src strings.Builder
				var nodes []string
				for i := range n {
					nodes = append(nodes, fmt.Sprintf("n%02d", i))
					for j := range n {
						if i != j {
							fmt.Fprintf(&src, "peer(\"n%02d\", \"n%02d\")@1;\n", i, j)
						}
					}
				}
				src.WriteString("heard(M, N)@async :- peer(N, M); reach(X, Y) :- heard(Y, X); post(X, Z) :- reach(X, Z);")
				parsed, diagnostics := dedalus.ParseString("closure.ded", src.String()+rule.text+invariant.text)
				if diagnostics.HasErrors() {
					b.Fatal(diagnostics)
				}
				program := parsed.Datalog()
				b.Run(fmt.Sprintf("%s-%d/%s", rule.name, n, invariant.kind), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						v, err := Verify(context.Background(), program, Options{Spec: failure.Spec{EOT: 2, EFF: 2, Crashes: 1}, Nodes: nodes})
						if err != nil || v.Kind != invariant.kind {
							b.Fatal(v, err)
						}
					}
				})
			}
		}
	}
}
