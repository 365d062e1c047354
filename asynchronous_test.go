package molly_test

import (
	"testing"

	"molly"
	"molly/node"
	"molly/node/trace"
	"molly/protocols"
)

// The counterexample of every protocol opens as steps of nodes, and violates the invariant there, too.
func TestCounterexamplesAsTraces(t *testing.T) {
	opened := 0
	for _, p := range protocols.All() {
		program, err := molly.Load(t.Context(), p.Name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := program.Question(molly.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, err := q.Verify(t.Context(), molly.Search{})
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Findings) == 0 {
			continue
		}
		tr, err := q.Trace(t.Context(), v.Findings[0].Scenario)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		s, err := q.System(node.Any)
		if err != nil {
			t.Fatal(err)
		}
		w, err := trace.Replay(s, tr)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if w.Violation() == nil {
			t.Errorf("%s: the trace violates nothing", p.Name)
		}
		opened++
	}
	if opened < 8 {
		t.Errorf("only %d counterexamples", opened)
	}
}
