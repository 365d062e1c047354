package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/internal/randprog"
)

// negates reports whether absence matters to a program.
func negates(p *datalog.Program) bool {
	return slices.ContainsFunc(p.Rules, func(r datalog.Rule) bool {
		return r.Aggregates() || slices.ContainsFunc(r.Body, func(l datalog.Literal) bool { return l.Kind == datalog.Negative })
	})
}

// With negation ignored, what LDFI finds is a minimal counterexample, and it never certifies.
// Where nothing is negated, it finds the same one as with exact formulas.
func TestNegationIgnored(t *testing.T) {
	ctx := context.Background()
	found, missed, plain, held := 0, 0, 0, 0
	for i := range uint64(*programs) / 4 {
		r := rand.New(rand.NewPCG(*seed+i, 13))
		o := randprog.Options{NoOverflow: true}
		if i%2 == 0 {
			o.NoAggregates, o.NoCrash, o.Kind = true, true, randprog.Pure
		}
		task := randprog.NewTask(r, o, 300)
		options := Options{Spec: task.Spec, Nodes: task.Nodes, Strategy: LDFI, MaxFacts: 300_000, Outcomes: Outcomes(r.IntN(4) / 3)}
		exact, err := Verify(ctx, task.Program, options)
		var limit *eval.LimitError
		if errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", *seed+i, err, task)
		}
		options.IgnoreNegation = true
		v, err := Verify(ctx, task.Program, options)
		if v.Kind == Certified || (v.Kind == Unknown) != errors.Is(err, ErrNegationIgnored) || v.Complete != (v.Kind == Counterexample) {
			t.Fatalf("seed %d: %s, %v\n%v", *seed+i, v.Kind, err, task)
		}
		if v.Kind == Counterexample {
			found++
			m, err := Minimal(ctx, task.Program, Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: options.Outcomes}, v.Findings[0].Scenario)
			if err != nil || !m.Minimal || len(m.Violated) == 0 {
				t.Fatalf("seed %d: %v is no minimal counterexample: %v\n%v", *seed+i, v.Findings[0].Scenario, err, task)
			}
		} else if exact.Kind == Counterexample {
			missed++
		}
		if negates(task.Program) {
			continue
		}
		if v.Kind == Counterexample {
			plain++
		} else {
			held++
		}
		if (v.Kind == Counterexample) != (exact.Kind == Counterexample) || v.Kind == Counterexample && v.Findings[0].Scenario.Compare(exact.Findings[0].Scenario) != 0 {
			t.Fatalf("seed %d: exactly %+v, with negation ignored %+v\n%v", *seed+i, exact.Findings, v.Findings, task)
		}
	}
	t.Logf("%d counterexamples found, %d missed; without negation %d found, and %d hold", found, missed, plain, held)
	if n := *programs / 4; n >= 200 && (10*found < n || 100*missed < n || 50*plain < n || 50*held < n) {
		t.Error("one kind is rare")
	}
}
