package verify

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"molly/circuit/bdd"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
)

// Counts and probabilities are those of running every scenario, and nothing violates
// where and only where the program is certified.
func TestCountAgrees(t *testing.T) {
	n := *programs / 10
	if testing.Short() {
		n /= 2
	}
	violated, gaveUp := 0, 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 9))
		task := randprog.NewTask(r, randprog.Options{}, 500)
		for len(task.Spec.Faults(task.Nodes)) > 14 {
			task = randprog.NewTask(r, randprog.Options{}, 500)
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 300_000}
		if r.IntN(8) == 0 {
			o.Outcomes = FailureFree
		}
		rates := bdd.Rates{Loss: big.NewRat(int64(r.IntN(11)), 10), Crash: big.NewRat(int64(r.IntN(6)), 5)}
		tally, err := Count(context.Background(), task.Program, o, 0)
		var limit *eval.LimitError
		if errors.As(err, &limit) {
			gaveUp++
			continue
		}
		if problem := countProblem(task, o, tally, err, rates); problem != "" {
			t.Fatalf("seed %d: %s\n%v", s, problem, task)
		}
		if err == nil && Total(tally.Violating).Sign() > 0 {
			violated++
		}
	}
	t.Logf("%d of %d programs violated, %d were too large", violated, n, gaveUp)
	if n >= 80 && (5*violated < n || 2*violated > 2*n-n/5 || 20*gaveUp > n) {
		t.Errorf("the programs bite too little: %d of %d violated, %d gave up", violated, n, gaveUp)
	}
}

// The same where everything may go wrong.
func TestCountAgreesOnAllKinds(t *testing.T) {
	n := *programs / 5
	if testing.Short() {
		n /= 4
	}
	violated := 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 41))
		task := widen(r, randprog.NewTask(r, randprog.Options{}, 500), 2500)
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 300_000}
		tally, err := Count(t.Context(), task.Program, o, 0)
		if limit := new(eval.LimitError); errors.As(err, &limit) {
			continue
		}
		if problem := countProblem(task, o, tally, err, bdd.Rates{Loss: big.NewRat(1, 3), Crash: big.NewRat(1, 7)}); problem != "" {
			t.Fatalf("seed %d, %v: %s\n%v", s, task.Spec, problem, task)
		}
		if err == nil && Total(tally.Violating).Sign() > 0 {
			violated++
		}
	}
	if 5*violated < n {
		t.Errorf("the programs bite too little: %d of %d violated", violated, n)
	}
}

// countProblem holds a tally against all runs.
func countProblem(task randprog.Task, o Options, tally *Tally, counted error, rates bdd.Rates) string {
	ctx := context.Background()
	o.Strategy, o.All = Exhaustive, true
	judge, err := Verify(ctx, task.Program, o)
	if err != nil || counted != nil {
		if fmt.Sprint(err) != fmt.Sprint(counted) {
			return fmt.Sprintf("counting ends with %v, exhaustive with %v", counted, err)
		}
		return ""
	}
	if (Total(tally.Violating).Sign() == 0) != (judge.Kind == Certified) {
		return fmt.Sprintf("%v scenarios violate it, the verdict is %v", Total(tally.Violating), judge.Kind)
	}
	if judge.Kind == Certified && fmt.Sprint(tally.Owed) != fmt.Sprint(judge.Owed) || Total(tally.Scenarios).Cmp(judge.Scenarios) != 0 {
		return fmt.Sprintf("owed %+v, of %v scenarios", tally.Owed, tally.Scenarios)
	}
	ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
	if err != nil {
		return err.Error()
	}
	free, err := ev.Run(ctx, task.Spec, nil)
	if err != nil {
		return err.Error()
	}
	j := newJudge(free, task.Spec.EOT, o.Outcomes)
	want := make([]int64, len(tally.Violating))
	bad := new(big.Rat)
	for s := range task.Spec.Each(task.Nodes) {
		run, err := ev.Run(ctx, task.Spec, s)
		if err != nil {
			return err.Error()
		}
		if len(j.violated(run)) > 0 {
			want[s.Size()]++
			if task.Spec.Classic() {
				bad.Add(bad, likelihood(s, task.Spec, task.Nodes, rates))
			}
		}
	}
	for k, n := range want {
		if tally.Violating[k].Cmp(big.NewInt(n)) != 0 {
			return fmt.Sprintf("%v violate it by faults, want %v", tally.Violating, want)
		}
	}
	if !task.Spec.Classic() { // circuit/bdd has tests of the probabilities of everything
		return ""
	}
	p, err := tally.Function.Probability(ctx, rates)
	if err != nil {
		return err.Error()
	}
	wanted, _ := new(big.Float).SetRat(bad).Float64()
	if got, _ := p.Float64(); got < wanted*(1-1e-15) || got > wanted*(1+1e-15) {
		return fmt.Sprintf("the probability is %v, want %v", got, wanted)
	}
	return ""
}

// likelihood is how likely a scenario in normal form is, whatever its crashed nodes lose
// besides.
func likelihood(s failure.Scenario, spec failure.Spec, nodes []string, r bdd.Rates) *big.Rat {
	one := big.NewRat(1, 1)
	p := big.NewRat(1, 1)
	choose := func(happens bool, rate *big.Rat) {
		if !happens {
			rate = new(big.Rat).Sub(one, rate)
		}
		p.Mul(p, rate)
	}
	for _, n := range nodes {
		at, crashes := s.CrashTime(n)
		for t := 1; t <= spec.EOT && (!crashes || t <= at); t++ {
			choose(crashes && t == at, r.Crash)
		}
	}
	for t := 1; t < spec.EFF; t++ {
		for _, from := range nodes {
			if at, crashes := s.CrashTime(from); crashes && at <= t {
				continue
			}
			for _, to := range nodes {
				if from != to {
					choose(s.Has(failure.Omit(from, to, t)), r.Loss)
				}
			}
		}
	}
	return p
}

// A curve has the chances at its rates, and refuses what is not a rate.
func TestCurve(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 10))
	task := randprog.NewTask(r, randprog.Options{}, 500)
	for len(task.Spec.Faults(task.Nodes)) > 14 {
		task = randprog.NewTask(r, randprog.Options{}, 500)
	}
	tally, err := Count(t.Context(), task.Program, Options{Spec: task.Spec, Nodes: task.Nodes}, 0)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := tally.Curve(t.Context(), []string{"0", "0.25"}, Rates{Crash: "1e-1"})
	if err != nil || len(curve) != 2 {
		t.Fatalf("%v, %v", curve, err)
	}
	for i, loss := range []*big.Rat{new(big.Rat), big.NewRat(1, 4)} {
		c, err := tally.Chance(t.Context(), bdd.Rates{Loss: loss, Crash: big.NewRat(1, 10)})
		if err != nil || c.Violating.Cmp(curve[i].Violating) != 0 || c.Admissible.Cmp(curve[i].Admissible) != 0 {
			t.Errorf("loss %v: %v, not %v (%v)", loss, curve[i], c, err)
		}
	}
	for _, rates := range [][2]string{{"much", "0"}, {"0", "often"}} {
		if list, err := tally.Curve(t.Context(), rates[:1], Rates{Crash: rates[1]}); err == nil {
			t.Errorf("%q are rates: %v", rates, list)
		}
	}
	for _, rates := range []Rates{{Late: "0.1"}, {Copy: "0"}, {Restart: "1"}} {
		if list, err := tally.Curve(t.Context(), []string{"0"}, rates); err == nil {
			t.Errorf("under %v nothing has the rates %v: %v", tally.Spec, rates, list)
		}
	}
}
