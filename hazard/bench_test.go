package hazard

import (
	"context"
	"fmt"
	"testing"

	"molly/failure"
	"molly/internal/randcircuit"
)

// Questions of the size of real ones: flooding again and again holds, flooding once
// is broken by two faults or so.
func BenchmarkBest(b *testing.B) {
	for _, size := range []struct {
		nodes int
		spec  failure.Spec
	}{
		{3, failure.Spec{EOT: 8, EFF: 7, Crashes: 1}},
		{10, failure.Spec{EOT: 16, EFF: 15, Crashes: 1}},
		{6, failure.Spec{EOT: 16, EFF: 15, Crashes: 2}},
		{20, failure.Spec{EOT: 16, EFF: 15, Crashes: 1}},
		{20, failure.Spec{EOT: 16, EFF: 15, Crashes: 3}},
	} {
		for _, again := range []bool{true, false} {
			if size.nodes > 10 && !again {
				continue // 19 faults are too many to find
			}
			w := randcircuit.New(size.nodes, size.spec)
			bad := w.Flood(again)
			for _, backend := range backends {
				name := fmt.Sprintf("nodes=%d/crashes=%d/again=%v/%v", size.nodes, size.spec.Crashes, again, backend)
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					var s *Search
					for b.Loop() {
						s = NewSearch(w.Circuit, size.spec, w.Nodes, backend)
						s.Require(bad)
						if _, _, err := s.Best(context.Background()); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(len(w.Cone(bad))), "nodes")
					b.ReportMetric(float64(s.Stats().Clauses), "clauses")
					b.ReportMetric(float64(s.Stats().Calls), "calls")
				})
			}
		}
	}
}

func BenchmarkJustify(b *testing.B) {
	spec := failure.Spec{EOT: 16, EFF: 15, Crashes: 1}
	w := randcircuit.New(10, spec)
	good := w.Flood(true).Not()
	v := w.Evaluate(nil)
	b.ReportAllocs()
	for b.Loop() {
		Justify(w.Circuit, v, good, 0)
	}
}
