package verify

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
)

// summary is a report as text.
func summary(r *HazardReport) string {
	var b strings.Builder
	for _, o := range r.Outcomes {
		fmt.Fprintf(&b, "%v: %v %v, cut %v %v: %s\n", o.Args, o.Breakable, o.Hypothesis, o.Cuttable, o.Cut, o.Formula)
	}
	fmt.Fprintf(&b, "formula: %s\n", r.Formula)
	for _, c := range r.Hypotheses {
		fmt.Fprintf(&b, "%v %s %d\n", c.Scenario, c.Fate, len(c.Violated))
	}
	fmt.Fprintf(&b, "%d executions, complete %v %s", r.Executions, r.Complete, r.Reason)
	return b.String()
}

const retry = `
node("a", "b")@1; node("a", "c")@1; bcast("a", "x")@1;
node(N, M)@next :- node(N, M);
bcast(N, P)@next :- bcast(N, P);
log(N, P) :- bcast(N, P);
log(M, P)@async :- bcast(N, P), node(N, M);
log(N, P)@next :- log(N, P);
excused(N) :- crash(N, N, _);
pre(N, P) :- log(M, P), notin excused(M), node(M, N);
pre(N, P) :- log(M, P), notin excused(M), node(_, N);
post(N, P) :- log(N, P);
`

func TestHypotheses(t *testing.T) {
	for _, c := range []struct {
		name     string
		negation provenance.Negation
		limit    int
		runs     int
		want     string
	}{
		{"exact", provenance.Exact, 0, 0, `["b" "x"]: true {C(a,1)}, cut true {C(a,1)}: ((C(a,1) ∨ O(a,b,1)) ∧ (C(a,1) ∨ C(a,2)))
["c" "x"]: true {C(a,1)}, cut true {C(a,1)}: ((C(a,1) ∨ O(a,c,1)) ∧ (C(a,1) ∨ C(a,2)))
formula: n14 = (¬C(a,1) ∧ ¬C(a,2))
(((C(a,1) ∨ O(a,b,1)) ∧ ¬n14) ∨ ((C(a,1) ∨ O(a,c,1)) ∧ ¬n14))
{C(a,1)} refuted 0
{O(a,b,1), C(a,2)} confirmed 1
{O(a,c,1), C(a,2)} confirmed 1
4 executions, complete true `},
		{"ignore", provenance.Ignore, 2, 0, `{C(a,1)} refuted 0
{O(a,b,1), C(a,2)} confirmed 1
3 executions, complete false the limit on candidates was reached`},
		{"limit met", provenance.Ignore, 3, 0, `4 executions, complete true `},
		{"executions", provenance.Conservative, 0, 2, `{C(a,1)} refuted 0
{O(a,b,1), C(a,2)} not run 0
{O(a,c,1), C(a,2)} not run 0
2 executions, complete false the bound on executions was reached`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, diagnostics := dedalus.ParseString("retry.ded", retry)
			if p == nil {
				t.Fatal(diagnostics)
			}
			o := Options{Spec: failure.Spec{EOT: 3, EFF: 2, Crashes: 1}, Nodes: []string{"a", "b", "c"}, MaxExecutions: c.runs}
			r, err := Hypotheses(context.Background(), p.Datalog(), o, c.negation, c.limit)
			if (err != nil) != (c.runs > 0) {
				t.Fatal(err)
			}
			if got := summary(r); !strings.HasSuffix(got, c.want) {
				t.Errorf("the report is\n%s\nnot\n%s", got, c.want)
			}
		})
	}
}

// TestHypothesesLaws holds reports on random programs against enumeration: the least
// cut of an outcome, the candidates of the exact formula, and what became of them.
func TestHypothesesLaws(t *testing.T) {
	for i := range *programs / 8 {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 6))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 300)
		negation := provenance.Negation(r.IntN(3))
		if i%3 == 2 {
			task, negation = widen(r, task, 500), provenance.Exact
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 300_000}
		report, err := Hypotheses(context.Background(), task.Program, o, negation, 30)
		var program *ProgramError
		var limit *eval.LimitError
		if errors.As(err, &program) || errors.As(err, &limit) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", n, err, task)
		}
		if problem := reportProblem(task, negation, report); problem != "" {
			t.Fatalf("seed %d, %v: %s\n%s\n%v", n, negation, problem, summary(report), task)
		}
	}
}

