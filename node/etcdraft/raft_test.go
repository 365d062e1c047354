package etcdraft

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"molly/node"
	"molly/node/nodetest"
)

var control = flag.Int("control", 100_000, "how many events of unmodified raft to check (the long run: 1000000)")

func cluster(t testing.TB, o Options) *node.System {
	t.Helper()
	s, err := System(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// walk is what can happen to a cluster that keeps its disks.
func walk(s *node.System, events int) nodetest.Walk {
	k := nodetest.Faults(events)
	k.Lose, k.Timer, k.Crash, k.Restart = 0, 0.1, 0.005, 0.05
	for i := range s.Nodes {
		for j := range 3 {
			k.Commands = append(k.Commands, node.Action{Kind: node.Command, Node: i, Type: "propose", Body: fmt.Appendf(nil, `{"data":"c%d"}`, j)})
		}
		k.Commands = append(k.Commands, node.Action{Kind: node.Command, Node: i, Type: "snapshot"})
		for _, other := range s.Nodes[1:] {
			for _, kind := range []string{"add", "remove", "transfer"} {
				k.Commands = append(k.Commands, node.Action{Kind: node.Command, Node: i, Type: kind, Body: fmt.Appendf(nil, `{"node":%q}`, other)})
			}
		}
	}
	return k
}

func TestReplays(t *testing.T) {
	for _, order := range []node.Order{node.Any, node.FIFO} {
		s := cluster(t, Options{Nodes: 4, Members: 3, Order: order})
		nodetest.Replays(t, s, walk(s, 300), 40)
	}
}

// Unmodified raft violates nothing; it elects leaders, commits, changes members, and installs snapshots.
func TestControl(t *testing.T) {
	did := map[string]int{}
	for seed, events := uint64(0), 0; events < *control; seed++ {
		s := cluster(t, Options{Nodes: 3 + int(seed%3), Members: 3})
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		walk(s, 2000).Run(w, rand.New(rand.NewPCG(seed, 2)))
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d: after %d events: %s", seed, len(w.Events()), v.Text)
		}
		events += len(w.Events())
		for _, e := range w.Events() {
			if e.Kind == node.Deliver {
				did[e.Item.Type]++
			}
		}
		for i := range s.Nodes {
			if st, ok := w.State(i).(*State); ok && len(st.Applied) > 0 {
				did["applied"] += len(st.Applied)
			}
		}
	}
	for _, kind := range []string{"Vote", "VoteResp", "App", "AppResp", "Heartbeat", "Snap", "TimeoutNow", "applied"} {
		if did[kind] == 0 {
			t.Errorf("no %s in %v", kind, did)
		}
	}
}

// A cluster whose disks lose what they have violates what raft promises, and the judge sees it.
func TestLostDisks(t *testing.T) {
	found := map[string]bool{}
	for seed := range uint64(150) {
		s := cluster(t, Options{Nodes: 3})
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		k := nodetest.Walk{Events: 1500, Timer: 0.05, Command: 0.02}
		for i := range s.Nodes {
			k.Commands = append(k.Commands, node.Action{Kind: node.Command, Node: i, Type: "propose", Body: []byte(`{"data":"x"}`)})
		}
		r := rand.New(rand.NewPCG(seed, 3))
		for round := 1; round <= 20 && w.Violation() == nil; round++ {
			k.Events = round * 40
			k.Run(w, r)
			for i := range s.Nodes { // each forgets its vote and its log, but stays a member
				if r.IntN(4) == 0 && w.Violation() == nil {
					n := w.Node(i).(*Node)
					n.Start(s.Setup[i].Body)
				}
			}
		}
		if v := w.Violation(); v != nil {
			found[v.Fingerprint] = true
		}
	}
	if len(found) < 2 {
		t.Errorf("only %v", found)
	}
}

// BenchmarkEvents is events of a cluster of three that works, its invariants checked after each.
func BenchmarkEvents(b *testing.B) {
	s := cluster(b, Options{Nodes: 3})
	k := nodetest.Walk{Timer: 0.03, Command: 0.05}
	for i := range s.Nodes {
		k.Commands = append(k.Commands, node.Action{Kind: node.Command, Node: i, Type: "propose", Body: []byte(`{"data":"x"}`)})
	}
	r := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	var w *node.World
	n := 0
	for b.Loop() {
		if w == nil || k.Events >= 2000 {
			w, _ = node.Begin(s)
			k.Events = 3
		}
		k.Events++
		k.Run(w, r)
		n++
	}
}
