package hazard

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/internal/randcircuit"
)

// What is possible is true in some scenario, tried one by one.
func TestPossible(t *testing.T) {
	never, late := 0, 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 61))
		spec := failure.Spec{EOT: 3, EFF: 1 + r.IntN(2), Crashes: r.IntN(2)}
		w := randcircuit.New(3, failure.Spec{EOT: 3, EFF: 3, Crashes: 1})
		functions := []circuit.Lit{circuit.True, circuit.False}
		for range 4 {
			functions = append(functions, w.Random(r, 3), w.And(w.Random(r, 3), w.Random(r, 3)))
		}
		want := make([]bool, len(functions))
		for sc := range spec.Each(w.Nodes) {
			v := w.Evaluate(sc)
			for i, l := range functions {
				if v.Holds(l) && !want[i] {
					want[i] = true
					if len(sc) > 0 {
						late++
					}
				}
			}
		}
		b := backends[r.IntN(len(backends))]
		got, err := NewSearch(w.Circuit, spec, w.Nodes, b).Possible(context.Background(), functions)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d, %v: %v, want %v: %v", seed, b, got, want, err)
		}
		for _, possible := range want[2:] {
			if !possible {
				never++
			}
		}
	}
	if never < 100 || late < 150 {
		t.Errorf("%d functions are impossible, %d take a fault: the random functions are too plain", never, late)
	}
}
