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
	{EOT: 5, EFF: 4, Crashes: 1, Restarts: 1, Crashable: "a", Lossy: "a->b", Delay: 2, FIFO: true},
}

// The functions say of every admissible scenario what the scenario says, and they do not tell apart
// what normal form drops: faults of what a node sends while it is down or has crashed.
func TestNetwork(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for _, spec := range specs {
		c := New()
		n := NewNetwork(c, spec)
		type claim struct {
			what string
			lit  Lit
			says func(s failure.Scenario) bool
			from string // the sender, and the time of sending; "" where it is about no message
			sent int
		}
		var claims []claim
		for time := spec.EOT; time >= 1; time-- {
			for _, from := range nodes {
				for _, to := range nodes {
					if from != to {
						claims = append(claims, claim{"lost", n.Lost(from, to, time), func(s failure.Scenario) bool { return !s.Delivers(from, to, time) }, from, time})
					}
					for at := 1; at <= n.LastArrival(time)+1; at++ {
						claims = append(claims, claim{"arrives", n.Arrives(from, to, time, at), func(s failure.Scenario) bool {
							_, down := s.OutageAt(to, at)
							return !down && slices.Contains(s.Arrivals(spec, from, to, time), at)
						}, from, time})
					}
				}
				claims = append(claims,
					claim{"down", n.Down(from, time), func(s failure.Scenario) bool { _, down := s.OutageAt(from, time); return down }, "", 0},
					claim{"boots", n.Boots(from, time), func(s failure.Scenario) bool { return s.Boots(from, time) }, "", 0},
					claim{"crash", n.Crash(from, time), func(s failure.Scenario) bool { return s.Has(failure.CrashAt(from, time)) }, "", 0},
				)
				for until := time + 1; until <= spec.EOT; until++ {
					claims = append(claims, claim{"outage", n.Outage(from, time, until), func(s failure.Scenario) bool {
						return s.Has(failure.OutageOf(from, time, until))
					}, "", 0})
				}
			}
		}
		count := 0
		for s := range spec.Each(nodes) {
			v := c.Evaluate(s)
			more := []*Valuation{c.Evaluate(abnormal(spec, s, failure.Late, failure.Twice)), c.Evaluate(abnormal(spec, s, failure.Omission))}
			for _, m := range claims {
				_, down := s.OutageAt(m.from, m.sent)
				for _, v := range more {
					if !down && v.Holds(m.lit) != m.says(s) {
						t.Fatalf("%v, %v with more faults: %s is %v", spec, s, m.what, v.Holds(m.lit))
					}
				}
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

// abnormal adds to a scenario all faults of some kinds that normal form drops.
func abnormal(spec failure.Spec, s failure.Scenario, kinds ...failure.Kind) failure.Scenario {
	more := slices.Clone(s)
	for _, f := range spec.Faults([]string{"a", "b", "c"}) {
		if slices.Contains(kinds, f.Kind) && len(failure.NewScenario(append(slices.Clone(s), f)...)) == len(s) {
			_, down := s.OutageAt(f.Node, f.Time)
			if at, crashes := s.CrashTime(f.Node); down || crashes && at <= f.Time {
				more = append(more, f)
			}
		}
	}
	return more
}
