package dedalus_test

import (
	"testing"

	"molly"
	"molly/explore/fuzz"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/nodetest"
)

// Random executions, with everything that can happen to a world, are replayed exactly.
func TestReplays(t *testing.T) {
	for _, name := range []string{"delivery/ack", "commit/3pc", "agreement/paxos", "delivery/counter"} {
		s := system(t, name, node.Any)
		nodetest.Replays(t, s, fuzz.Faults(150), 25)
	}
	nodetest.Replays(t, system(t, "commit/2pc", node.FIFO), fuzz.Faults(150), 25)
}

func system(t testing.TB, name string, order node.Order) *node.System {
	t.Helper()
	p, err := molly.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := dedalus.System(name, q.Datalog(), q.Nodes, dedalus.Options{Until: q.Spec.EOT, Order: order})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkEvents is deliveries and ticks of a protocol, in turn, with its judge.
func BenchmarkEvents(b *testing.B) {
	for _, name := range []string{"delivery/ack", "agreement/paxos"} {
		b.Run(name, func(b *testing.B) {
			s := system(b, name, node.Any)
			var w *node.World
			var enabled []*node.Item
			for b.Loop() {
				if w != nil {
					enabled = w.Enabled(enabled[:0])
				}
				if len(enabled) == 0 {
					w, _ = node.Begin(s)
					enabled = w.Enabled(enabled[:0])
				}
				it := enabled[len(enabled)/2]
				kind := node.Deliver
				if it.Timer {
					kind = node.Fire
				}
				if _, err := w.Do(node.Action{Kind: kind, Item: it.ID}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
