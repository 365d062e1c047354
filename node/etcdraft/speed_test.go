//go:build unix

package etcdraft

import (
	"syscall"
	"testing"
	"time"

	"molly/explore/fuzz"
	"molly/node"
)

// worked is the processor time of this process so far.
func worked(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSpeed is what an event of random executions costs, in seconds of a processor: of a campaign; of a walk, which does not look at the
// shapes of states; of a world that does what a walk has done; and of one without an oracle, which is what raft and the world take.
func BenchmarkSpeed(b *testing.B) {
	p := Plan()
	s := cluster(b, Options{Nodes: 3})
	walk := func(run int) *node.World {
		w, err := node.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		p.Run(w, fuzz.Random(1, run))
		return w
	}
	perEvent := func(b *testing.B, do func(run int) (events int)) {
		b.ReportAllocs()
		events, begin := 0, worked(b)
		for run := 0; b.Loop(); run++ {
			events += do(run)
		}
		b.ReportMetric(float64(events)/(worked(b)-begin).Seconds(), "events/cpu-s")
	}
	b.Run("campaign", func(b *testing.B) {
		one := *s
		one.Worlds = 1
		perEvent(b, func(run int) int {
			r, err := (&fuzz.Campaign{System: &one, Plan: p, Seed: uint64(run), Runs: 10}).Run(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			return r.Events
		})
	})
	b.Run("walk", func(b *testing.B) {
		perEvent(b, func(run int) int { return len(walk(run).Events()) })
	})
	var actions []node.Action
	for _, e := range walk(0).Events() {
		actions = append(actions, e.Action)
	}
	again := func(s *node.System) int {
		w := node.NewWorld(s)
		for _, a := range actions {
			if _, err := w.Do(a); err != nil {
				b.Fatal(err)
			}
		}
		return len(actions)
	}
	b.Run("world", func(b *testing.B) { perEvent(b, func(int) int { return again(s) }) })
	b.Run("no-oracle", func(b *testing.B) {
		free := *s
		free.Oracle = nil
		perEvent(b, func(int) int { return again(&free) })
	})
}
