package pingpong

import (
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/nodetest"
)

func TestReplays(t *testing.T) {
	for _, order := range []node.Order{node.Any, node.FIFO} {
		s := System()
		s.Order = order
		nodetest.Replays(t, s, fuzz.Faults(80), 500)
	}
}

func BenchmarkEvents(b *testing.B) {
	s := System()
	w, err := node.Begin(s)
	if err != nil {
		b.Fatal(err)
	}
	var enabled []*node.Item
	for b.Loop() {
		enabled = w.Enabled(enabled[:0])
		for _, it := range enabled {
			if !it.Timer {
				if _, err := w.Do(node.Action{Kind: node.Deliver, Item: it.ID}); err != nil {
					b.Fatal(err)
				}
				break
			}
		}
	}
}
