package verify

import (
	"context"
	"fmt"
	"testing"
	"time"

	"molly/circuit"
	"molly/eval"
	"molly/failure"
	"molly/hazard"
	"molly/hazard/solver"
)

// An execution of LDFI beside one that starts from nothing: the scenario run from time 1
// on, and a new solver with all justifications so far. The grounding, which both need,
// is not counted.
func BenchmarkExecution(b *testing.B) {
	for _, bb := range []struct {
		nodes int
		spec  failure.Spec
	}{
		{3, failure.Spec{EOT: 8, EFF: 7, Crashes: 1}},
		{3, failure.Spec{EOT: 16, EFF: 15, Crashes: 1}},
		{4, failure.Spec{EOT: 8, EFF: 7, Crashes: 1}},
	} {
		p, nodes := delivery(b, "ack", bb.nodes)
		ctx := context.Background()
		s, err := newSearch(ctx, p, Options{Spec: bb.spec, Nodes: nodes, Strategy: LDFI}, eval.Options{SkipObservers: true})
		if err != nil {
			b.Fatal(err)
		}
		free, err := s.begin()
		if err != nil {
			b.Fatal(err)
		}
		if err := s.ground(free); err != nil {
			b.Fatal(err)
		}
		var played []failure.Scenario
		s.options.Progress = func(e Event) {
			if e.Kind == Proposed {
				played = append(played, e.Scenario)
			}
		}
		b.Run(fmt.Sprintf("ack-%d-%v", bb.nodes, bb.spec), func(b *testing.B) {
			var game, scratch time.Duration
			for b.Loop() {
				played = nil
				start := time.Now()
				if err := s.play(free); err != nil {
					b.Fatal(err)
				}
				game += time.Since(start)

				start = time.Now()
				var why []circuit.Lit
				for _, sc := range append([]failure.Scenario{nil}, played...) {
					if _, err := s.eval.Run(ctx, bb.spec, sc); err != nil {
						b.Fatal(err)
					}
					c := s.space.Circuit
					why = append(why, hazard.Justify(c, c.Evaluate(sc), s.question.any.Not(), 0))
					q := hazard.NewSearch(c, bb.spec, nodes, solver.Gini)
					for _, l := range why {
						q.Require(l.Not())
					}
					if _, _, err := q.Best(ctx); err != nil {
						b.Fatal(err)
					}
				}
				scratch += time.Since(start)
			}
			executions := float64(b.N * (1 + len(played)))
			b.ReportMetric(float64(1+len(played)), "executions")
			b.ReportMetric(float64(game.Microseconds())/executions, "µs/execution")
			b.ReportMetric(float64(scratch.Microseconds())/executions, "µs/execution-from-scratch")
			b.ReportMetric(float64(game)/float64(scratch), "ratio")
		})
	}
}
