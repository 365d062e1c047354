package steps

import (
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/sample/raft"
	"molly/node/trace"
	"molly/viz/lamport"
	"molly/viz/scene"
)

// Every message of a random execution is drawn once, downwards; what was dropped is lost, what is pending leaves the
// picture; what happened before is above.
func TestTrace(t *testing.T) {
	for seed := range uint64(30) {
		s := raft.System(raft.Options{Nodes: 4})
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		fuzz.Faults(120).Run(w, rand.New(rand.NewPCG(seed, 1)))
		tr := trace.Of(w, trace.Header{})
		ranks := tr.Ranks()
		c := trace.NewCausality(len(s.Nodes), w.Events())
		for j := range ranks {
			for i := range j {
				if w.Events()[i].Node >= 0 && w.Events()[j].Node >= 0 && c.Before(i, j) && ranks[i] >= ranks[j] {
					t.Fatalf("seed %d: event %d is before %d, and not above it", seed, i, j)
				}
			}
			for n, k := range tr.Clocks()[j] {
				if k != c.Clock(j)[n] {
					t.Fatalf("seed %d: the clocks of event %d are %v and %v", seed, j, tr.Clocks()[j], c.Clock(j))
				}
			}
		}
		sent, dropped, pending := 0, 0, 0
		for _, e := range w.Events() {
			sent += len(e.Sent)
			if e.Kind == node.Drop {
				dropped++
			}
		}
		for _, it := range w.Pending() {
			if !it.Timer {
				pending++
			}
		}
		d := Trace(tr, Options{Bodies: true, Timers: true})
		lost, open := 0, 0
		for _, m := range d.Messages {
			if m.Arrives <= m.Sent {
				t.Errorf("seed %d: %s from %s to %s goes up", seed, m.Label, m.From, m.To)
			}
			if m.Cause == "dropped" {
				lost++
			} else if m.Lost {
				open++
			}
		}
		if len(d.Messages) != sent || lost != dropped || open != pending {
			t.Errorf("seed %d: %d messages, %d lost, %d open; want %d, %d, %d", seed, len(d.Messages), lost, open, sent, dropped, pending)
		}
		if seed < 3 {
			if s := lamport.Draw(d, lamport.Options{Style: scene.Style{}}); s.H < 100 {
				t.Error("the picture is empty")
			}
		}
	}
}
