package raft

import (
	"flag"
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/actor"
	"molly/node/nodetest"
)

var (
	control = flag.Int("control", 60_000, "how many events without a bug to check (the long run: 1000000)")
	hunt    = flag.Int("hunt", 0, "count in so many executions of each bug how many violate something")
)

// harsh is a plan of so many events in which servers crash and the network makes copies.
func harsh(events int) fuzz.Plan {
	p := Plan()
	p.Events, p.Externals, p.Timer, p.Crash, p.Restart, p.Duplicate = events, 0, 0.05, 0.004, 0.05, 0.02
	return p
}

func run(t *testing.T, o Options, p fuzz.Plan, seed uint64) *node.World {
	t.Helper()
	w, err := node.Begin(System(o))
	if err != nil {
		t.Fatal(err)
	}
	p.Run(w, rand.New(rand.NewPCG(seed, 1)))
	return w
}

func TestReplays(t *testing.T) {
	for _, order := range []node.Order{node.Any, node.FIFO} {
		nodetest.Replays(t, System(Options{Nodes: 4, Members: 3, Order: order}), harsh(200), 25)
	}
}

// Without a bug nothing is violated, and the protocol makes progress.
func TestControl(t *testing.T) {
	committed, changed := 0, 0
	for seed, events := uint64(0), 0; events < *control; seed++ {
		plan := Plan()
		if seed%4 < 2 {
			plan = harsh(1500)
		}
		w := run(t, Options{Nodes: 3 + int(seed%3), Members: 3, Order: node.Order(seed % 2)}, plan, seed)
		if v := w.Violation(); v != nil {
			t.Fatalf("seed %d, after %d events: %s", seed, len(w.Events()), v.Text)
		}
		events += len(w.Events())
		for i := range w.System.Nodes {
			server := actor.Of[*Server](w, i)
			committed += server.Commit
			if len(server.Members()) != 3 {
				changed++
			}
		}
	}
	t.Logf("%d entries committed, %d changes of the members", committed, changed)
	if committed < 200 || changed == 0 {
		t.Errorf("%d entries committed, %d changes of the members", committed, changed)
	}
}

// changes is a plan with more changes of the members than requests.
func changes() fuzz.Plan {
	p := Plan()
	p.Externals, p.Command = 0, 0.3
	for i, weight := range []float64{0.1, 1, 1} {
		p.Commands[i].Weight = weight
	}
	return p
}

// bugs are the switches with a cluster that shows them. As in DEMi's evaluation the network keeps order, except for 66; the
// commands are requests, except for the bug that is about changes of the members.
var bugs = []struct {
	name           string
	nodes, members int
	order          node.Order
}{
	{"early-reconfig", 5, 4, node.FIFO},
	{"45", 4, 4, node.FIFO},
	{"46", 4, 4, node.FIFO},
	{"56", 4, 4, node.FIFO},
	{"58a", 4, 4, node.FIFO},
	{"58b", 5, 5, node.FIFO},
	{"42", 5, 5, node.FIFO},
	{"66", 4, 4, node.Any},
}

// Each bug is found by random executions, also by one with 300 deliveries and more, as the first in DEMi's evaluation.
func TestBugs(t *testing.T) {
	if len(bugs) != len(Names) {
		t.Fatalf("%d of %d bugs are tried", len(bugs), len(Names))
	}
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			o := Options{Nodes: b.nodes, Members: b.members, Order: b.order}
			for _, x := range Names {
				*x.On(&o.Bugs) = x.Name == b.name
			}
			p := Plan()
			p.Commands = p.Commands[:1]
			if b.name == "early-reconfig" {
				p = changes()
			}
			found, long, events := 0, 0, 0
			for seed := 0; seed < *hunt || long == 0 && seed < 300; seed++ {
				w := run(t, o, p, uint64(seed))
				events += len(w.Events())
				v := w.Violation()
				if v == nil {
					continue
				}
				found++
				if n, outside := deliveries(w); n >= 300 {
					if long++; long == 1 {
						t.Logf("run %d, %d deliveries, %d events, %d of them from outside: %s", seed, n, len(w.Events()), outside, v.Text)
					}
				}
			}
			t.Logf("%d runs violate something, %d of them after 300 deliveries, in %d events", found, long, events)
			if long == 0 {
				t.Error("not found")
			}
		})
	}
}

// deliveries counts them, and the events from outside.
func deliveries(w *node.World) (n, outside int) {
	for _, e := range w.Events() {
		switch {
		case e.Kind == node.Deliver:
			n++
		case e.Kind.External():
			outside++
		}
	}
	return n, outside
}