func reportProblem(task randprog.Task, negation provenance.Negation, report *HazardReport) string {
	ctx := context.Background()
	ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
	if err != nil {
		return err.Error()
	}
	free, err := ev.Run(ctx, task.Spec, nil)
	if err != nil {
		return err.Error()
	}
	judge := newJudge(free, free.EOT(), AllRuns)
	cut := make([]failure.Scenario, len(report.Outcomes))
	cuts := make([]int64, len(report.Outcomes))
	cuttable := make([]bool, len(report.Outcomes))
	violated := map[string]int{}
	for s := range task.Spec.Each(task.Nodes) {
		run, err := ev.Run(ctx, task.Spec, s)
		if err != nil {
			return err.Error()
		}
		v := judge.violated(run)
		violated[s.String()] = len(v)
		covered := negation != provenance.Exact || !report.Complete || len(v) == 0
		for _, c := range report.Hypotheses {
			covered = covered || c.Scenario.AtMost(s)
		}
		if !covered {
			return fmt.Sprintf("%v violates the invariant, and no candidate is below it", s)
		}
		for i, o := range report.Outcomes {
			if _, holds := run.Find(o.Relation, task.Spec.EOT, o.Args); holds {
				continue
			}
			switch {
			case !cuttable[i] || s.Size() < cut[i].Size():
				cuts[i] = 1
			case s.Size() == cut[i].Size():
				cuts[i]++
			}
			if !cuttable[i] || s.Compare(cut[i]) < 0 {
				cut[i], cuttable[i] = slices.Clone(s), true
			}
		}
	}
	for i, o := range report.Outcomes {
		if o.Cuttable != cuttable[i] || o.Cuttable && o.Cut.Compare(cut[i]) != 0 {
			return fmt.Sprintf("the least cut of %v is %v (%v)", o.Args, cut[i], cuttable[i])
		}
		if o.Cuttable && o.Cuts.Cmp(big.NewInt(cuts[i])) != 0 {
			return fmt.Sprintf("%v is cut by %v least sets, want %d", o.Args, o.Cuts, cuts[i])
		}
		if negation == provenance.Exact && o.Cuttable && (!o.Breakable || o.Hypothesis.Compare(o.Cut) > 0) {
			return fmt.Sprintf("%v is cut by %v, but the formula first holds under %v", o.Args, o.Cut, o.Hypothesis)
		}
	}
	for i, c := range report.Hypotheses {
		if i > 0 && report.Hypotheses[i-1].Scenario.Compare(c.Scenario) >= 0 {
			return fmt.Sprintf("candidate %v is out of order", c.Scenario)
		}
		if n := violated[c.Scenario.String()]; n != len(c.Violated) || (c.Fate == FateConfirmed) != (n > 0) {
			return fmt.Sprintf("the run of %v violates %d tuples, and is %s", c.Scenario, n, c.Fate)
		}
	}
	return ""
}

// Least cuts that are too many to be listed are counted by a diagram, and given up where
// that is too large.
func TestManyCuts(t *testing.T) {
	for _, c := range []struct {
		links int // of each of the sources, all of which must fail to bring enough
		want  string
	}{
		{10, "252"},    // 5 of 10
		{14, "3432"},   // 7 of 14
		{20, "184756"}, // 10 of 20
	} {
		src := "got(M, T)@async :- tick(N, M), age(N, T);\ngot(N, T)@next :- got(N, T);\nseen(N, count<T>) :- got(N, T);\n" +
			"tick(\"a\", \"b\")@1; tick(N, M)@next :- tick(N, M); age(\"a\", 1)@1; age(N, T + 1)@next :- age(N, T);\n" +
			fmt.Sprintf("pre(M) :- tick(_, M); post(N) :- seen(N, C), C > %d;\n", c.links/2)
		p, diagnostics := dedalus.ParseString("many.ded", src)
		if p == nil {
			t.Fatal(diagnostics)
		}
		o := Options{Spec: failure.Spec{EOT: c.links + 1, EFF: c.links + 1}, Nodes: []string{"a", "b"}}
		r, err := Hypotheses(context.Background(), p.Datalog(), o, provenance.Exact, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Outcomes[0].Cuts.String(); got != c.want {
			t.Errorf("%d links: %s least cuts, want %s", c.links, got, c.want)
		}
	}
}
