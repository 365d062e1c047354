package raft

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/actor"
	"molly/node/nodetest"
)

var control = flag.Int("control", 60_000, "how many events without a bug to check (the long run: 1000000)")

func walk(s *node.System, events int) fuzz.Plan {
	k := fuzz.Faults(events)
	k.Lose, k.Timer, k.Crash, k.Restart, k.Command, k.Duplicate = 0, 0.05, 0.004, 0.05, 0.1, 0.02
	for j := range 6 {
		k.Commands = append(k.Commands, fuzz.Command{Type: "Request", Body: actor.Body(Request{fmt.Sprint("c", j)})})
	}
	for _, other := range s.Nodes {
		k.Commands = append(k.Commands, fuzz.Command{Type: "AddServer", Body: actor.Body(AddServer{other})}, fuzz.Command{Type: "RemoveServer", Body: actor.Body(RemoveServer{other})})
	}
	return k
}

func TestReplays(t *testing.T) {
	for _, order := range []node.Order{node.Any, node.FIFO} {
		s := System(Options{Nodes: 4, Members: 3, Order: order})
		nodetest.Replays(t, s, walk(s, 200), 25)
	}
}

// Without a bug nothing is violated, and the protocol makes progress.
func TestControl(t *testing.T) {
	committed, changed := 0, 0
	for seed, events := uint64(0), 0; events < *control; seed++ {
		s := System(Options{Nodes: 3 + int(seed%3), Members: 3, Order: node.Order(seed % 2)})
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		walk(s, 1500).Run(w, rand.New(rand.NewPCG(seed, 1)))
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d, after %d events: %s", seed, len(w.Events()), v.Text)
		}
		events += len(w.Events())
		for i := range s.Nodes {
			server := actor.Of[*Server](w, i)
			committed += server.Commit
			if len(server.Members()) != 3 {
				changed++
			}
		}
	}
	if committed < 200 || changed == 0 {
		t.Errorf("%d entries committed, %d changes of the members", committed, changed)
	}
}

// Each bug is found by random executions.
func TestBugs(t *testing.T) {
	for _, bug := range Names {
		t.Run(bug.Name, func(t *testing.T) {
			if bug.Name == "early-reconfig" {
				t.Skip("too rare for random executions; see TestReconfiguration")
			}
			o := Options{Nodes: map[string]int{"45": 4, "42": 5}[bug.Name]}
			o.Nodes = max(3, o.Nodes)
			*bug.On(&o.Bugs) = true
			s := System(o)
			for seed := range uint64(400) {
				w, err := node.Begin(s)
				if err != nil {
					t.Fatal(err)
				}
				walk(s, 600).Run(w, rand.New(rand.NewPCG(seed, 1)))
				if v := w.Violation(); v != nil {
					t.Logf("run %d, event %d: %s", seed, len(w.Events()), v.Text)
					return
				}
			}
			t.Error("not found")
		})
	}
}
