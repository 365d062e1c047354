package verify

import (
	"context"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

// The LDFI paper's game, with the bounds that the loop must keep to.
func TestDeliveryTable(t *testing.T) {
	for _, tt := range []struct {
		name       string
		spec       failure.Spec
		kind       Kind
		executions int
	}{
		{"simple", failure.Spec{EOT: 4, EFF: 2, Crashes: 0}, Counterexample, 2},
		{"retry", failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Counterexample, 3},
		{"retry", failure.Spec{EOT: 6, EFF: 3, Crashes: 0}, Certified, 1},
		{"redun", failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, Certified, 6},
		{"redun", failure.Spec{EOT: 11, EFF: 10, Crashes: 1}, Certified, 11},
		{"ack", failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, Certified, 15},
		{"ack", failure.Spec{EOT: 8, EFF: 7, Crashes: 1}, Certified, 40},
		{"classic", failure.Spec{EOT: 5, EFF: 3, Crashes: 0}, Counterexample, 3},
		{"classic", failure.Spec{EOT: 6, EFF: 0, Crashes: 2}, Certified, 3},
	} {
		p, diagnostics := dedalus.Loader{}.Load("../protocols/delivery/" + tt.name + ".ded")
		if p == nil {
			t.Fatal(diagnostics)
		}
		program := p.Datalog()
		for _, strategy := range []Strategy{LDFI, Symbolic} {
			v, err := Verify(context.Background(), program, Options{Spec: tt.spec, Nodes: []string{"a", "b", "c"}, Strategy: strategy})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %v %v: %s, %d executions and %d for minimizing %v", tt.name, tt.spec, strategy, v.Kind, v.Executions, v.MinimizationExecutions, v.Findings)
			if v.Kind != tt.kind {
				t.Errorf("%s %v %v: %s, want %s", tt.name, tt.spec, strategy, v.Kind, tt.kind)
			}
			if strategy == LDFI && v.Executions > tt.executions {
				t.Errorf("%s %v: %d executions, at most %d expected", tt.name, tt.spec, v.Executions, tt.executions)
			}
			if strategy == Symbolic && v.Kind == Certified && v.Executions != 1 {
				t.Errorf("%s %v: symbolic needs %d executions to certify", tt.name, tt.spec, v.Executions)
			}
		}
	}
}
