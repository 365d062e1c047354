package certify

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/failure"
)

// WideSpec is for the tests from outside.
var WideSpec = wideSpec

// wideSpec draws a specification with everything that may go wrong, of few scenarios over nodes
// that have a and b among them.
func wideSpec(r *rand.Rand, nodes []string, inputs *failure.Inputs, limit int64) failure.Spec {
	some := func(n int) bool { return r.IntN(n) == 0 }
	for {
		s := failure.Spec{EOT: 2 + r.IntN(4), Crashes: r.IntN(len(nodes) + 1), Inputs: inputs}
		s.EFF = max(r.IntN(s.EOT+1), r.IntN(s.EOT+1))
		if some(2) {
			s.Delay = 1 + r.IntN(3)
		}
		s.NoLoss, s.Twice, s.FIFO = some(3), some(3), some(2)
		if s.Crashes > 0 && some(2) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
		if some(4) {
			s.MaxFaults = 1 + r.IntN(3)
		}
		if len(nodes) > 1 && some(3) {
			s.Lossy = []failure.Links{"a->b", "*->a", "a->b,b->*"}[r.IntN(3)]
		}
		if some(4) {
			s.Crashable = []failure.NodeSet{"a", "b"}[r.IntN(min(2, len(nodes)))]
		}
		if some(4) {
			s.CrashUntil = 1 + r.IntN(4)
		}
		if s.CheckNames(nodes) == nil && s.Scenarios(nodes).Cmp(big.NewInt(limit)) <= 0 {
			return s
		}
	}
}

// given is what the clauses say of some faults, each of which is there or not.
func given(e *Plain, s failure.Scenario) *refutation {
	x := newRefutation(context.Background(), e.Variables)
	for i, f := range e.Faults {
		if s.Has(f) {
			x.add([]int{i + 1})
		} else {
			x.add([]int{-i - 1})
		}
	}
	for _, c := range e.Clauses {
		if !x.closed {
			x.add(c)
		}
	}
	return x
}

// The clauses allow every admissible scenario, and, of other sets of faults, those whose normal form is
// admissible; and they say when messages arrive, when nodes are down and when they start, as
// package failure does.
func TestNetwork(t *testing.T) {
	inputs := failure.NewInputs([]failure.Choice{{Tuple: `p("a")`, Times: []int{1, 2, 4}}, {Tuple: `p("b")`, Times: []int{3}}})
	cases := 300
	if testing.Short() {
		cases = 60
	}
	arrivals, late, twice, down := 0, 0, 0, 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 31))
		nodes := []string{"a", "b", "c"}[:1+r.IntN(3)]
		q := &Question{Nodes: nodes, Spec: wideSpec(r, nodes, []*failure.Inputs{nil, inputs}[r.IntN(2)], 600)}
		n := newNetwork(q)
		e := newPlain(context.Background(), n)
		e.admissible()
		e.outages()
		e.arrivals()
		for s := range q.Spec.Each(nodes) {
			x := given(e, s)
			if x.closed {
				t.Fatalf("seed %d, %v: the clauses exclude %v", seed, q.Spec, s)
			}
			is := func(of need) bool {
				all := true
				for _, l := range e.literals(of) { // each has its clauses already, but written
					if !x.isTrue(l) && !x.isFalse(l) {
						t.Fatalf("seed %d, %v, %v: %v is open", seed, q.Spec, s, of)
					}
					all = all && x.isTrue(l)
				}
				return all
			}
			for _, from := range nodes {
				for time := 1; time <= q.Spec.EOT; time++ {
					_, isDown := s.OutageAt(from, time)
					if n.mayBeDown(from, time) && is(need{what: up, node: from, time: time}) == isDown || isDown && !n.mayBeDown(from, time) {
						t.Fatalf("seed %d, %v, %v: %s at %d", seed, q.Spec, s, from, time)
					}
					if isDown {
						down++
					}
					boots := s.Boots(from, time)
					if n.mayComeBack(from, time) && is(need{what: back, node: from, time: time}) != boots && time > 1 || boots && time > 1 && !n.mayComeBack(from, time) {
						t.Fatalf("seed %d, %v, %v: %s boots at %d", seed, q.Spec, s, from, time)
					}
					if isDown {
						continue
					}
					for _, to := range nodes {
						if from == to || time == q.Spec.EOT {
							continue
						}
						want := slices.DeleteFunc(s.Arrivals(q.Spec, from, to, time), func(t int) bool { return t > q.Spec.EOT })
						var got []int
						for _, at := range n.arrivals(link{from, to}, time) {
							needs := slices.DeleteFunc(n.ifArrives(link{from, to}, time, at), func(of need) bool { return of.what == up })
							if len(needs) == 0 || is(needs[0]) {
								got = append(got, at)
							}
						}
						if !slices.Equal(got, want) {
							t.Fatalf("seed %d, %v, %v: what %s sends %s at %d arrives at %v, by the clauses at %v", seed, q.Spec, s, from, to, time, want, got)
						}
						if arrivals++; len(got) > 0 && got[0] > time+1 {
							late++
						}
						if len(got) > 1 {
							twice++
						}
					}
				}
			}
		}
		for range 60 {
			var s failure.Scenario
			density := []float64{0.1, 0.3, 0.6}[r.IntN(3)]
			for _, f := range e.Faults {
				if r.Float64() < density {
					s = append(s, f)
				}
			}
			err := failure.NewScenario(s...).Admissible(q.Spec, nodes)
			if closed := given(e, s).closed; err != nil && !closed {
				t.Fatalf("seed %d, %v: the clauses allow %v: %v", seed, q.Spec, s, err)
			}
		}
	}
	t.Logf("%d messages, %d late, %d twice; %d times down", arrivals, late, twice, down)
	if late == 0 || twice == 0 || down == 0 {
		t.Error("that is too few")
	}
}
