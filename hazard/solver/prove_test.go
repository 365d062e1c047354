package solver_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"molly/hazard/solver"
	"molly/verify/certify"
)

// A model satisfies the clauses; a proof is one, and nothing satisfies the clauses.
func TestProve(t *testing.T) {
	models, proofs, long := 0, 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 16))
		variables := 2 + r.IntN(9)
		clauses := make([][]int, 1+r.IntN(8*variables))
		units := r.IntN(3) / 2
		for i := range clauses {
			for range 3 - r.IntN(1+2*units) {
				l := 1 + r.IntN(variables)
				if r.IntN(2) == 0 {
					l = -l
				}
				if !slices.Contains(clauses[i], l) {
					clauses[i] = append(clauses[i], l)
				}
			}
		}
		satisfies := func(holds func(variable int) bool) bool {
			for _, c := range clauses {
				some := false
				for _, l := range c {
					some = some || holds(max(l, -l)) == (l > 0)
				}
				if !some {
					return false
				}
			}
			return true
		}
		satisfiable := false
		for m := range 1 << variables {
			satisfiable = satisfiable || satisfies(func(v int) bool { return m>>(v-1)&1 == 1 })
		}
		model, proof, err := solver.Prove(context.Background(), variables, clauses)
		if err != nil || (model != nil) != satisfiable {
			t.Fatalf("seed %d: %v, model %v, satisfiable %v", seed, err, model, satisfiable)
		}
		if model != nil {
			models++
			if !satisfies(func(v int) bool { return model[v-1] }) {
				t.Fatalf("seed %d: %v is no model", seed, model)
			}
			continue
		}
		proofs++
		if lines := strings.Split(strings.TrimSuffix(proof, "\n"), "\n"); lines[len(lines)-1] != "0" || slices.Contains(lines[:len(lines)-1], "0") {
			t.Fatalf("seed %d: the empty clause is not the last line alone:\n%s", seed, proof)
		}
		if len(proof) > len("0\n") {
			long++
		}
		if err := (&certify.Plain{Variables: variables, Clauses: clauses}).CheckProof(context.Background(), proof, nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	t.Logf("%d models, %d proofs, %d of more than a line", models, proofs, long)
	if models < 300 || long < 100 {
		t.Error("the questions bite too little")
	}
}

// A context ends a question that takes long, and the next one is answered.
func TestProveEnds(t *testing.T) {
	const holes = 9 // pigeons are one more
	var clauses [][]int
	in := func(pigeon, hole int) int { return pigeon*holes + hole + 1 }
	for p := range holes + 1 {
		var some []int
		for h := range holes {
			some = append(some, in(p, h))
			for q := range p {
				clauses = append(clauses, []int{-in(p, h), -in(q, h)})
			}
		}
		clauses = append(clauses, some)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, _, err := solver.Prove(ctx, (holes+1)*holes, clauses); err != context.DeadlineExceeded {
		t.Errorf("%v", err)
	}
}
