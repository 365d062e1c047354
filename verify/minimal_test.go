package verify

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/failure"
	"molly/internal/randprog"
)

// Minimal says of each scenario what running them all says.
func TestMinimalAgreesWithEnumeration(t *testing.T) {
	ctx := context.Background()
	asked, minimal, above := 0, 0, 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 11))
		task := randprog.NewTask(r, randprog.Options{}, 300)
		if seed%2 == 1 {
			task = widen(r, task, 500)
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 300_000}
		every := o
		every.Strategy, every.All = Exhaustive, true
		judge, err := Verify(ctx, task.Program, every)
		if err != nil {
			continue // an overflow
		}
		all := slices.Collect(task.Spec.Each(task.Nodes))
		picked := []failure.Scenario{nil}
		for range 3 {
			picked = append(picked, all[r.IntN(len(all))])
		}
		for _, f := range judge.Findings {
			picked = append(picked, f.Scenario)
		}
		for _, sc := range picked {
			m, err := Minimal(ctx, task.Program, o, sc)
			if err != nil {
				t.Fatalf("seed %d, %v: %v\n%s", seed, sc, err, task)
			}
			run, err := Judge(ctx, task.Program, o, sc)
			if err != nil {
				t.Fatal(err)
			}
			known := slices.ContainsFunc(judge.Findings, func(f Finding) bool { return f.Scenario.Compare(sc) == 0 })
			if m.Minimal != known || len(m.Violated) != len(run.Violated) {
				t.Fatalf("seed %d: of %v it says %+v; enumeration: minimal %v, %d tuples lacking\n%s", seed, sc, m, known, len(run.Violated), task)
			}
			asked++
			switch {
			case m.Minimal:
				minimal++
			case len(m.Violated) > 0:
				above++
				below, err := Judge(ctx, task.Program, o, m.Below)
				if err != nil || len(below.Violated) == 0 || !m.Below.AtMost(sc) || m.Below.Compare(sc) == 0 {
					t.Fatalf("seed %d: %v is said to be below %v (%v)\n%s", seed, m.Below, sc, err, task)
				}
			}
		}
	}
	t.Logf("%d scenarios, %d minimal, %d above a smaller one", asked, minimal, above)
	if minimal < 50 || above < 20 {
		t.Error("that is too few to tell")
	}
}
