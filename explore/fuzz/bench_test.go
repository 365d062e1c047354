package fuzz_test

import (
	"context"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/sample/raft"
)

// BenchmarkCampaign compares what a campaign makes of a correct cluster with the same executions without it: without shapes,
// counts and cores. GOMAXPROCS=1 makes them comparable.
func BenchmarkCampaign(b *testing.B) {
	s, p := raft.System(raft.Options{Nodes: 5}), raft.Plan()
	b.Run("campaign", func(b *testing.B) {
		c := fuzz.Campaign{System: s, Plan: p, Seed: 1, Runs: b.N}
		r, err := c.Run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Events)/b.Elapsed().Seconds(), "events/s")
	})
	b.Run("walk", func(b *testing.B) {
		events := 0
		for run := range b.N {
			w, err := node.Begin(s)
			if err != nil {
				b.Fatal(err)
			}
			p.Run(w, fuzz.Random(1, run))
			events += len(w.Events())
			w.Close()
		}
		b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	})
}
