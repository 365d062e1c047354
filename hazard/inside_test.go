package hazard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
)

// What is folded has the same value in every admissible scenario, and keeps the invariants
// of fold: what folds to itself with other children has at least two, sorted, distinct, and
// not complementary.
func TestFoldInvariants(t *testing.T) {
	folded := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 51))
		w := newWorld(3, failure.Spec{EOT: 3, EFF: 3, Crashes: 1})
		spec := []failure.Spec{{EOT: 3, EFF: 2, Crashes: 1}, {EOT: 3, EFF: 3}, {EOT: 2, EFF: 0, Crashes: 1}}[r.IntN(3)]
		l := w.random(r, 4)
		s := NewSearch(w.Circuit, spec, w.nodes, Gini)
		image := s.folded(l)
		folded += len(s.fold.kids)
		for n, kids := range s.fold.kids {
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
			kids := s.children(l)
			if len(kids) == 0 {
				return v.Holds(l)
			}
			all := true
			for _, k := range kids {
				all = all && value(k, v)
			}
			return all != l.Negated()
		}
		for sc := range spec.Each(w.nodes) {
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
		if !spec.Scenarios(n).IsInt64() || spec.Scenarios(n).Int64() > 3000 || len(spec.Faults([]string{"a", "b", "c"})) == 0 {
			continue
		}
		w := newWorld(n, spec)
		set := w.nodes[r.IntN(n-1):]
		first := r.IntN(2) == 0
		var some []circuit.Lit
		for _, f := range spec.Faults(w.nodes) {
			some = append(some, w.Var(f))
		}
		parts := w.images(w.losses(r), set)
		l := w.And(w.Or(some...), w.Or(w.Or(parts...), w.And(some...).Not()))
		s := NewSearch(w.Circuit, spec, w.nodes, backends[r.IntN(len(backends))])
		if !first {
			s.Exchangeable([][]string{set})
		}
		s.Require(l)
		if first {
			s.FirstOfExchangeable([][]string{set})
		}
		found := map[string]bool{}
		for len(found) < 400 {
			var literals []literal // of the model that the solver found, whatever its normal form
			if ok, err := s.ask(context.Background()); err != nil {
				t.Fatal(err)
			} else if !ok {
				break
			}
			var faults []failure.Fault
			for _, f := range s.faults.list {
				if s.solver.holds(f.happens) {
					faults = append(faults, f.Fault)
					literals = append(literals, -f.happens)
				} else {
					literals = append(literals, f.happens)
				}
			}
			for i := 1; i < len(set); i++ {
				if problem := inExchangeOrder(faults, spec, w.nodes, set[i-1], set[i], first); problem != "" {
					t.Fatalf("seed %d, %v, %v equal, the first one wanted: %v: %v: %s", seed, spec, set, first, faults, problem)
				}
			}
			found[fmt.Sprint(faults)] = true
			s.add(literals...)
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

// A circuit in which the number of ways down grows exponentially is justified node by node.
func TestJustifyOnce(t *testing.T) {
	c := circuit.New()
	l, m := c.Var(failure.Omit("a", "b", 1)), c.Var(failure.Omit("b", "a", 1))
	for i := range 64 {
		x := c.Var(failure.Omit("a", "c", i+1))
		l, m = c.And(l, c.Or(m, x)), c.And(m, c.Or(l, x))
	}
	v := c.Evaluate(failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("b", "a", 1)))
	if why := Justify(c, v, l, 0); !c.Evaluate(failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("b", "a", 1))).Holds(why) {
		t.Error("the justification does not hold")
	}
}

func TestBackendNames(t *testing.T) {
	for _, b := range []Backend{Gini, Gophersat} {
		if got, err := ParseBackend(b.String()); got != b || err != nil {
			t.Errorf("%v is read as %v, %v", b, got, err)
		}
	}
	if got := Backend(2).String(); got != "Backend(2)" {
		t.Errorf("no solver is called %s", got)
	}
	if got, err := ParseBackend("minisat"); got != 0 || err == nil || err.Error() != `"minisat" is no solver: choose gini or gophersat` {
		t.Errorf("%v, %v", got, err)
	}
}
