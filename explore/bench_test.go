package explore_test

import (
	"testing"

	"molly/explore"
	"molly/node/sample/raft"
)

// BenchmarkClasses explores by classes, and says how many events a second that is.
func BenchmarkClasses(b *testing.B) {
	for _, c := range []struct {
		name  string
		space *explore.Space
	}{
		{"raft", election(raft.System(raft.Options{Nodes: 3}))},
		{"2pc", &explore.Space{System: program(b, "commit/2pc", 3, "C", "a", "b")}},
		{"paxos in lockstep", &explore.Space{System: program(b, "agreement/paxos", 2), Lockstep: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			events := 0
			for b.Loop() {
				r, err := explore.Classes(b.Context(), c.space, explore.Options{All: true})
				if err != nil {
					b.Fatal(err)
				}
				events += r.Count.Events
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
