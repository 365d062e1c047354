package cnf

import (
	"context"
	"math/rand/v2"
	"testing"

	"molly/hazard/solver"
)

type bareSolver struct{ solver.Solver }

// A counter's outputs agree with counting, whatever the order in which inputs come
// and outputs are asked for.
func TestCounterCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, b := range []solver.Backend{solver.Gini, solver.Gophersat} {
		for range 40 {
			s := bareSolver{solver.New(b)}
			var c counter
			var inputs []solver.Literal
			for range 1 + r.IntN(3) {
				var batch []solver.Literal
				for range r.IntN(4) {
					batch = append(batch, s.NewVar())
				}
				c.insert(batch)
				inputs = append(inputs, batch...)
				k := 1 + r.IntN(len(inputs)+2)
				over, ok := c.atLeast(s, k)
				if ok != (k <= len(inputs)) {
					t.Fatalf("at least %d of %d: %v", k, len(inputs), ok)
				}
				if !ok {
					continue
				}
				for bits := range 1 << len(inputs) {
					assume, count := []solver.Literal{-over}, 0
					for i, in := range inputs {
						if bits>>i&1 == 1 {
							assume = append(assume, in)
							count++
						} else {
							assume = append(assume, -in)
						}
					}
					sat, err := s.Solve(context.Background(), assume...)
					if err != nil || sat != (count < k) {
						t.Fatalf("%v: fewer than %d with %d of %d: %v %v", b, k, count, len(inputs), sat, err)
					}
				}
			}
		}
	}
}

// A bounded counter stays small: outputs only up to the bound.
func TestCounterIsBounded(t *testing.T) {
	s := &Question{solver: solver.New(solver.Gini)}
	var c counter
	inputs := make([]solver.Literal, 1000)
	for i := range inputs {
		inputs[i] = s.solver.NewVar()
	}
	c.insert(inputs)
	c.atLeast(s, 2)
	if s.stats.Variables > 2000 || s.stats.Clauses > 5500 {
		t.Errorf("%+v for at least 2 of 1000", s.stats)
	}
}
