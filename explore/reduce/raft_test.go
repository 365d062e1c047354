package reduce

import (
	"testing"
	"time"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/sample/raft"
)

// clusters are clusters of raft with a bug, as DEMi evaluated them, and the seed from which on a long random execution that
// violates something is looked for.
var clusters = []struct {
	bug   string
	nodes int
	order node.Order
	seed  uint64
}{
	{"45", 4, node.FIFO, 90},
	{"46", 4, node.FIFO, 94},
	{"56", 4, node.FIFO, 13},
	{"58a", 4, node.FIFO, 1},
	{"58b", 5, node.FIFO, 181},
	{"42", 5, node.FIFO, 19},
	{"66", 4, node.Any, 13},
}

// cluster is a cluster of raft with a bug.
func cluster(bug string, nodes int, order node.Order) *node.System {
	o := raft.Options{Nodes: nodes, Order: order}
	for _, b := range raft.Names {
		*b.On(&o.Bugs) = b.Name == bug
	}
	return raft.System(o)
}

// requests is a plan without changes of the members.
func requests() fuzz.Plan {
	p := raft.Plan()
	p.Commands = p.Commands[:1]
	return p
}

// Each bug is reduced to few events, by few executions beside those of the search near the minimum.
func TestRaft(t *testing.T) {
	few := 0
	for _, c := range clusters {
		t.Run(c.bug, func(t *testing.T) {
			s := cluster(c.bug, c.nodes, c.order)
			recorded, _ := (&subject{c.bug, s, requests(), c.seed}).next(t, c.seed)
			o := Options{Exhaust: 100_000}
			if testing.Short() {
				o = Options{Runs: 20_000, Exhaust: 10_000}
			}
			r, err := Reduce(t.Context(), s, recorded, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.Stages {
				t.Logf("%-12s %d %5d %5d %6d %v", s.Name, s.Round, s.Events, s.Externals, s.Executions, s.Elapsed.Round(time.Millisecond))
			}
			if beside(r) <= 1000 {
				few++
			}
			last := r.Stages[len(r.Stages)-1]
			if last.Events > 30 || last.Externals > 8 || !r.Minimal || r.Ending != Fixpoint {
				t.Errorf("%d events, %d of them from outside; minimal: %v; %v", last.Events, last.Externals, r.Minimal, r.Ending)
			}
		})
	}
	if 4*few < 3*len(clusters) {
		t.Errorf("only %d of %d took 1,000 executions at most", few, len(clusters))
	}
}
