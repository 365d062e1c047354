package verify

import (
	"context"
	"errors"
	"testing"

	"molly/circuit/bdd"
	"molly/dedalus"
	"molly/protocols"
)

// Every protocol of the library is counted, and nothing violates where and only where the
// search certifies; the fewest faults are those of the counterexample.
func TestCountLibrary(t *testing.T) {
	counted := 0
	for _, entry := range protocols.All() {
		p, _ := dedalus.Loader{Library: protocols.Library()}.LoadShipped(entry.Name)
		if p == nil {
			t.Fatalf("%s cannot be loaded", entry.Name)
		}
		set, err := p.Setting(dedalus.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Spec: set.Spec, Nodes: set.Nodes}
		verdict, err := Verify(context.Background(), p.Datalog(), o)
		if err != nil {
			t.Fatal(err)
		}
		tally, err := Count(context.Background(), p.Datalog(), o, 200_000)
		var large *bdd.TooLargeError
		if errors.As(err, &large) {
			t.Logf("%s: %v", entry.Name, err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		counted++
		fewest := -1
		for k, n := range tally.Violating {
			if n.Sign() > 0 && fewest < 0 {
				fewest = k
			}
		}
		if verdict.Kind == Certified && fewest >= 0 || verdict.Kind != Certified && verdict.Findings[0].Scenario.Size() != fewest {
			t.Errorf("%s: %s, but the fewest faults of a violation are %d", entry.Name, verdict.Kind, fewest)
		}
	}
	if counted < 10 {
		t.Errorf("only %d protocols counted", counted)
	}
}
