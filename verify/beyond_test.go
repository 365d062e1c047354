package verify

import (
	"context"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// A specification that is beyond the largest one in one number only is refused: what its space
// says would not be all.
func TestBeyondHorizons(t *testing.T) {
	p, diagnostics := dedalus.ParseString("x.ded", `p("a", "b")@1; q(M)@async :- p(N, M), N != M; pre(M) :- p(_, M); post(M) :- q(M);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	h, err := NewHorizons(p.Datalog(), Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []failure.Spec{{EOT: 5, EFF: 2, Crashes: 1}, {EOT: 4, EFF: 3, Crashes: 1}, {EOT: 4, EFF: 2, Crashes: 2}} {
		if _, err := h.Verify(context.Background(), s); err == nil || !strings.Contains(err.Error(), "is beyond") {
			t.Errorf("%v: %v", s, err)
		}
	}
	for _, s := range []failure.Spec{{EOT: 4, EFF: 2, Crashes: 1}, {EOT: 1}} {
		if _, err := h.Verify(context.Background(), s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}
