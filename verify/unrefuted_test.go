package verify

import (
	"context"
	"math/rand/v2"
	"testing"

	"molly/eval"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
)

// The first counterexample is the same whether or not the search that swept is asked about
// each tuple before: on random programs with more admissible scenarios than are looked at
// one by one.
func TestSweptSearchRefutes(t *testing.T) {
	n := *programs / 5
	if testing.Short() {
		n = n * 3 / 4
	}
	asked, refuted, broken := 0, 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 43))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		task.Spec = failure.Spec{EOT: 4 + r.IntN(2), EFF: 3 + r.IntN(2), Crashes: r.IntN(3)}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 100_000}
		if r.IntN(8) == 0 {
			o.Solver = solver.Gophersat
		}
		plain, ok := groundedSearch(t, task, o)
		if !ok {
			continue
		}
		o.satSweepAlways = true
		swept, ok := groundedSearch(t, task, o)
		if !ok || swept.satSweep.Stats().Calls == 0 {
			continue
		}
		want, found, err := plain.firstOfAll()
		if err != nil {
			t.Fatal(err)
		}
		got, also, err := swept.firstOfAll()
		if err != nil || also != found || got.Compare(want) != 0 {
			t.Fatalf("seed %d: when swept %v %v %v, else %v %v\n%s", seed, got, also, err, want, found, task)
		}
		asked++
		if found {
			broken++
		} else if len(swept.question.bad) > 0 {
			refuted++
		}
	}
	t.Logf("%d programs asked about, %d refuted, %d broken", asked, refuted, broken)
	if asked < 10 || refuted == 0 || broken == 0 {
		t.Error("too little is compared")
	}
}

// groundedSearch has built the space and the question; or false if that is not possible.
func groundedSearch(t *testing.T, p randprog.Task, o Options) (*search, bool) {
	t.Helper()
	s, err := newSearch(context.Background(), p.Program, o, eval.Options{MaxFacts: o.MaxFacts, SkipObservers: true})
	if err != nil {
		t.Fatal(err)
	}
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	return s, err == nil
}
