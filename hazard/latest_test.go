package hazard

import (
	"context"
	"fmt"
	"testing"
	"time"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
)

// That few nodes may crash bounds what the others can still add to a sum of crash times.
// A solver that has to find this out by itself needs minutes here.
func TestLatestOfMany(t *testing.T) {
	spec := failure.Spec{EOT: 200, EFF: 1, Crashes: 3}
	c := circuit.New()
	var nodes []string
	var crashed, pairs []circuit.Lit
	for n := range 10 {
		node := fmt.Sprintf("n%d", n)
		var at []circuit.Lit
		for time := 1; time <= spec.EOT; time++ {
			at = append(at, c.Var(failure.CrashAt(node, time)))
		}
		nodes, crashed = append(nodes, node), append(crashed, c.Or(at...))
		for _, other := range crashed[:n] {
			pairs = append(pairs, c.And(other, crashed[n]))
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, b := range backends {
		s := NewSearch(c, spec, nodes, b)
		s.Require(c.Or(pairs...))
		best, found, err := s.Best(ctx)
		want := failure.NewScenario(failure.CrashAt("n0", spec.EOT), failure.CrashAt("n1", spec.EOT))
		if err != nil || !found || best.Compare(want) != 0 {
			t.Errorf("%v: %v, %v, %v, want %v", b, best, found, err, want)
		}
	}
}

// Long runs make many definitions. That ends with the context, and does no harm to what
// is asked afterwards.
func TestLatestEndsWithContext(t *testing.T) {
	spec := failure.Spec{EOT: 3000, EFF: 1, Crashes: 2}
	c := circuit.New()
	nodes := []string{"a", "b", "c"}
	var crashed []circuit.Lit
	for _, node := range nodes {
		var at []circuit.Lit
		for time := 1; time <= spec.EOT/2; time++ {
			at = append(at, c.Var(failure.CrashAt(node, time)))
		}
		crashed = append(crashed, c.Or(at...))
	}
	s := NewSearch(c, spec, nodes, solver.Gini)
	s.Require(c.And(crashed[1], c.Or(crashed[0], crashed[2])))
	for _, patience := range []time.Duration{20 * time.Millisecond, time.Minute} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		start := time.Now()
		best, found, err := s.Best(ctx)
		cancel()
		want := failure.NewScenario(failure.CrashAt("a", spec.EOT/2), failure.CrashAt("b", spec.EOT/2))
		switch {
		case patience == time.Minute && (err != nil || !found || best.Compare(want) != 0):
			t.Errorf("%v, %v, %v, want %v", best, found, err, want)
		case patience < time.Minute && (err == nil || time.Since(start) > time.Second):
			t.Errorf("%v after %v", err, time.Since(start))
		}
	}
}
