package schedule_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"molly/explore/fuzz"
	"molly/explore/schedule"
	"molly/node"
	"molly/node/sample/raft"
	"molly/node/trace"
)

// The steps of a trace that was written and read are those of its execution, but for the keys that the nodes make; and what
// they find is in identity.
func TestOfTrace(t *testing.T) {
	s := raft.System(raft.Options{Nodes: 3})
	for seed := range uint64(20) {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		fuzz.Faults(150).Run(w, rand.New(rand.NewPCG(seed, 0)))
		var file bytes.Buffer
		if err := trace.Of(w, trace.Header{}).Write(&file); err != nil {
			t.Fatal(err)
		}
		read, err := trace.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := schedule.OfTrace(read)
		if err != nil {
			t.Fatal(err)
		}
		again := node.NewWorld(s)
		m := schedule.Matcher{Levels: schedule.Levels()}
		for i, want := range schedule.Of(w.Events()) {
			x := got[i]
			if !x.Action.Equal(want.Action) || x.Timer != want.Timer || x.From != want.From || x.To != want.To || !x.External() && x.Type != want.Type {
				t.Fatalf("seed %d, event %d: %+v, want %+v", seed, i, x, want)
			}
			if !want.Timer && x.Action.Kind == node.Deliver && x.Key.Bytes != want.Key.Bytes {
				t.Errorf("seed %d, event %d: the key is %x, want %x", seed, i, x.Key.Bytes, want.Key.Bytes)
			}
			if !m.Do(again, &x) {
				t.Fatalf("seed %d, event %d cannot be done", seed, i)
			}
			if it := again.Events()[i].Item; it != nil && x.Like(it) != schedule.Identity {
				t.Errorf("seed %d, event %d: %v", seed, i, x.Like(it))
			}
		}
	}
}
