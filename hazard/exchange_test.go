package hazard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

// Where nodes may be exchanged, the reduced question has an answer when the whole one has,
// one as small, and, where that is asked for, the same first one. First finds it from any
// answer that is as small, and case by case.
func TestExchangeable(t *testing.T) {
	t.Run("classic", func(t *testing.T) {
		exchangeable(t, func(r *rand.Rand, n int) failure.Spec {
			spec := failure.Spec{EOT: 1 + r.IntN(3), EFF: 0, Crashes: r.IntN(3)}
			spec.EFF = r.IntN(spec.EOT + 1)
			return spec
		})
	})
	t.Run("all kinds", func(t *testing.T) {
		exchangeable(t, func(r *rand.Rand, n int) failure.Spec {
			spec := randcircuit.RandomSpec(r, n)
			spec.EOT = min(spec.EOT, 3)
			spec.EFF = min(spec.EFF, spec.EOT)
			spec.Lossy, spec.Crashable = "", "" // exchanges must map the specification to itself
			return spec
		})
	})
}

func exchangeable(t *testing.T, random func(r *rand.Rand, n int) failure.Spec) {
	cases := 1200
	if testing.Short() {
		cases = 300
	}
	ctx := context.Background()
	none, several, crashes, moved := 0, 0, 0, 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 31))
		n := 3 + r.IntN(3)
		spec := random(r, n)
		if size := spec.Scenarios(randcircuit.Names[:n]); !size.IsInt64() || size.Int64() > 5000 {
			continue
		}
		w := randcircuit.New(n, spec)
		set := w.Nodes[r.IntN(n-1):]
		equal := [][]string{set[:2+r.IntN(min(len(set), 4)-1)]}
		one := w.Losses(r)
		if r.IntN(3) == 0 {
			one = w.And(one, w.Random(r, 2))
		}
		parts := w.Images(one, equal[0])
		whole := w.Or(parts...)
		brute := newTwin(w.Circuit, spec, w.Nodes)
		brute.require(whole)
		b := backends[r.IntN(len(backends))]
		start := func(sets ...[]string) *Search {
			s := newSearch(w.Circuit, spec, w.Nodes, strictSolver{solver.New(b)})
			s.Exchangeable(sets)
			s.Require(whole)
			return s
		}
		say := fmt.Sprintf("seed %d, %v, %v, %v", seed, b, spec, equal)

		s := start(equal...)
		some, found := ask(t, s.Any)
		if found != (len(brute.answers) > 0) {
			t.Fatalf("%s: Any finds %v %v among %d answers", say, some, found, len(brute.answers))
		}
		if !found {
			none++
			continue
		}
		least, err := s.Smallest(ctx, some)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.MinFunc(brute.answers, failure.Scenario.Compare)
		if !slices.ContainsFunc(brute.answers, func(a failure.Scenario) bool { return slices.Equal(a, least) }) ||
			least.Measure() != want.Measure() || !slices.Equal(least.Inputs(), want.Inputs()) {
			t.Fatalf("%s: Smallest finds %v, the first is %v", say, least, want)
		}
		for limit := range want.Size() + 1 {
			s := start(equal...)
			m, found := ask(t, func(ctx context.Context) (failure.Scenario, bool, error) { return s.AtMost(ctx, limit) })
			if found != (limit == want.Size()) || m.Size() > limit {
				t.Fatalf("%s: AtMost %d finds %v %v, the first is %v", say, limit, m, found, want)
			}
		}

		s = start()
		s.FirstOfExchangeable(equal)
		if best, ok := ask(t, s.Best); !ok || !slices.Equal(best, want) {
			t.Fatalf("%s: Best finds %v, the first is %v", say, best, want)
		}

		s = start()
		if r.IntN(2) == 0 {
			s.FirstOfExchangeable(equal)
		}
		first, err := s.First(ctx, least, parts)
		if err != nil || !slices.Equal(first, want) {
			t.Fatalf("%s: First finds %v %v after %v, the first is %v", say, first, err, least, want)
		}
		if len(parts) > 1 {
			several++
		}
		if len(want.Of(failure.Crash, failure.Outage)) > 0 {
			crashes++
		}
		if !slices.Equal(least, want) {
			moved++
		}
	}
	t.Logf("%d questions: %d without an answer, %d of several cases, %d with a crash in the first answer, %d where the least is not the first", cases, none, several, crashes, moved)
	if several < cases/4 || crashes < cases/10 || moved < cases/40 || none < cases/50 {
		t.Error("the random questions are too plain")
	}
}
