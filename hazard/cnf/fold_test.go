package cnf

import (
	"math/rand/v2"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

// What is folded has the same value in every admissible scenario, and keeps the invariants
// of fold: what folds to itself with other children has at least two, sorted, distinct, and
// not complementary.
func TestFoldInvariants(t *testing.T) {
	folded := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 51))
		w := randcircuit.New(3, failure.Spec{EOT: 3, EFF: 3, Crashes: 1})
		spec := []failure.Spec{{EOT: 3, EFF: 2, Crashes: 1}, {EOT: 3, EFF: 3}, {EOT: 2, EFF: 0, Crashes: 1}}[r.IntN(3)]
		l := w.Random(r, 4)
		q := New(w.Circuit, spec, w.Nodes, solver.New(solver.Gini))
		image := q.Fold(l)
		folded += len(q.fold.kids)
		for n, kids := range q.fold.kids {
			for i, k := range kids {
				if len(kids) < 2 || k == circuit.True || k == circuit.False || i > 0 && (kids[i-1] >= k || kids[i-1] == k.Not()) {
					t.Fatalf("seed %d: node %d folds to the conjunction of %v", seed, n, kids)
				}
			}
		}
		// value evaluates through the folded children.
		var value func(l circuit.Lit, v *circuit.Valuation) bool
		value = func(l circuit.Lit, v *circuit.Valuation) bool {
			if l == circuit.True || l == circuit.False {
				return l == circuit.True
			}
			kids := q.children(l)
			if len(kids) == 0 {
				return v.Holds(l)
			}
			all := true
			for _, k := range kids {
				all = all && value(k, v)
			}
			return all != l.Negated()
		}
		for sc := range spec.Each(w.Nodes) {
			v := w.Evaluate(sc)
			if value(image, v) != v.Holds(l) {
				t.Fatalf("seed %d: under %v the function is %v, what it folds to is not", seed, sc, v.Holds(l))
			}
		}
	}
	if folded < 300 {
		t.Errorf("only %d nodes were folded", folded)
	}
}
