package cnf

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

// inExchangeOrder says how a scenario contradicts the documented order of two neighbours of
// an exchangeable set, or nothing.
func inExchangeOrder(sc failure.Scenario, spec failure.Spec, nodes []string, x, y string, first bool) string {
	exchange := func(n string) string {
		switch n {
		case x:
			return y
		case y:
			return x
		}
		return n
	}
	at := func(n string) int {
		for _, f := range sc {
			if f.Kind == failure.Crash && f.Node == n {
				return f.Time
			}
		}
		return spec.EOT + 1
	}
	if !first {
		if at(x) > at(y) {
			return fmt.Sprintf("%s crashes later than %s", x, y)
		}
		if at(x) != at(y) {
			return ""
		}
	}
	faults := spec.Faults(nodes)
	slices.SortFunc(faults, failure.Fault.Compare)
	for _, f := range faults {
		if f.Kind == failure.Crash && !first {
			continue
		}
		image := f.Rename(exchange)
		has, hasImage := slices.Contains(sc, f), slices.Contains(sc, image)
		if f.Compare(image) < 0 && has != hasImage {
			if !has {
				return fmt.Sprintf("not %v, but %v", f, image)
			}
			return ""
		}
	}
	return ""
}

// Every answer to a question with exchangeable nodes keeps to the order that they have, and
// each answer to the whole question has an image that does and is an answer, too. Here the
// question knows all faults.
func TestExchangeOrder(t *testing.T) {
	answers := 0
	for seed := range uint64(160) {
		r := rand.New(rand.NewPCG(seed, 52))
		n := 3 + r.IntN(2)
		spec := failure.Spec{EOT: 1 + r.IntN(3), Crashes: r.IntN(3)}
		spec.EFF = r.IntN(spec.EOT + 1)
		if !spec.Scenarios(make([]string, n)).IsInt64() || spec.Scenarios(make([]string, n)).Int64() > 3000 || len(spec.Faults([]string{"a", "b", "c"})) == 0 {
			continue
		}
		w := randcircuit.New(n, spec)
		set := w.Nodes[r.IntN(n-1):]
		first := r.IntN(2) == 0
		var some []circuit.Lit
		for _, f := range spec.Faults(w.Nodes) {
			some = append(some, w.Var(f))
		}
		parts := w.Images(w.Losses(r), set)
		l := w.And(w.Or(some...), w.Or(w.Or(parts...), w.And(some...).Not()))
		q := New(w.Circuit, spec, w.Nodes, solver.New([]solver.Backend{solver.Gini, solver.Gophersat}[r.IntN(2)]))
		if !first {
			q.Exchangeable([][]string{set})
		}
		q.Require(l)
		if first {
			q.FirstOfExchangeable([][]string{set})
		}
		found := map[string]bool{}
		for len(found) < 400 {
			var literals []solver.Literal // of the model that the solver found, whatever its normal form
			if ok, err := q.Solve(context.Background()); err != nil {
				t.Fatal(err)
			} else if !ok {
				break
			}
			var faults []failure.Fault
			for _, f := range q.Variables() {
				if q.solver.Holds(f.Happens) {
					faults = append(faults, f.Fault)
					literals = append(literals, -f.Happens)
				} else {
					literals = append(literals, f.Happens)
				}
			}
			for i := 1; i < len(set); i++ {
				if problem := inExchangeOrder(faults, spec, w.Nodes, set[i-1], set[i], first); problem != "" {
					t.Fatalf("seed %d, %v, %v equal, the first one wanted: %v: %v: %s", seed, spec, set, first, faults, problem)
				}
			}
			found[fmt.Sprint(faults)] = true
			q.Add(literals...)
		}
		answers += len(found)
		if len(found) == 0 {
			t.Errorf("seed %d, %v, %v equal: no answer", seed, spec, set)
		}
	}
	if answers < 3000 {
		t.Errorf("only %d answers", answers)
	}
}
