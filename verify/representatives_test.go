package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"molly/eval"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
)

// compareWithPlain asks for the first counterexample with and without symmetry. It
// reports whether symmetry made a difference to the question.
func compareWithPlain(t *testing.T, name string, p randprog.Task, outcomes Outcomes, b solver.Backend) (reduced, found bool) {
	t.Helper()
	o := Options{Spec: p.Spec, Nodes: p.Nodes, Solver: b, Outcomes: outcomes, MaxFacts: 100_000}
	s, err := newSearch(context.Background(), p.Program, o, eval.Options{MaxFacts: o.MaxFacts, SkipObservers: true})
	if err != nil {
		t.Fatal(err)
	}
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	if err != nil {
		return false, false // too large, or in error
	}
	want, found, err := s.firstOfAll()
	if err != nil {
		t.Fatal(err)
	}
	got, also, err := s.first()
	if err != nil || also != found || got.Compare(want) != 0 {
		t.Fatalf("%s: with symmetry %v %v %v, without %v %v\n%s", name, got, also, err, want, found, p)
	}
	return len(s.representatives().parts) > 0, found
}

// Symmetry changes nothing in the answer: on random symmetric programs, under
// specifications that are too large to be tried out.
func TestSymmetryChangesNothing(t *testing.T) {
	n := *programs / 10
	reduced, broken := 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 41))
		task := randprog.NewSymmetricTask(r, randprog.Options{Nodes: 3 + r.IntN(3)}, 5000)
		if r.IntN(2) == 0 {
			task.Spec = failure.Spec{EOT: 3 + r.IntN(3), EFF: 2 + r.IntN(2), Crashes: r.IntN(3)}
		}
		if seed%2 == 1 { // everything may go wrong
			task.Program = widened(r, task.Program, true)
			task.Spec = wideSpec(r, task.Program, task.Nodes, 1<<40)
		}
		backend, outcomes := solver.Gini, AllRuns
		if r.IntN(8) == 0 {
			backend = solver.Gophersat
		}
		if r.IntN(8) == 0 {
			outcomes = FailureFree
		}
		cut, found := compareWithPlain(t, fmt.Sprintf("seed %d", seed), task, outcomes, backend)
		if cut {
			reduced++
			if found {
				broken++
			}
		}
	}
	t.Logf("%d programs, symmetry reduced the question of %d, %d of them violated", n, reduced, broken)
	if 3*reduced < n || 4*broken < reduced || 10*broken > 9*reduced {
		t.Error("the programs bite too little")
	}
}

// The same on protocols of the library with more nodes.
func TestSymmetryChangesNothingInFamilies(t *testing.T) {
	for _, name := range []string{"simple", "retry", "classic", "redun", "ack"} {
		for n := 3; n <= 6; n++ {
			p, nodes := delivery(t, name, n)
			for _, spec := range []failure.Spec{{EOT: 4, EFF: 4, Crashes: 0}, {EOT: 4, EFF: 3, Crashes: 1}, {EOT: 4, EFF: 4, Crashes: 2}, {EOT: 6, EFF: 2, Crashes: 1}} {
				task := randprog.Task{Program: p, Nodes: nodes, Spec: spec}
				if cut, _ := compareWithPlain(t, fmt.Sprintf("%s %d %v", name, n, spec), task, AllRuns, solver.Gini); !cut {
					t.Errorf("%s with %d nodes: no symmetry", name, n)
				}
			}
		}
	}
}
