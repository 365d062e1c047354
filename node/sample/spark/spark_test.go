package spark

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/nodetest"
)

var control = flag.Int("control", 60_000, "how many events without a bug to check (the long run: 1000000)")

func run(t *testing.T, bugs Bugs, order node.Order, plan fuzz.Plan, seed uint64) *node.World {
	t.Helper()
	s := System(bugs)
	s.Order = order
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	plan.Run(w, rand.New(rand.NewPCG(seed, 1)))
	return w
}

// Without a bug nothing is violated, whatever the network does, and tasks are done.
func TestControl(t *testing.T) {
	harsh := Plan()
	harsh.Duplicate, harsh.Drop, harsh.Cut, harsh.Heal, harsh.Externals = 0.03, 0.02, 0.003, 0.1, 0
	for _, c := range []struct {
		name  string
		order node.Order
		plan  fuzz.Plan
	}{{"fifo", node.FIFO, Plan()}, {"any", node.Any, Plan()}, {"harsh", node.Any, harsh}} {
		t.Run(c.name, func(t *testing.T) {
			done, events := 0, 0
			for seed := uint64(0); events < *control/3; seed++ {
				w := run(t, Bugs{}, c.order, c.plan, seed)
				if v := w.Violation(); v != nil {
					t.Fatalf("seed %d, after %d events: %s", seed, len(w.Events()), v.Text)
				}
				events += len(w.Events())
				for _, e := range w.Events() {
					if e.Kind == node.Deliver && e.Item.Type == "TaskFinished" {
						done++
					}
				}
			}
			t.Logf("%d events; %d tasks done", events, done)
			if done < events/50 {
				t.Errorf("%d tasks done in %d events", done, events)
			}
		})
	}
}

// Each bug is found by random executions, also by long ones, which are worth being minimized.
func TestBugs(t *testing.T) {
	for _, bug := range Names {
		t.Run(bug.Name, func(t *testing.T) {
			var bugs Bugs
			*bug.On(&bugs) = true
			found := map[string]bool{}
			for seed := range uint64(200) {
				w := run(t, bugs, node.FIFO, Plan(), seed)
				v := w.Violation()
				if v == nil {
					continue
				}
				found[v.Fingerprint] = true
				if n := len(w.Events()); n >= 300 {
					t.Logf("run %d, event %d: %s", seed, n, v.Text)
					break
				}
			}
			if len(found) != 1 {
				t.Errorf("found %v, want one bug", slices.Sorted(maps.Keys(found)))
			}
		})
	}
}

func TestReplays(t *testing.T) {
	plan := Plan()
	plan.Events = 300
	for _, order := range []node.Order{node.Any, node.FIFO} {
		s := System(Bugs{})
		s.Order = order
		nodetest.Replays(t, s, plan, 10)
	}
}
