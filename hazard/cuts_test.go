package hazard

import (
	"context"
	"math/rand/v2"
	"testing"

	"molly/failure"
	"molly/internal/randcircuit"
)

func TestCountFewest(t *testing.T) {
	t.Run("classic", func(t *testing.T) { countFewest(t, randomSetting) })
	t.Run("all kinds", func(t *testing.T) { countFewest(t, wideSetting) })
}

func countFewest(t *testing.T, random func(*rand.Rand) setting) {
	several := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 19))
		set := random(r)
		w := randcircuit.New(set.nodes, set.ground)
		b := backends[r.IntN(len(backends))]
		s := NewSearch(w.Circuit, set.spec, w.Nodes, b)
		l := w.Losses(r)
		if r.IntN(2) == 0 {
			l = w.Or(w.Random(r, 1+r.IntN(3)), l)
		}
		s.Require(l)
		brute := newTwin(w.Circuit, set.spec, w.Nodes)
		brute.require(l)
		want := 0
		var least failure.Scenario
		for i, a := range brute.answers {
			switch {
			case i == 0 || a.Size() < least.Size():
				least, want = a, 1
			case a.Size() == least.Size():
				want++
			}
		}
		limit := 3 + r.IntN(20)
		got, more, err := s.CountFewest(context.Background(), limit)
		if err != nil || got != min(want, limit) || more != (want > limit) {
			t.Fatalf("seed %d, %v, %v: %d %v %v, want %d of at most %d", seed, b, set, got, more, err, want, limit)
		}
		if want > 1 {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d questions with several answers", several)
	}
}
