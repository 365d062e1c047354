package verify

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"molly/dedalus"
	"molly/eval"
	"molly/hazard/solver"
	"molly/internal/randprog"
	"molly/verify/certify"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of the random tests")
	programs = flag.Int("programs", 800, "how many random programs to compare the strategies on (the long hunt: 100000)")
)

// outcome is a verdict as text that every complete strategy must agree on.
func outcome(v *Verdict, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	text := fmt.Sprintf("%s vacuous=%v", v.Kind, v.Vacuous)
	for _, f := range v.Findings {
		text += fmt.Sprintf("\n%v lacks %v", f.Scenario, f.Violated)
	}
	if v.Kind == Certified {
		text += fmt.Sprintf(" owed=%+v", v.Owed)
	}
	return text
}

// compareStrategies runs the complete strategies on a task. It returns the judge's
// verdict, a text when another one disagrees, and whether one gave up because all
// executions together are too large, which is an honest "unknown".
func compareStrategies(t randprog.Task, outcomes Outcomes, width int, backend solver.Backend, swept bool) (judge *Verdict, diff string, gaveUp bool) {
	ctx := context.Background()
	o := Options{Spec: t.Spec, Nodes: t.Nodes, Strategy: Exhaustive, All: true, Outcomes: outcomes, MaxFacts: 300_000}
	judge, err := Verify(ctx, t.Program, o)
	all := outcome(judge, err)
	first := all
	if err == nil && len(judge.Findings) > 1 {
		one := *judge
		one.Findings = one.Findings[:1]
		first = outcome(&one, nil)
	}
	check := func(name, want string, o Options) string {
		v, err := Verify(ctx, t.Program, o)
		var limit *eval.LimitError
		if errors.As(err, &limit) && len(v.Findings) == 0 {
			gaveUp = true
			return ""
		}
		if got := outcome(v, err); got != want {
			return fmt.Sprintf("exhaustive: %s\n%s: %s\n", want, name, got)
		}
		return ""
	}
	o.All = false
	diff += check("exhaustive, first", first, o)
	o.Solver, o.Width, o.satSweepAlways = backend, width, swept
	for _, s := range []Strategy{Symbolic, LDFI} {
		o.Strategy = s
		o.All = false
		diff += check(s.String(), first, o)
		o.All = true
		diff += check(s.String()+" --all", all, o)
	}
	tally, err := Count(ctx, t.Program, o, 0)
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		return judge, diff, true
	}
	return judge, diff + countDiffers(judge, tally, all, err), gaveUp
}

// countDiffers says where a count contradicts the judge's minimal counterexamples.
func countDiffers(judge *Verdict, tally *Tally, all string, err error) string {
	if judge == nil || err != nil {
		if got := fmt.Sprintf("error: %v", err); err == nil || got != all {
			return fmt.Sprintf("exhaustive: %s\ncount: %s\n", all, got)
		}
		return ""
	}
	minimal := map[int]int64{}
	for _, f := range judge.Findings {
		minimal[f.Scenario.Size()]++
	}
	fewest := -1
	for k, n := range tally.Violating {
		if n.Sign() > 0 && fewest < 0 {
			fewest = k
		}
		if n.Cmp(big.NewInt(minimal[k])) < 0 {
			return fmt.Sprintf("exhaustive: %s\ncount: only %v with %d faults\n", all, n, k)
		}
	}
	if (fewest < 0) != (judge.Kind == Certified) || fewest >= 0 && judge.Findings[0].Scenario.Size() != fewest {
		return fmt.Sprintf("exhaustive: %s\ncount: the fewest faults are %d\n", all, fewest)
	}
	return ""
}

// Symbolic and LDFI agree with trying all scenarios: the verdict, the reported
// counterexample, and the set of all minimal ones. So does a proof that is independent of
// them.
func TestStrategiesAgree(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 4
	}
	broken, holding, empty, wrong, unknown, plain := 0, 0, 0, 0, 0, 0
	valid := map[Kind]int{} // certificates
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 4))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		if i%4 == 3 {
			task = randprog.NewSymmetricTask(r, randprog.Options{}, 700)
		}
		width := []int{0, 0, 3, -1}[r.IntN(4)]
		backend := solver.Gini
		if r.IntN(8) == 0 {
			backend = solver.Gophersat
		}
		outcomes := AllRuns
		if r.IntN(8) == 0 {
			outcomes = FailureFree
		}
		judge, diff, gaveUp := compareStrategies(task, outcomes, width, backend, s%2 == 0)
		if diff != "" {
			if testing.Short() {
				t.Fatalf("seed %d: %s", s, diff)
			}
			small := randprog.Shrink(task.Source, func(src string) bool {
				parsed, diagnostics := dedalus.ParseString("random.ded", src)
				if diagnostics.HasErrors() {
					return false
				}
				u := task
				u.Source, u.Program = src, parsed.Datalog()
				_, diff, _ := compareStrategies(u, outcomes, width, backend, s%2 == 0)
				return diff != ""
			})
			t.Fatalf("seed %d, width %d, %v:\n%s\n%s\n\nsmaller:\n%s", s, width, backend, diff, task, small)
		}
		if i%4 == 1 && judge != nil && judge.Complete {
			var large *certify.SizeError
			switch err := hasCertificate(task, outcomes, judge); {
			case err == nil:
				valid[judge.Kind]++
			case errors.As(err, &large):
				plain++
			default:
				t.Fatalf("seed %d: %s has no valid certificate: %v\n%s", s, judge.Kind, err, task)
			}
		}
		if gaveUp {
			unknown++
		}
		if (i+1)%10000 == 0 {
			t.Logf("%d programs agree", i+1)
		}
		switch {
		case judge == nil:
			wrong++
		case judge.Kind == Counterexample:
			broken++
			if len(judge.Findings[0].Scenario) == 0 {
				empty++
			}
		case !judge.Vacuous:
			holding++
		}
	}
	t.Logf("valid certificates: %v; %d questions were too large to be encoded directly", valid, plain)
	t.Logf("%d programs: %d violated (%d without any fault), %d hold and are not vacuous, %d overflow; %d were too large for the space of all executions", n, broken, empty, holding, wrong, unknown)
	if n >= 500 && (6*valid[Certified] < n/4 || 6*valid[Counterexample] < n/4) {
		t.Errorf("only %v of %d have certificates", valid, n)
	}
	if n >= 500 && 500*max(unknown, plain) > n {
		t.Errorf("%d of %d programs too large: that hides too much", unknown, n)
	}
	if n >= 100 && (3*broken < n || 3*holding < n) {
		t.Errorf("the programs bite too little: %d of %d violated, %d hold without being vacuous", broken, n, holding)
	}
}
