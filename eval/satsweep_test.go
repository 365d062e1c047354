package eval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	families "molly/internal/bench/programs"
	"molly/internal/randprog"
)

// Everything that a space has, with its circuits.
func spaceText(s *eval.Space) []string {
	var out []string
	for i := range s.Firings() {
		f := s.Firing(eval.FiringID(i))
		out = append(out, fmt.Sprint(f.Rule, f.Time, f.Head, f.Lit, f.Premises, f.Absent))
	}
	for r := range s.Program().Relations {
		for t := range s.EOT() + 1 {
			for _, f := range s.At(datalog.RelID(r), t) {
				out = append(out, fmt.Sprint(r, t, s.Args(f), s.Lit(f)))
			}
		}
	}
	return out
}

// A program with its state in integers is swept on its own account: far fewer firings, the
// same lineage of every admissible scenario, and the same space whichever solver is asked.
func TestSATSweepBegins(t *testing.T) {
	p := families.Replication()
	program, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	task := randprog.Task{Program: program, Nodes: p.Nodes, Spec: failure.Spec{EOT: 8, EFF: 5, Crashes: 1}}
	plain, err := sweptSpace(task, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	swept, err := sweptSpace(task, eval.Options{SATSweep: satsweep.Options{Ask: askGini}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d firings, %d when swept", plain.Firings(), swept.Firings())
	if 2*swept.Firings() > plain.Firings() {
		t.Errorf("%d of %d firings are left", swept.Firings(), plain.Firings())
	}
	ev, err := eval.New(program, p.Nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 9))
	for range 20 {
		run, err := ev.Run(context.Background(), task.Spec, randprog.Scenario(r, task.Spec, task.Nodes))
		if err != nil {
			t.Fatal(err)
		}
		if d := spaceDiffers(swept, run); d != "" {
			t.Fatal(d)
		}
	}
	task.Spec = failure.Spec{EOT: 7, EFF: 4, Crashes: 1}
	gini, err := sweptSpace(task, eval.Options{SATSweep: satsweep.Options{Ask: askGini}})
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		return
	}
	gophersat, err := sweptSpace(task, eval.Options{SATSweep: satsweep.Options{Ask: askGophersat}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(spaceText(gini), spaceText(gophersat)) {
		t.Errorf("the space depends on the solver: %d firings, or %d", gini.Firings(), gophersat.Firings())
	}
}

// Where few scenarios are admissible, all are looked at, and no solver is asked.
func TestSATSweepOfFewScenarios(t *testing.T) {
	p := families.Replication()
	program, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	task := randprog.Task{Program: program, Nodes: p.Nodes, Spec: failure.Spec{EOT: 12, Crashes: 1}}
	nobody := func(*circuit.Circuit, failure.Spec, []string) satsweep.Question {
		return func(context.Context, []circuit.Lit) (failure.Scenario, bool, error) {
			t.Error("a question")
			return nil, false, nil
		}
	}
	swept, err := sweptSpace(task, eval.Options{SATSweep: satsweep.Options{Ask: nobody}})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := sweptSpace(task, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if 2*swept.Firings() > plain.Firings() {
		t.Errorf("%d of %d firings are left", swept.Firings(), plain.Firings())
	}
	ev, err := eval.New(program, p.Nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for sc := range task.Spec.Each(task.Nodes) {
		run, err := ev.Run(context.Background(), task.Spec, sc)
		if err != nil {
			t.Fatal(err)
		}
		if d := spaceDiffers(swept, run); d != "" {
			t.Fatal(d)
		}
	}
}

// Where rules fire little more under faults than without, nothing is asked.
func TestSATSweepDoesNotBegin(t *testing.T) {
	p := families.Delivery("ack", 6)
	program, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	ask := func(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
		q := askGini(c, spec, nodes)
		return func(ctx context.Context, some []circuit.Lit) (failure.Scenario, bool, error) {
			asked++
			return q(ctx, some)
		}
	}
	task := randprog.Task{Program: program, Nodes: p.Nodes, Spec: failure.Spec{EOT: 30, EFF: 29, Crashes: 1}}
	if _, err := sweptSpace(task, eval.Options{SkipObservers: true, SATSweep: satsweep.Options{Ask: ask}}); err != nil || asked > 0 {
		t.Errorf("%d questions, %v", asked, err)
	}
}
