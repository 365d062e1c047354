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

// strictSolver refuses the clauses that a Solver may break on.
type strictSolver struct{ solver.Solver }

func (s strictSolver) Add(clause ...solver.Literal) {
	seen := map[solver.Literal]bool{0: true}
	for _, l := range clause {
		if seen[l] || seen[-l] {
			panic(fmt.Sprint("a clause with a repeated, complementary or zero literal: ", clause))
		}
		seen[l] = true
	}
	s.Solver.Add(clause...)
}

// A growing question has an answer, under each kind of assumption, exactly where one of all
// admissible scenarios is one; and what it answers with is one of them.
func TestQuestionAgreesWithEnumeration(t *testing.T) {
	t.Run("classic", func(t *testing.T) {
		questionAgrees(t, func(r *rand.Rand) (ground, spec failure.Spec) {
			spec = failure.Spec{EOT: 1 + r.IntN(3), Crashes: r.IntN(4)}
			spec.EFF = r.IntN(min(spec.EOT, 2) + 1)
			return failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, spec
		})
	})
	t.Run("all kinds", func(t *testing.T) {
		questionAgrees(t, func(r *rand.Rand) (ground, spec failure.Spec) {
			for {
				spec = randcircuit.RandomSpec(r, 3)
				if n := spec.Scenarios(randcircuit.Names[:3]); n.IsInt64() && n.Int64() < 1000 {
					return spec, spec
				}
			}
		})
	})
}

func questionAgrees(t *testing.T, random func(*rand.Rand) (ground, spec failure.Spec)) {
	ctx := context.Background()
	kinds := map[string][2]int{} // how often there was none, and one
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 71))
		ground, spec := random(r)
		w := randcircuit.New(3, ground)
		q := New(w.Circuit, spec, w.Nodes, strictSolver{solver.New([]solver.Backend{solver.Gini, solver.Gophersat}[r.IntN(2)])})
		answers := slices.Collect(spec.Each(w.Nodes))
		keep := func(is func(failure.Scenario) bool) (left []failure.Scenario) {
			for _, sc := range answers {
				if is(sc) {
					left = append(left, sc)
				}
			}
			return left
		}
		for range 6 {
			demand := w.Random(r, 3)
			if r.IntN(2) == 0 {
				demand = w.Losses(r)
			}
			if left := keep(func(sc failure.Scenario) bool { return w.Evaluate(sc).Holds(demand) }); len(left) > 0 || r.IntN(4) == 0 {
				q.Require(demand)
				answers = left
			}
			if len(answers) > 1 && r.IntN(2) == 0 {
				m := answers[1+r.IntN(len(answers)-1)]
				q.Exclude(m)
				answers = keep(func(sc failure.Scenario) bool { return !m.AtMost(sc) })
			}
			kind, assume, is := "nothing", []solver.Literal(nil), func(failure.Scenario) bool { return true }
			switch r.IntN(5) {
			case 0:
				var some []circuit.Lit
				for range 1 + r.IntN(3) {
					if l := q.Fold(w.Random(r, 2)); l != circuit.True && l != circuit.False && !slices.Contains(some, l) && !slices.Contains(some, l.Not()) {
						some = append(some, l)
					}
				}
				if len(some) > 0 {
					kind, assume = fmt.Sprintf("either of %d", min(2, len(some))), []solver.Literal{q.Either(some...)}
					any := w.Or(some...)
					is = func(sc failure.Scenario) bool { return w.Evaluate(sc).Holds(any) }
				}
			case 1:
				k := r.IntN(4)
				if few, ok := q.AtMost(k); ok {
					kind, assume = "at most", []solver.Literal{few}
					is = func(sc failure.Scenario) bool { return sc.Size() <= k }
				}
			case 3:
				m := Measure(r.IntN(int(measures)))
				k := r.IntN(4)
				if few, ok := q.AtMostOf(m, k); ok {
					kind, assume = "measured", []solver.Literal{few}
					is = func(sc failure.Scenario) bool { return m.Of(sc) <= k }
				}
			case 2:
				most := q.MaxCrashes(9)
				sum := 1 + r.IntN(6)
				reached, ok, err := q.CrashTimes(ctx, most, sum)
				if err != nil {
					t.Fatal(err)
				}
				if ok {
					kind, assume = fmt.Sprintf("crash times of %d", most), []solver.Literal{reached}
				}
				if ok { // the circuits need not know all crashes that are admissible
					if found, _ := q.Solve(ctx, assume...); found && q.Scenario().CrashTimes() < sum {
						t.Fatalf("seed %d: the crash times of %v do not reach %d", seed, q.Scenario(), sum)
					}
					continue
				}
			}
			want := keep(is)
			found, err := q.Solve(ctx, assume...)
			if err != nil || found != (len(want) > 0) {
				t.Fatalf("seed %d, %v, %s: %v, among %d answers, %v", seed, spec, kind, found, len(want), err)
			}
			n := kinds[kind]
			if found {
				n[1]++
				if sc := q.Scenario(); !slices.ContainsFunc(answers, func(a failure.Scenario) bool { return slices.Equal(a, sc) }) || len(assume) > 0 && !is(sc) {
					t.Fatalf("seed %d, %v, %s: %v is no answer", seed, spec, kind, sc)
				}
			} else {
				n[0]++
			}
			kinds[kind] = n
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"nothing", "either of 1", "either of 2", "at most"} {
		if n := kinds[kind]; n[0] < 10 || n[1] < 10 {
			t.Errorf("%s: %d without an answer, %d with one", kind, n[0], n[1])
		}
	}
}

// All crashes are known to the circuit: then the largest sum of crash times is found exactly.
func TestCrashTimes(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 72))
		spec := failure.Spec{EOT: 1 + r.IntN(3), Crashes: 1 + r.IntN(3)}
		c := circuit.New()
		nodes := randcircuit.Names[:3]
		var times []circuit.Lit
		for _, f := range spec.Faults(nodes) {
			if r.IntN(3) > 0 {
				times = append(times, c.Var(f))
			}
		}
		l := c.Or(times...)
		q := New(c, spec, nodes, solver.New(solver.Gini))
		q.Require(l)
		largest := 0
		for sc := range spec.Each(nodes) {
			known := !slices.ContainsFunc(sc, func(f failure.Fault) bool { return !slices.Contains(times, c.Var(f)) })
			if known && c.Evaluate(sc).Holds(l) {
				largest = max(largest, sc.CrashTimes())
			}
		}
		for sum := 1; sum <= largest+2; sum++ {
			reached, ok, err := q.CrashTimes(ctx, q.MaxCrashes(9), sum)
			found := false
			if ok && err == nil {
				found, err = q.Solve(ctx, reached)
			}
			if err != nil || found != (sum <= largest) {
				t.Fatalf("seed %d, %v: a sum of %d: %v, the largest is %d, %v", seed, spec, sum, found, largest, err)
			}
		}
	}
}

// What fails at no time, or at no node, of the run does not happen.
func TestForeignFaults(t *testing.T) {
	for _, f := range []failure.Fault{failure.Omit("z", "a", 1), failure.Omit("a", "z", 1), failure.Omit("a", "b", 0), failure.CrashAt("z", 1), failure.CrashAt("a", 0), failure.CrashAt("a", 4)} {
		c := circuit.New()
		q := New(c, failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, []string{"a", "b"}, solver.New(solver.Gini))
		if l := q.Fold(c.Var(f)); l != circuit.False {
			t.Errorf("%v folds to %d", f, l)
		}
	}
}
