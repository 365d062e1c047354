package satsweep

import (
	"math/rand/v2"
	"testing"

	"molly/failure"
)

// Every scenario that a sampler draws is admissible, also those near another one; together
// they show every fault.
func TestSamplerIsAdmissible(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	inputs := failure.NewInputs([]failure.Choice{{Tuple: `p("a")`, Times: []int{1, 3, 9}}, {Tuple: `p("b")`, Times: []int{2}}})
	for _, spec := range []failure.Spec{
		{EOT: 4, EFF: 4, Crashes: 2}, {EOT: 3, EFF: 2}, {EOT: 5, Crashes: 1}, {EOT: 2, EFF: 2, Crashes: 3}, {EOT: 3, EFF: 1},
		{EOT: 4, EFF: 3, Crashes: 2, Delay: 2, Twice: true, Restarts: 1, Inputs: inputs},
		{EOT: 5, EFF: 4, Crashes: 2, NoLoss: true, Delay: 1, Restarts: 2, CrashUntil: 2, MaxFaults: 2},
		{EOT: 3, EFF: 3, Crashes: 3, NoLoss: true, Crashable: "b", Inputs: inputs},
		{EOT: 3, EFF: 3, Twice: true, Lossy: "a->*,b->c", FIFO: true, MaxFaults: 1},
		{EOT: 4, EFF: 4, Crashes: 1, CrashUntil: 2, Lossy: "c->b"},
	} {
		s := newSampler(spec, nodes)
		missing := map[failure.Fault]bool{}
		for _, f := range spec.Faults(nodes) {
			missing[f] = true
		}
		empty := 0
		for range 1200 {
			for _, sc := range []failure.Scenario{s.scenario(), s.like(s.scenario())} {
				if err := sc.Admissible(spec, nodes); err != nil {
					t.Fatalf("%v: %v: %v", spec, sc, err)
				}
				if len(sc) == 0 {
					empty++
				}
				for _, f := range sc {
					delete(missing, f)
				}
			}
		}
		if len(missing) > 0 || empty == 0 {
			t.Errorf("%v: never drawn: %v; %d without faults", spec, missing, empty)
		}
	}
	spec := failure.Spec{EOT: 4, EFF: 4}
	one, other := newSampler(spec, nodes), newSampler(spec, nodes)
	for range 20 {
		if sc, again := one.scenario(), other.scenario(); sc.Compare(again) != 0 {
			t.Fatalf("another sampler draws %v instead of %v", again, sc)
		}
	}
}

// Scenarios that are drawn differ much.
func TestSamplerDiffers(t *testing.T) {
	spec := failure.Spec{EOT: 6, EFF: 6, Crashes: 1}
	s := newSampler(spec, []string{"a", "b", "c"})
	s.Rand = rand.New(rand.NewPCG(3, 3))
	different := map[string]bool{}
	for range 200 {
		different[s.scenario().String()] = true
	}
	if len(different) < 120 {
		t.Errorf("only %d of 200 scenarios differ", len(different))
	}
}
