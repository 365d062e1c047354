// Package nodetest is for tests of systems of nodes: random executions, and the laws that all systems keep.
package nodetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/node"
	"molly/node/trace"
)

// Walk says how a random execution chooses. Each weight is against 1 for a delivery.
type Walk struct {
	Events                                                  int
	Timer, Drop, Duplicate, Crash, Restart, Lose, Cut, Heal float64
	Commands                                                []node.Action
	Command                                                 float64
}

// Faults is a walk of so many events with everything that the world can do.
func Faults(events int) Walk {
	return Walk{Events: events, Timer: 0.3, Drop: 0.05, Duplicate: 0.05, Crash: 0.02, Restart: 0.1, Lose: 0.1, Cut: 0.03, Heal: 0.1, Command: 0.1}
}

// Run does random actions in a world until it has so many events, or something is violated, or nothing
// is left to do.
func (k Walk) Run(w *node.World, r *rand.Rand) {
	var enabled []*node.Item
	for len(w.Events()) < k.Events && w.Violation() == nil {
		enabled = w.Enabled(enabled[:0])
		var actions []node.Action
		var weights []float64
		add := func(weight float64, a node.Action) {
			if weight > 0 {
				actions, weights = append(actions, a), append(weights, weight)
			}
		}
		for _, it := range enabled {
			if it.Timer {
				add(k.Timer, node.Action{Kind: node.Fire, Item: it.ID})
				continue
			}
			add(1, node.Action{Kind: node.Deliver, Item: it.ID})
			add(k.Drop, node.Action{Kind: node.Drop, Item: it.ID})
			add(k.Duplicate, node.Action{Kind: node.Duplicate, Item: it.ID})
		}
		n := len(w.System.Nodes)
		for i := range n {
			switch w.Status(i) {
			case node.Up:
				add(k.Crash, node.Action{Kind: node.Crash, Node: i})
			case node.Down:
				add(k.Restart, node.Action{Kind: node.Restart, Node: i, Lost: r.Float64() < k.Lose})
			}
		}
		a, b := r.IntN(n), r.IntN(n)
		if w.IsCut(a, b) {
			add(k.Heal, node.Action{Kind: node.Heal, Node: a, To: b})
		} else {
			add(k.Cut, node.Action{Kind: node.Cut, Node: a, To: b})
		}
		for _, c := range k.Commands {
			if w.Status(c.Node) == node.Up {
				add(k.Command/float64(len(k.Commands)), c)
			}
		}
		if len(actions) == 0 {
			return
		}
		if _, err := w.Do(pick(r, actions, weights)); err != nil {
			panic("an action that should be possible: " + err.Error())
		}
	}
}

func pick(r *rand.Rand, actions []node.Action, weights []float64) node.Action {
	sum := 0.0
	for _, x := range weights {
		sum += x
	}
	at := r.Float64() * sum
	for i, x := range weights {
		if at -= x; at < 0 {
			return actions[i]
		}
	}
	return actions[len(actions)-1]
}

// Replays checks on random executions that a recorded trace is the same after it was written and read, and
// that its replay is exact, digests and all; and that one whose order was changed, as far as causes allow,
// still does the same events by the same names.
func Replays(t *testing.T, s *node.System, k Walk, traces int) {
	t.Helper()
	for seed := range uint64(traces) {
		r := rand.New(rand.NewPCG(seed, 1))
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		w.Digests = true
		k.Run(w, r)
		recorded := trace.Of(w, trace.Header{})
		var file bytes.Buffer
		if err := recorded.Write(&file); err != nil {
			t.Fatal(err)
		}
		read, err := trace.Read(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := trace.Replay(s, read)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(again.Events()) != len(w.Events()) {
			t.Fatalf("seed %d: %d events, %d in the replay", seed, len(w.Events()), len(again.Events()))
		}
		again.Close()
		if s.Order == node.Any {
			reorders(t, s, w, r)
		}
		w.Close()
	}
}

// reorders swaps neighbours that are concurrent, many times, and replays: what each node does and what is
// made is the same.
func reorders(t *testing.T, s *node.System, w *node.World, r *rand.Rand) {
	t.Helper()
	events := slices.Clone(w.Events())
	c := trace.NewCausality(len(s.Nodes), w.Events())
	swaps := 0
	for range 4 * len(events) {
		i := r.IntN(max(1, len(events)-1))
		if i+1 >= len(events) {
			break
		}
		a, b := events[i], events[i+1]
		if a.Node < 0 || b.Node < 0 || a.Node == b.Node || c.Before(a.Index, b.Index) {
			continue // cuts and drops decide what can be done at all
		}
		events[i], events[i+1] = b, a
		swaps++
	}
	other := node.NewWorld(s)
	defer other.Close()
	other.Digests = true
	for _, e := range events {
		got, err := other.Do(e.Action)
		if err != nil {
			t.Fatalf("after %d swaps: %v", swaps, err)
		}
		if got.ID != e.ID || got.Node >= 0 && e.Digest != 0 && got.Digest != e.Digest || !sameItems(got.Sent, e.Sent) || !sameItems(got.Set, e.Set) {
			t.Fatalf("after %d swaps: event %v is another one", swaps, e.ID)
		}
		if got.Violation != nil {
			return // nodes are judged together, so another order may be judged earlier
		}
	}
}

func sameItems(a, b []*node.Item) bool {
	return slices.EqualFunc(a, b, func(x, y *node.Item) bool {
		return x.ID == y.ID && x.Keys() == y.Keys() && x.To == y.To && x.Type == y.Type
	})
}
