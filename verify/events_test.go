package verify

import (
	"slices"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// The events of a symbolic search mark its phases, and the verdict says how large it
// became.
func TestPhases(t *testing.T) {
	for _, c := range []struct {
		eff  int
		want []EventKind
	}{
		{2, []EventKind{Executed, Grounding, Grounding, Grounding, Grounded, Encoded, Answered, Proposed, Executed, Confirmed}},
		{0, []EventKind{Executed, Grounding, Grounding, Grounding, Grounded, Encoded, Answered}},
	} {
		p, diagnostics := dedalus.ParseString("retry.ded", retry)
		if p == nil {
			t.Fatal(diagnostics)
		}
		var got []EventKind
		o := Options{Spec: failure.Spec{EOT: 3, EFF: c.eff, Crashes: 1}, Nodes: []string{"a", "b", "c"}, Progress: func(e Event) {
			got = append(got, e.Kind)
		}}
		v, err := Verify(t.Context(), p.Datalog(), o)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("EFF %d: the events %v, want %v", c.eff, got, c.want)
		}
		if s := v.Size; s.Facts < 20 || s.Firings < 20 || s.Nodes < 5 || s.Question.Clauses < 5 || s.Question.Variables < 5 || s.Question.Calls < 1 {
			t.Errorf("EFF %d: the size %+v", c.eff, s)
		}
	}
}
