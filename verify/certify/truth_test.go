package certify

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/failure"
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
	var n truth
	for i := range *programs {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 12))
		task := randprog.NewTask(r, randprog.Options{}, 100_000)
		q := &Question{
			Nodes: task.Nodes, Spec: task.Spec,
			Outcomes: []string{AllOutcomes, FailureFree}[r.IntN(2)],
		}
		var scenarios []failure.Scenario
		for range 8 {
			scenarios = append(scenarios, randprog.Scenario(r, task.Spec, task.Nodes))
		}
		n.compare(t, fmt.Sprintf("seed %d: %v", s, task), task.Program, q, scenarios)
	}
	t.Logf("%+v", n)
	if n.loops == 0 || 10*n.violated < *programs {
		t.Errorf("the programs bite too little")
	}
}

// The same, for everything else that may go wrong, and for what programs may say of it.
func TestClausesAreRunsOfAllKinds(t *testing.T) {
	var n truth
	for i := range *programs {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 32))
		task := randprog.NewTask(r, randprog.Options{}, 1000)
		p := widen(r, task.Program)
		q := &Question{
			Nodes: task.Nodes, Spec: wideSpec(r, task.Nodes, p.Choices(), 20_000),
			Outcomes: []string{AllOutcomes, FailureFree}[r.IntN(2)],
		}
		scenarios := slices.Collect(q.Spec.Each(q.Nodes))
		r.Shuffle(len(scenarios), func(i, j int) { scenarios[i], scenarios[j] = scenarios[j], scenarios[i] })
		scenarios = scenarios[:min(20, len(scenarios))]
		n.compare(t, fmt.Sprintf("seed %d, %v: %v\n%v", s, q.Spec, task, p), p, q, scenarios)
	}
	t.Logf("%+v", n)
	if n.loops == 0 || 10*n.violated < *programs {
		t.Errorf("the programs bite too little")
	}
}

// truth counts what was compared.
type truth struct {
	facts, loops, runs, violated, tooLarge int
}

// compare compares the clauses of a question with the runs of some scenarios.
func (n *truth) compare(t *testing.T, name string, p *datalog.Program, q *Question, scenarios []failure.Scenario) {
	t.Helper()
	ctx := context.Background()
	k, err := newCheck(ctx, p, q)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	e, err := k.plain(ctx)
	if err != nil {
		t.Logf("%s: %v", name, err)
		n.tooLarge++
		return
	}
	bad := e.Clauses[len(e.Clauses)-1]
	e.Clauses = e.Clauses[:len(e.Clauses)-1]
	for _, sc := range scenarios {
		run, err := k.run(ctx, sc)
		if err != nil {
			t.Fatal(err)
		}
		x := given(e, sc)
		n.loops += cutLoops(t, e, x)
		if n.runs++; x.closed {
			t.Fatalf("%s\nthe clauses exclude %v", name, sc)
		}
		known := map[string]bool{}
		for _, f := range e.Facts {
			known[f.Name] = true
			n.facts++
			holds := run.Holds(f.Relation, f.Time, f.Args)
			if x.isTrue(f.Literal) != holds || x.isFalse(f.Literal) == holds {
				t.Fatalf("%s\n%s under %v: it holds: %v, by the clauses %v, not %v",
					name, f.Name, sc, holds, x.isTrue(f.Literal), x.isFalse(f.Literal))
			}
		}
		for _, f := range run.Tuples {
			if f.Time > 0 && !known[factName(p, f)] && (f.Time == q.Spec.EOT || early(p)[f.Relation]) {
				t.Fatalf("%s\n%s holds under %v, and has no variable", name, factName(p, f), sc)
			}
		}
		want := len(k.violations(run)) + len(run.Overflows)
		got := 0
		for _, l := range bad {
			if x.isTrue(l) {
				got++
			}
		}
		if (want == 0) != (got == 0) {
			t.Fatalf("%s\n%d violations and overflows under %v, by the clauses %d", name, want, sc, got)
		}
		if got > 0 {
			n.violated++
		}
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
