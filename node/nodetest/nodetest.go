// Package nodetest is for tests of systems of nodes: the laws that all of them keep, on random executions.
package nodetest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/trace"
)

// Replays checks on random executions that a recorded trace is the same after it was written and read, and
// that its replay is exact, digests and all; and that one whose order was changed, as far as causes allow,
// still does the same events by the same names.
func Replays(t *testing.T, s *node.System, k fuzz.Plan, traces int) {
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
