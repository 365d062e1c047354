package etcdraft

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/nodetest"
)

var (
	control = flag.Int("control", 100_000, "how many events of unmodified raft to check (the long run: 10000000)")
	first   = flag.Uint64("seed", 0, "the seed of the first of these executions")
)

func cluster(t testing.TB, o Options) *node.System {
	t.Helper()
	s, err := System(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plan is the one of the package, with so many events.
func plan(events int) fuzz.Plan {
	p := Plan()
	p.Events = events
	return p
}

func TestReplays(t *testing.T) {
	for _, order := range []node.Order{node.Any, node.FIFO} {
		for _, disk := range []Disk{Sound, Lazy, NoVote} {
			s := cluster(t, Options{Nodes: 4, Members: 3, Order: order, Disk: disk})
			nodetest.Replays(t, s, plan(300), 15)
		}
	}
}

// Unmodified raft violates nothing; it elects leaders, commits, changes members, and installs snapshots.
func TestControl(t *testing.T) {
	did := map[string]int{}
	seed, events := *first, 0
	defer func() { t.Logf("%d executions, %d events: %v", seed-*first, events, did) }()
	for ; events < *control; seed++ {
		o := Options{Nodes: 3 + int(seed%3), Members: 3, Single: seed%2 == 0, Order: node.Order(seed / 2 % 2)}
		s := cluster(t, o)
		s.Oracle = restarts(s.Oracle, did)
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		plan(2000).Run(w, rand.New(rand.NewPCG(seed, 2)))
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d: after %d events: %s", seed, len(w.Events()), v.Text)
		}
		events += len(w.Events())
		for _, e := range w.Events() {
			switch e.Kind {
			case node.Deliver:
				did[e.Item.Type]++
			case node.Crash, node.Restart, node.Cut, node.Drop, node.Duplicate:
				did[e.Kind.String()]++
			case node.Command:
				did[e.Action.Type]++
			}
		}
		for i := range s.Nodes {
			st, ok := w.State(i).(*State)
			if !ok {
				continue
			}
			did["applied"] += len(st.Applied)
			if len(st.Voters) != 3 || !slices.Equal(st.Voters, s.Nodes[:3]) {
				did["other members"]++
			}
			if st.First > 2 {
				did["compacted log"]++
			}
		}
	}
	for _, kind := range append(Commands()[:2:2], "remove", "transfer", "snapshot", "crash", "cut", "drop", "duplicate", "Vote", "VoteResp", "App", "AppResp", "Heartbeat", "Snap", "TimeoutNow", "applied", "restart", "restart from a log", "restart from a snapshot", "other members", "compacted log") {
		if did[kind] == 0 {
			t.Errorf("no %s in %v", kind, did)
		}
	}
}

// restarts counts what nodes find on their disks when they start again.
func restarts(judge func() node.Oracle, did map[string]int) func() node.Oracle {
	return func() node.Oracle { return counting{judge(), did} }
}

type counting struct {
	node.Oracle
	did map[string]int
}

func (c counting) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Kind == node.Restart {
		n := w.Node(e.Node).(*Node)
		if len(n.log.list) > 0 {
			c.did["restart from a log"]++
		}
		if n.log.first > 2 {
			c.did["restart from a snapshot"]++
		}
	}
	return c.Oracle.Check(w, e)
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
		k := fuzz.Plan{Events: 1500, Timer: 0.05, Command: 0.02}
		k.Commands = []fuzz.Command{{Type: "propose", Body: []byte(`{"data":"x"}`)}}
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
	k := fuzz.Plan{Timer: 0.03, Command: 0.05}
	k.Commands = []fuzz.Command{{Type: "propose", Body: []byte(`{"data":"x"}`)}}
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

// TestMemory says how much 100,000 events of a world need, in one execution, with what was said of each.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	s := cluster(t, Options{Nodes: 3})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	k := fuzz.Plan{Events: 100_000, Timer: 0.03, Command: 0.02}
	for _, kind := range []string{"propose", "snapshot"} {
		k.Commands = append(k.Commands, fuzz.Command{Type: kind, Body: []byte(`{"data":"x"}`)})
	}
	k.Run(w, rand.New(rand.NewPCG(1, 1)))
	runtime.GC()
	runtime.ReadMemStats(&after)
	mb := (after.HeapAlloc - before.HeapAlloc) >> 20
	t.Logf("%d events: %d MB", len(w.Events()), mb)
	if len(w.Events()) != 100_000 || mb > 1000 {
		t.Errorf("%d events, %d MB", len(w.Events()), mb)
	}
	runtime.KeepAlive(w)
}

// A start that tells of other members changes the node alone.
func TestMembers(t *testing.T) {
	s := cluster(t, Options{Nodes: 4})
	w := node.NewWorld(s)
	defer w.Close()
	if _, err := w.Do(node.Action{Kind: node.Start, Node: 0, Body: json.RawMessage(`{"members":["S1","S3","S4"]}`)}); err != nil {
		t.Fatal(err)
	}
	if got := w.Node(0).(*Node).State().(*State).Voters; !slices.Equal(got, []string{"S1", "S3", "S4"}) {
		t.Errorf("the members are %v", got)
	}
	if !slices.Equal(s.Nodes, []string{"S1", "S2", "S3", "S4"}) {
		t.Errorf("the nodes are %v", s.Nodes)
	}
}
