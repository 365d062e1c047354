package provenance_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"molly/circuit"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	"molly/hazard"
	"molly/hazard/solver"
	"molly/internal/randprog"
	"molly/provenance"
)

// sweptSpace is the space of a world without what no admissible scenario has, wherever that
// can be asked. It is nil where the program is too large.
func (w *world) sweptSpace(t *testing.T) *eval.Space {
	t.Helper()
	ask := func(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
		return hazard.NewSearch(c, spec, nodes, solver.Gini).Some
	}
	ev, err := eval.New(w.program, w.eval.Nodes(), eval.Options{MaxFacts: 100_000, SATSweep: satsweep.Options{Ask: ask, Always: true}})
	if err != nil {
		t.Fatalf("%v\n%s", err, w.source)
	}
	space, err := ev.Space(context.Background(), w.spec)
	if limit := (*eval.LimitError)(nil); errors.As(err, &limit) {
		return nil
	} else if err != nil {
		t.Fatalf("%v\n%s", err, w.source)
	}
	return space
}

// TestTruthSwept holds what explanations by a swept space claim against the run. What only
// faults keep away has its lost messages named there, too, and what is called possible is
// what some admissible scenario has.
func TestTruthSwept(t *testing.T) {
	goals, blamed, smaller := 0, 0, 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 3))
		w := newWorld(t, r, randprog.Options{NoCrash: i%2 == 0})
		if w == nil {
			continue
		}
		swept := w.sweptSpace(t)
		if swept == nil {
			continue
		}
		goal := w.goals(r, 15) // of the space that is not swept: more than can be
		if swept.Firings() < w.space.Firings() {
			smaller++
		}
		free := w.run(t, nil)
		run := w.run(t, randprog.Scenario(r, w.spec, w.eval.Nodes()))
		g, err := provenance.Explain(context.Background(), run, swept, goal...)
		if err != nil {
			t.Fatalf("seed %d: %v", n, err)
		}
		goals += len(goal)
		judge := &truth{graph: g, run: run, space: swept}
		if lies := judge.lies(); len(lies) > 0 {
			t.Fatalf("seed %d, %v: %q\n%s\n%s", n, run.Scenario, lies, g.Text(provenance.TextOptions{}), w.source)
		}
		if i%2 != 0 {
			continue // the program may see crashes
		}
		for _, one := range goal {
			if one.IsPattern() || len(one.Matches(run)) > 0 || len(one.Matches(free)) == 0 {
				continue
			}
			g, err := provenance.Explain(context.Background(), run, swept, one)
			if err != nil {
				t.Fatal(err)
			}
			if list, _, _ := g.LostSupports(g.Roots[0], 1); len(list) == 0 {
				t.Fatalf("seed %d: only faults keep %s away under %v, and no lost message is named\n%s\n%s", n,
					w.program.FormatFact(one.Fact), run.Scenario, g.Text(provenance.TextOptions{}), w.source)
			}
			blamed++
		}
	}
	if goals < *programs || blamed < *programs/4 || smaller < *programs/100 {
		t.Errorf("only %d goals were explained, %d absences blamed on faults, %d spaces smaller than unswept: the test has become dull", goals, blamed, smaller)
	}
}

// TestNeverPossible: what a swept space calls possible holds in some admissible scenario,
// where all of them can be run.
func TestNeverPossible(t *testing.T) {
	impossible := 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 4))
		w := newWorld(t, r, randprog.Options{})
		if w == nil {
			continue
		}
		swept := w.sweptSpace(t)
		if total := w.spec.Scenarios(w.eval.Nodes()); swept == nil || !total.IsInt64() || total.Int64() > 100 {
			continue
		}
		var runs []*eval.Run
		for s := range w.spec.Each(w.eval.Nodes()) {
			runs = append(runs, w.run(t, s))
		}
		for _, goal := range w.goals(r, 15) {
			holds := false
			for _, run := range runs {
				holds = holds || len(goal.Matches(run)) > 0
			}
			if holds {
				continue
			}
			g, err := provenance.Explain(context.Background(), runs[0], swept, goal)
			if err != nil {
				t.Fatal(err)
			}
			if g.Node(g.Roots[0]).Possible {
				t.Fatalf("seed %d: %s holds in none of %d scenarios, and is called possible\n%s", n, w.program.FormatFact(goal.Fact), len(runs), w.source)
			}
			impossible++
		}
	}
	if impossible < *programs/20 {
		t.Errorf("only %d goals were impossible: the test has become dull", impossible)
	}
}
