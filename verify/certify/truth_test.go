package certify

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog/naive"
	"molly/internal/randprog"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 100, "how many random programs to compare (the long hunt: 20000)")
)

// Under a scenario, unit propagation alone computes the run from the clauses: every fact,
// what violates the invariant, and overflow, as the reference evaluator has them. Where facts
// could hold each other up, the loops that say that they do not are added.
func TestClausesAreRuns(t *testing.T) {
	facts, loops, violated := 0, 0, 0
	for i := range *programs {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 12))
		task := randprog.NewTask(r, randprog.Options{}, 100_000)
		q := &Question{
			Nodes: task.Nodes, Spec: task.Spec,
			Outcomes: []string{AllOutcomes, FailureFree}[r.IntN(2)],
		}
		k, err := newCheck(context.Background(), task.Program, q)
		if err != nil {
			t.Fatal(err)
		}
		e, err := k.plain(context.Background())
		if err != nil {
			t.Logf("seed %d: %v", s, err)
			continue
		}
		bad := e.Clauses[len(e.Clauses)-1]
		e.Clauses = e.Clauses[:len(e.Clauses)-1]
		for range 8 {
			sc := randprog.Scenario(r, task.Spec, task.Nodes)
			run, err := naive.Run(task.Program, task.Nodes, task.Spec.EOT, sc)
			if err != nil {
				t.Fatal(err)
			}
			x := newRefutation(context.Background(), e.Variables)
			for i, f := range e.Faults {
				if sc.Has(f) {
					x.add([]int{i + 1})
				} else {
					x.add([]int{-i - 1})
				}
			}
			for _, c := range e.Clauses {
				x.add(c)
			}
			loops += cutLoops(t, e, x)
			if x.closed {
				t.Fatalf("seed %d: the clauses exclude %v\n%s", s, sc, task)
			}
			known := map[string]bool{}
			for _, f := range e.Facts {
				known[f.Name] = true
				facts++
				holds := run.Holds(f.Relation, f.Time, f.Args)
				if x.isTrue(f.Literal) != holds || x.isFalse(f.Literal) == holds {
					t.Fatalf("seed %d: %s under %v: it holds: %v, by the clauses %v, not %v\n%s",
						s, f.Name, sc, holds, x.isTrue(f.Literal), x.isFalse(f.Literal), task)
				}
			}
			for _, f := range run.Tuples {
				name := factName(task.Program, f)
				if f.Relation != task.Program.Crash && !known[name] && (f.Time == q.Spec.EOT || early(task.Program)[f.Relation]) {
					t.Fatalf("seed %d: %s holds under %v, and has no variable\n%s", s, name, sc, task)
				}
			}
			want := len(violations(k, run)) + len(run.Overflows)
			got := 0
			for _, l := range bad {
				if x.isTrue(l) {
					got++
				}
			}
			if (want == 0) != (got == 0) {
				t.Fatalf("seed %d: %d violations and overflows under %v, by the clauses %d\n%s", s, want, sc, got, task)
			}
			if got > 0 {
				violated++
			}
		}
	}
	t.Logf("%d facts, %d loops; %d runs violate", facts, loops, violated)
	if loops == 0 || 10*violated < *programs {
		t.Errorf("the programs bite too little")
	}
}

// cutLoops adds loops until unit propagation decides all facts, and returns how many.
func cutLoops(t *testing.T, e *Plain, x *refutation) int {
	for loops := 0; ; loops++ {
		founded := map[*Fact]bool{}
		for changed := true; changed; {
			changed = false
			for _, f := range e.Facts {
				if !founded[f] && (f.Given || slices.ContainsFunc(f.Supports, func(s *Support) bool {
					return !x.isFalse(s.Literal) && !slices.ContainsFunc(s.Premises, func(p *Fact) bool { return p.Time > 0 && !founded[p] })
				})) {
					founded[f], changed = true, true
				}
			}
		}
		var left []string
		for _, f := range e.Facts {
			if !founded[f] && !x.isFalse(f.Literal) {
				left = append(left, f.Name)
			}
		}
		if left == nil {
			return loops
		}
		first := len(e.Clauses)
		if err := e.AddLoop(left); err != nil {
			t.Fatal(err)
		}
		for _, c := range e.Clauses[first:] {
			x.add(c)
		}
	}
}

// violations says what a run lacks.
func violations(k *check, r *naive.Result) (list []naive.Tuple) {
	list = r.Lost(k.program, k.free)
	for _, args := range r.Violated(k.program) {
		if k.owed(args) {
			list = append(list, naive.Tuple{Relation: k.program.Post, Time: k.Spec.EOT, Args: args})
		}
	}
	return list
}
