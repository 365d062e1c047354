package circuit

import (
	"math/rand/v2"
	"testing"

	"molly/failure"
)

// Lanes say in each lane what a valuation says of its scenario, also of nodes that come
// later.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 50 {
		c := New()
		lits := []Lit{True, False}
		var scenarios []failure.Scenario
		for range 1 + r.IntN(LaneCount) {
			var s []failure.Fault
			for i := range 6 {
				if r.IntN(2) == 0 {
					s = append(s, failure.Omit("a", "b", i+1))
				}
			}
			scenarios = append(scenarios, failure.NewScenario(s...))
		}
		lanes := NewLanes(scenarios)
		for range 3 {
			for range 10 {
				var children []Lit
				for range 1 + r.IntN(3) {
					children = append(children, lits[r.IntN(len(lits))]^Lit(r.IntN(2)))
				}
				lits = append(lits, c.And(children...), c.Var(failure.Omit("a", "b", 1+r.IntN(6))))
			}
			c.Simulate(lanes)
			for i := range LaneCount {
				s := scenarios[0]
				if i < len(scenarios) {
					s = scenarios[i]
				}
				v := c.Evaluate(s)
				for _, l := range lits {
					for _, l := range []Lit{l, l.Not()} {
						if got := lanes.Holds(l)>>i&1 == 1; got != v.Holds(l) {
							t.Fatalf("round %d, lane %d, literal %d: %t, want %t", round, i, l, got, v.Holds(l))
						}
					}
				}
			}
		}
	}
}
