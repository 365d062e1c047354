package programs

import (
	"strings"
	"testing"

	"molly/failure"
	"molly/verify"
)

// Every family has programs that parse, and what they are asked is not empty. The
// bounds are small: the benchmark has the large ones.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		program Program
		spec    failure.Spec
		holds   bool
	}{
		{Replication(), failure.Spec{EOT: 9, EFF: 3, Crashes: 1}, true},
		{Delivery("ack", 3), failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, true},
		{Delivery("ack", 5), failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, true},
		{Delivery("redun", 4), failure.Spec{EOT: 6, EFF: 3, Crashes: 1}, true},
		{Delivery("classic", 4), failure.Spec{EOT: 6, EFF: 3, Crashes: 0}, false},
		{Delivery("retry", 4), failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, false},
		{Paxos(4, 3), failure.Spec{EOT: 8, EFF: 7, Crashes: 1}, true},
		{Detector(3), failure.Spec{EOT: 10, EFF: 5, Crashes: 1}, true},
		{Detector(3), failure.Spec{EOT: 10, EFF: 6, Crashes: 1}, false},
		{Closure(false, 4), failure.Spec{EOT: 2, EFF: 2}, true},
		{Closure(true, 4), failure.Spec{EOT: 2, EFF: 2}, true},
	} {
		t.Run(c.program.Family, func(t *testing.T) {
			p, err := c.program.Parse()
			if err != nil {
				t.Fatal(err)
			}
			v, err := verify.Verify(t.Context(), p, verify.Options{Spec: c.spec, Nodes: c.program.Nodes})
			if err != nil {
				t.Fatal(err)
			}
			if (v.Kind == verify.Certified) != c.holds || v.Vacuous || c.holds && !v.Owed.UnderFaults {
				t.Errorf("%v: %s, vacuous %v, under faults %v", c.spec, v.Kind, v.Vacuous, v.Owed.UnderFaults)
			}
		})
	}
}

// The promise of the replication holds for a reason: with views of one member it breaks.
func TestReplicationBites(t *testing.T) {
	p := Replication()
	text := strings.Replace(p.Text, "wanted(M, K, C), C >= 2,", "wanted(M, K, _),", 1)
	if text == p.Text {
		t.Fatal("the rule has been rewritten")
	}
	p.Text = text
	program, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.Verify(t.Context(), program, verify.Options{Spec: failure.Spec{EOT: 12, EFF: 8, Crashes: 1}, Nodes: p.Nodes})
	if err != nil {
		t.Fatal(err)
	}
	if v.Kind != verify.Counterexample || len(v.Findings[0].Scenario) != 5 {
		t.Errorf("%s: %v", v.Kind, v.Findings)
	}
}
