package satsweep

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
)

// enumeration answers questions by trying all admissible scenarios, the last one first.
type enumeration struct {
	circuit *circuit.Circuit
	parts   []part
	asked   int
}

func newEnumeration(c *circuit.Circuit, spec failure.Spec, nodes []string) *enumeration {
	e := &enumeration{circuit: c}
	for s := range slices.Chunk(slices.Collect(spec.Each(nodes)), circuit.LaneCount) {
		e.parts = append(e.parts, part{s, circuit.NewLanes(s)})
	}
	slices.Reverse(e.parts)
	return e
}

func (e *enumeration) some(_ context.Context, some []circuit.Lit) (failure.Scenario, bool, error) {
	e.asked++
	for _, part := range e.lanes() {
		for _, l := range some {
			if w := part.lanes.Holds(l); w != 0 {
				for i := len(part.scenarios) - 1; i >= 0; i-- {
					if w>>i&1 != 0 {
						return part.scenarios[i], true, nil
					}
				}
			}
		}
	}
	return nil, false, nil
}

type part struct {
	scenarios []failure.Scenario
	lanes     *circuit.Lanes
}

// lanes are up to date with the circuit.
func (e *enumeration) lanes() []part {
	for _, p := range e.parts {
		e.circuit.Simulate(p.lanes)
	}
	return e.parts
}

// possible reports whether l is true in some admissible scenario.
func (e *enumeration) possible(l circuit.Lit) bool {
	return slices.ContainsFunc(e.lanes(), func(p part) bool { return p.lanes.Holds(l) != 0 })
}

// What is not refuted is false in all admissible scenarios, and what is refuted is true in
// some: random functions of many faults at once, many of them constant, in a circuit that
// grows. Candidates are functions that have one value in all scenarios that were drawn.
func TestConstants(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 5))
		spec := failure.Spec{EOT: 3, EFF: 3, Crashes: 1}
		c := circuit.New()
		faults := spec.Faults(nodes)
		all := newEnumeration(c, spec, nodes)
		s := New(c, spec, nodes, all.some)
		candidates, constant, refuted := 0, 0, 0
		for range 4 {
			var lits []circuit.Lit
			for range 40 {
				var and []circuit.Lit
				for range 2 + r.IntN(9) {
					l := c.Var(faults[r.IntN(len(faults))])
					if len(lits) > 0 && r.IntN(4) == 0 {
						l = lits[r.IntN(len(lits))]
					}
					if r.IntN(3) == 0 {
						l = l.Not()
					}
					and = append(and, l)
				}
				lits = append(lits, c.And(and...))
			}
			s.Simulate()
			if s.Complete() {
				t.Fatal("all scenarios are said to be simulated")
			}
			var zeros []circuit.Lit
			for _, l := range lits {
				if zero, ok := s.Candidate(l); ok {
					if zero != l && zero != l.Not() {
						t.Fatal("a candidate is another function")
					}
					zeros = append(zeros, zero)
				} else if !all.possible(l) || !all.possible(l.Not()) {
					t.Fatalf("seed %d: a constant is no candidate", seed)
				}
			}
			got, err := s.Refuted(t.Context(), zeros)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range zeros {
				candidates++
				if got[i] {
					refuted++
				} else if l != circuit.False {
					constant++
				}
				if got[i] != all.possible(l) {
					t.Fatalf("seed %d: refuted is %v", seed, got[i])
				}
			}
		}
		if candidates == 0 || constant == 0 || refuted == 0 || all.asked == 0 {
			t.Errorf("seed %d: %d candidates, %d constant, %d refuted, %d questions", seed, candidates, constant, refuted, all.asked)
		}
	}
}

// Where few scenarios are admissible, all are simulated, and nothing is asked.
func TestComplete(t *testing.T) {
	nodes := []string{"a", "b"}
	spec := failure.Spec{EOT: 4, EFF: 3, Crashes: 1}
	c := circuit.New()
	all := newEnumeration(c, spec, nodes)
	s := New(c, spec, nodes, all.some)
	twice := c.And(c.Var(failure.CrashAt("a", 1)), c.Var(failure.CrashAt("b", 2)))
	once := c.Or(c.Var(failure.CrashAt("a", 1)), c.Var(failure.CrashAt("b", 2)))
	s.Simulate()
	zero, ok := s.Candidate(twice.Not())
	if _, also := s.Candidate(once); !s.Complete() || !ok || zero != twice || also {
		t.Fatalf("%v: %v %v, %v", s.Complete(), zero, ok, also)
	}
	if refuted, err := s.Refuted(t.Context(), []circuit.Lit{twice}); err != nil || refuted[0] || all.asked > 0 {
		t.Errorf("%v %v, %d questions", refuted, err, all.asked)
	}
}

// A question that ends with an error ends all.
func TestRefutedEnds(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	spec := failure.Spec{EOT: 4, EFF: 4, Crashes: 1}
	c := circuit.New()
	s := New(c, spec, nodes, func(context.Context, []circuit.Lit) (failure.Scenario, bool, error) {
		return nil, false, context.Canceled
	})
	twice := c.And(c.Var(failure.CrashAt("a", 1)), c.Var(failure.CrashAt("b", 2)))
	s.Simulate()
	if _, err := s.Refuted(t.Context(), []circuit.Lit{twice}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What a solver gives is remembered with others like it: it refutes later candidates without
// a question.
func TestLearnedPatterns(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	spec := failure.Spec{EOT: 4, EFF: 4, Crashes: 1}
	c := circuit.New()
	rare := failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("b", "c", 2), failure.Omit("c", "a", 3), failure.Omit("a", "c", 2), failure.CrashAt("b", 4))
	var lits []circuit.Lit
	for _, f := range spec.Faults(nodes) {
		l := c.Var(f)
		if !rare.Has(f) {
			l = l.Not()
		}
		lits = append(lits, l)
	}
	asked := 0
	s := New(c, spec, nodes, func(context.Context, []circuit.Lit) (failure.Scenario, bool, error) {
		asked++
		return rare, true, nil
	})
	just := c.And(lits...)
	for range circuit.LaneCount / alike {
		s.Simulate()
		if zero, ok := s.Candidate(just); !ok || zero != just {
			t.Fatal("the rare scenario was drawn")
		}
		if refuted, err := s.Refuted(t.Context(), []circuit.Lit{just}); err != nil || !refuted[0] {
			t.Fatal(refuted, err)
		}
	}
	before := asked
	if refuted, err := s.Refuted(t.Context(), []circuit.Lit{just}); err != nil || !refuted[0] || asked != before || before != circuit.LaneCount/alike {
		t.Errorf("%v %v after %d questions, %d before", refuted, err, asked, before)
	}
	if l := s.learn(rare); l.Holds(just) == 0 || l.Holds(just) == ^uint64(0) {
		t.Errorf("the rare scenario and others like it: %x", l.Holds(just))
	}
}
