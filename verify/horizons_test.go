package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"molly/eval"
	"molly/internal/randprog"
)

// TestHorizons holds the verdicts that share one space against those that do not, on all
// specifications up to a random program's own.
func TestHorizons(t *testing.T) {
	ctx := context.Background()
	decided := map[Kind]int{}
	for i := range uint64(*programs) / 16 {
		r := rand.New(rand.NewPCG(*seed+i, 6))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		outcomes := Outcomes(i % 2)
		if i%3 == 2 {
			task = widen(r, task, 700)
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: outcomes, MaxFacts: 300_000}
		o.Spec.EFF = o.Spec.EOT
		h, err := NewHorizons(task.Program, o)
		if err != nil {
			t.Fatal(err)
		}
		for eot := 1; eot <= task.Spec.EOT; eot++ {
			for eff := 0; eff <= eot; eff++ {
				for crashes := 0; crashes <= task.Spec.Crashes; crashes++ {
					o.Spec = task.Spec
					o.Spec.EOT, o.Spec.EFF, o.Spec.Crashes, o.Spec.Restarts = eot, eff, crashes, min(task.Spec.Restarts, crashes)
					alone, aloneErr := Verify(ctx, task.Program, o)
					var limit *eval.LimitError
					if errors.As(aloneErr, &limit) {
						continue
					}
					shared, sharedErr := h.Verify(ctx, o.Spec)
					if got, want := outcome(shared, sharedErr), outcome(alone, aloneErr); got != want {
						t.Fatalf("seed %d, %v, outcomes %d: alone %s\nshared %s\n%s", *seed+i, o.Spec, outcomes, want, got, task)
					}
					if alone != nil {
						decided[alone.Kind]++
					}
				}
			}
		}
	}
	if decided[Certified] < 50 || decided[Counterexample] < 50 {
		t.Errorf("too few of one kind: %v", decided)
	}
}
