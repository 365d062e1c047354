package primarybackup

import (
	"flag"
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/actor"
	"molly/node/nodetest"
)

var control = flag.Int("control", 20_000, "how many events without a bug to check (the long run: 1000000)")

// walk is what can happen. Data that both servers lose are lost, so crashes are rare.
var walk = fuzz.Plan{Events: 3000, Timer: 0.1, Drop: 0.02, Duplicate: 0.03, Crash: 0.0005, Restart: 0.1, Cut: 0.002, Heal: 0.1}

func run(t *testing.T, bugs Bugs, walk fuzz.Plan, seed uint64) *node.World {
	t.Helper()
	w, err := node.Begin(System(bugs))
	if err != nil {
		t.Fatal(err)
	}
	walk.Run(w, rand.New(rand.NewPCG(seed, 1)))
	return w
}

// Without a bug everything is linearizable, and there is much of it.
func TestControl(t *testing.T) {
	views, answers, events := 0, 0, 0
	for seed := uint64(0); events < *control; seed++ {
		w := run(t, Bugs{}, walk, seed)
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d, after %d events: %s", seed, len(w.Events()), v.Text)
		}
		events += len(w.Events())
		views += actor.Of[*Monitor](w, 0).View.Number
		answers += actor.Of[*Client](w, 4).Done + actor.Of[*Client](w, 5).Done
	}
	t.Logf("%d events, %d views, %d answers", events, views, answers)
	if views < events/500 || answers < events/500 {
		t.Errorf("%d views and %d answers in %d events", views, answers, events)
	}
}

// Each bug is found by random executions.
func TestBugs(t *testing.T) {
	for _, bug := range Names {
		t.Run(bug.Name, func(t *testing.T) {
			walk := walk
			if bug.Name == "late-transfer" {
				walk.Events, walk.Duplicate = 600, 0.15
			}
			var bugs Bugs
			*bug.On(&bugs) = true
			for seed := range uint64(400) {
				w := run(t, bugs, walk, seed)
				if v := w.Violation(); v != nil {
					t.Logf("execution %d, after %d events: %s", seed, len(w.Events()), v.Text)
					return
				}
			}
			t.Error("not found")
		})
	}
}

func TestReplays(t *testing.T) {
	nodetest.Replays(t, System(Bugs{}), fuzz.Faults(200), 20)
}
