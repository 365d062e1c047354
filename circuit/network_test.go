package circuit

import (
	"slices"
	"testing"

	"molly/failure"
)

// specs are small and differ in what may go wrong.
var specs = []failure.Spec{
	{EOT: 3, EFF: 2, Crashes: 1},
	{EOT: 2, EFF: 2},
	{EOT: 3, EFF: 0, Crashes: 2},
	{EOT: 4, EFF: 3, Delay: 2},
	{EOT: 3, EFF: 3, Delay: 1, NoLoss: true, FIFO: true},
	{EOT: 4, EFF: 3, Delay: 2, FIFO: true, Lossy: "a->b,b->*"},
	{EOT: 4, EFF: 3, Twice: true, Lossy: "a->*"},
	{EOT: 4, EFF: 2, Twice: true, Delay: 2, Crashes: 1, Lossy: "a->b"},
	{EOT: 5, EFF: 4, Delay: 3, FIFO: true, Crashes: 1, Lossy: "a->b", CrashUntil: 3},
	{EOT: 4, EFF: 4, Crashes: 2, Restarts: 1, NoLoss: true},
	{EOT: 4, EFF: 3, Crashes: 1, Restarts: 1, Crashable: "b", Lossy: "a->b", Delay: 1},
}

// The functions say of every admissible scenario what the scenario says.
func TestNetwork(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for _, spec := range specs {
		c := New()
		n := NewNetwork(c, spec)
		type claim struct {
			what string
			lit  Lit
			says func(s failure.Scenario) bool
		}
		var claims []claim
		for time := spec.EOT; time >= 1; time-- {
			for _, from := range nodes {
				for _, to := range nodes {
					if from != to {
						claims = append(claims, claim{"lost", n.Lost(from, to, time), func(s failure.Scenario) bool { return !s.Delivers(from, to, time) }})
					}
					for at := 1; at <= n.LastArrival(time)+1; at++ {
						claims = append(claims, claim{"arrives", n.Arrives(from, to, time, at), func(s failure.Scenario) bool {
							_, down := s.OutageAt(to, at)
							return !down && slices.Contains(s.Arrivals(spec, from, to, time), at)
						}})
					}
				}
				claims = append(claims,
					claim{"down", n.Down(from, time), func(s failure.Scenario) bool { _, down := s.OutageAt(from, time); return down }},
					claim{"boots", n.Boots(from, time), func(s failure.Scenario) bool { return s.Boots(from, time) }},
					claim{"crash", n.Crash(from, time), func(s failure.Scenario) bool { return s.Has(failure.CrashAt(from, time)) }},
				)
				for until := time + 1; until <= spec.EOT; until++ {
					claims = append(claims, claim{"outage", n.Outage(from, time, until), func(s failure.Scenario) bool {
						return s.Has(failure.OutageOf(from, time, until))
					}})
				}
			}
		}
		count := 0
		for s := range spec.Each(nodes) {
			v := c.Evaluate(s)
			for _, m := range claims {
				if v.Holds(m.lit) != m.says(s) {
					t.Fatalf("%v, %v: %s is %v", spec, s, m.what, v.Holds(m.lit))
				}
			}
			for _, f := range spec.Faults(nodes) {
				if v.happens.of(f) != 0 != s.Holds(f) {
					t.Fatalf("%v, %v: %v", spec, s, f)
				}
			}
			if count++; count > 20000 {
				break
			}
		}
	}
}
