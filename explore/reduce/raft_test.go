package reduce

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/actor"
	"molly/node/sample/raft"
	"molly/node/trace"
)

// cluster is a cluster of raft with a bug, and how random executions of it are made.
func cluster(bug string, nodes int, order node.Order) (*node.System, fuzz.Plan) {
	o := raft.Options{Nodes: nodes, Order: order}
	for _, b := range raft.Names {
		*b.On(&o.Bugs) = b.Name == bug
	}
	plan := fuzz.Plan{Events: 3000, Timer: 0.03, Command: 0.1, Crash: 0.002, Restart: 0.05}
	if bug == "45" {
		plan.Duplicate = 0.02
	}
	for j := range 6 {
		plan.Commands = append(plan.Commands, fuzz.Command{Type: "Request", Body: actor.Body(raft.Request{Data: fmt.Sprint("c", j)})})
	}
	return raft.System(o), plan
}

// random is the first random execution from a seed on that violates something.
func random(t testing.TB, s *node.System, p fuzz.Plan, seed uint64) *trace.Trace {
	t.Helper()
	for end := seed + 5000; seed < end; seed++ {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		p.Run(w, rand.New(rand.NewPCG(seed, 1)))
		if w.Violation() != nil {
			return trace.Of(w, trace.Header{Seed: fmt.Sprint(seed)})
		}
	}
	t.Fatal("nothing is violated")
	return nil
}

func TestRaft(t *testing.T) {
	for _, c := range []struct {
		bug   string
		nodes int
		order node.Order
		seed  uint64
		long  bool
	}{
		{"56", 4, node.Any, 1, false},
		{"58a", 4, node.Any, 1, false},
		{"42", 5, node.FIFO, 3, false},
		{"46", 4, node.FIFO, 57, true},
		{"46", 4, node.Any, 42, true},
		{"45", 4, node.Any, 601, true},
		{"42", 5, node.Any, 0, true},
		{"66", 4, node.Any, 2, true},
	} {
		t.Run(c.bug+" "+c.order.String(), func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			s, plan := cluster(c.bug, c.nodes, c.order)
			begun := time.Now()
			o := Options{Exhaust: 100_000}
			if testing.Short() {
				o = Options{Runs: 1000, Exhaust: 10_000}
			}
			r, err := Reduce(t.Context(), s, random(t, s, plan, c.seed), o)
			if err != nil {
				t.Fatal(err)
			}
			last := r.Stages[len(r.Stages)-1]
			for _, s := range r.Stages {
				t.Logf("%-12s %d %5d %5d %6d %v", s.Name, s.Round, s.Events, s.Externals, s.Executions, s.Elapsed.Round(time.Millisecond))
			}
			t.Log(time.Since(begun), r.Trace.About)
			if last.Events > 30 || last.Externals > 8 || !r.Minimal || r.Ending != Fixpoint {
				t.Errorf("%d events, %d of them from outside; minimal: %v; %v", last.Events, last.Externals, r.Minimal, r.Ending)
			}
		})
	}
}
