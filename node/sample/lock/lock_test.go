package lock

import (
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
)

// violated is the first violation in so many random executions, or nil.
func violated(t *testing.T, s *node.System, executions int) *node.Violation {
	t.Helper()
	walk := fuzz.Plan{Events: 300, Timer: 0.3, Drop: 0.05, Duplicate: 0.1, Crash: 0.01, Restart: 0.2}
	for seed := range uint64(executions) {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		walk.Run(w, rand.New(rand.NewPCG(seed, 0)))
		if v := w.Violation(); v != nil {
			t.Logf("execution %d, after %d events: %s", seed, len(w.Events()), v.Text)
			return v
		}
	}
	return nil
}

func TestLock(t *testing.T) {
	if v := violated(t, System(Options{}), 200); v != nil {
		t.Error(v.Text)
	}
}

func TestAnyUnlock(t *testing.T) {
	if violated(t, System(Options{AnyUnlock: true}), 200) == nil {
		t.Error("the bug is not found")
	}
}
