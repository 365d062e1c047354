package verify

import (
	"context"
	"math/rand/v2"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
)

// A case in which a false symmetry would lead to a false "certified": only the names tell
// the receivers apart, and by order alone.
func TestOrderCase(t *testing.T) {
	p, diagnostics := dedalus.Loader{}.Load("../cmd/molly/testdata/cases/symmetry-order.ded")
	if p == nil {
		t.Fatal(diagnostics)
	}
	for _, strategy := range []Strategy{Symbolic, LDFI, Exhaustive} {
		for _, all := range []bool{false, true} {
			for _, backend := range []solver.Backend{solver.Gini, solver.Gophersat} {
				o := Options{Spec: failure.Spec{EOT: 3, Crashes: 1}, Nodes: []string{"a", "b", "c", "h1", "h2"}, Strategy: strategy, All: all, Solver: backend}
				v, err := Verify(context.Background(), p.Datalog(), o)
				if err != nil {
					t.Fatal(err)
				}
				if v.Kind != Counterexample || len(v.Findings) != 1 || v.Findings[0].Scenario.String() != "{C(h1,1)}" {
					t.Errorf("%v, all %v, %v: %s %v, want a crash of h1 at 1", strategy, all, backend, v.Kind, v.Findings)
				}
			}
		}
	}
}

// Strategies agree on programs that renaming maps to themselves, though names are compared
// by order.
func TestStrategiesAgreeOnOrder(t *testing.T) {
	n := *programs / 8
	if testing.Short() {
		n /= 2
	}
	broken, holding := 0, 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 43))
		task := randprog.NewOrderedTask(r, randprog.Options{Nodes: 2 + r.IntN(3), NoOverflow: true}, 700)
		judge, diff, _ := compareStrategies(task, AllRuns, 0, solver.Gini, false)
		if diff != "" {
			t.Fatalf("seed %d: %s\n%s", s, diff, task)
		}
		if judge.Kind == Counterexample {
			broken++
		} else {
			holding++
		}
	}
	t.Logf("%d programs: %d violated, %d hold", n, broken, holding)
	if 4*broken < n || 4*holding < n {
		t.Errorf("the programs bite too little")
	}
}
