package hazard

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

// Level by level, ties are all minimal answers, each level sorted before the next.
func TestTies(t *testing.T) {
	t.Run("classic", func(t *testing.T) { ties(t, randomSetting) })
	t.Run("all kinds", func(t *testing.T) { ties(t, wideSetting) })
}

func ties(t *testing.T, random func(*rand.Rand) setting) {
	cases := 600
	if testing.Short() {
		cases = 100
	}
	large := 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 17))
		set := random(r)
		w := randcircuit.New(set.nodes, set.ground)
		s := NewSearch(w.Circuit, set.spec, w.Nodes, backends[r.IntN(len(backends))])
		l := w.Losses(r)
		if r.IntN(2) == 0 {
			l = w.Or(w.Random(r, 1+r.IntN(3)), l)
		}
		s.Require(l)
		brute := newTwin(w.Circuit, set.spec, w.Nodes)
		brute.require(l)
		want := failure.Minimal(slices.Clone(brute.answers))
		var got []failure.Scenario
		for {
			var level []failure.Scenario
			err := s.Ties(context.Background(), func(m failure.Scenario) error {
				level = append(level, m)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(level) == 0 {
				break
			}
			if len(level) > 1 {
				large++
			}
			if fewest := s.Fewest(); fewest != level[0].Size() {
				t.Fatalf("seed %d: answers of %d faults, and none of fewer than %d", seed, level[0].Size(), fewest)
			}
			slices.SortFunc(level, failure.Scenario.Compare)
			got = append(got, level...)
		}
		if !slices.EqualFunc(got, want, func(a, b failure.Scenario) bool { return a.Compare(b) == 0 }) {
			t.Fatalf("seed %d, %v: %v, want %v", seed, set, got, want)
		}
	}
	if large < cases/10 {
		t.Errorf("only %d levels of several", large)
	}
}

// The caller's error, and the context's, end it.
func TestTiesEnd(t *testing.T) {
	w := randcircuit.New(3, failure.Spec{EOT: 6, EFF: 6, Crashes: 1})
	stop := errors.New("enough")
	s := NewSearch(w.Circuit, w.Ground, w.Nodes, solver.Gini)
	s.Require(w.Flood(false))
	if err := s.Ties(context.Background(), func(failure.Scenario) error { return stop }); err != stop {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	found := 0
	err := s.Ties(ctx, func(failure.Scenario) error { found++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || found != 1 {
		t.Errorf("%v after %d", err, found)
	}
}
