package verify

import (
	"context"
	"fmt"
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
