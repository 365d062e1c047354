package verify

import (
	"context"
	"errors"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// A violation that was run is reported, also when the search ends while it is made
// minimal.
func TestRandomKeepsWhatItFound(t *testing.T) {
	p, diagnostics := dedalus.Loader{}.Load("../protocols/delivery/simple.ded")
	if p == nil {
		t.Fatal(diagnostics)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	v, err := Verify(ctx, p.Datalog(), Options{
		Spec: failure.Spec{EOT: 4, EFF: 2}, Nodes: []string{"a", "b", "c"}, Strategy: Random,
		Progress: func(e Event) {
			if e.Kind == Executed && e.Violated {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if v.Kind != Counterexample || len(v.Findings) != 1 || v.Complete {
		t.Errorf("%s with %d counterexamples, complete %v", v.Kind, len(v.Findings), v.Complete)
	}
}
