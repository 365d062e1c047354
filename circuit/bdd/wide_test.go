package bdd

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/internal/randcircuit"
)

// Where more may go wrong than losses and crashes, counts and probabilities are those of trying
// everything, too.
func TestAgreesWithEnumerationOfEverything(t *testing.T) {
	ctx := context.Background()
	cases := 1500
	if testing.Short() {
		cases = 300
	}
	some, kinds, limited := 0, map[failure.Kind]int{}, 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 12))
		nodes := 1 + r.IntN(3)
		spec := randcircuit.RandomSpec(r, nodes)
		if spec.Classic() || !spec.Scenarios(randcircuit.Names[:nodes]).IsInt64() || spec.Scenarios(randcircuit.Names[:nodes]).Int64() > 5000 {
			continue
		}
		w := randcircuit.New(nodes, spec)
		l := w.Random(r, 1+r.IntN(4))
		if r.IntN(2) == 0 {
			l = w.Losses(r)
		}
		compiled, err := Compile(ctx, w.Circuit, l, spec, w.Nodes, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkDiagram(t, compiled)
		got, err := compiled.ByFaults(ctx)
		if err != nil {
			t.Fatal(err)
		}
		tenths := func() *big.Rat { return big.NewRat(int64(r.IntN(11)), 10) }
		rates := Rates{Loss: tenths(), Crash: tenths(), Late: tenths(), Copy: tenths(), Restart: tenths()}
		want := make([]int64, len(got))
		bad, admissible := new(big.Rat), new(big.Rat)
		for s := range spec.Each(w.Nodes) {
			p := likely(s, spec, w.Nodes, rates)
			admissible.Add(admissible, p)
			if w.Evaluate(s).Holds(l) {
				want[s.Size()]++
				some++
				bad.Add(bad, p)
				for _, f := range s {
					kinds[f.Kind]++
				}
			}
		}
		if spec.MaxFaults > 0 {
			limited++
		}
		for k := range want {
			if got[k].Cmp(big.NewInt(want[k])) != 0 {
				t.Fatalf("seed %d, %v: %v scenarios by faults, want %v\n%s", seed, spec, got, want, w.Format(l))
			}
		}
		p, err := compiled.Probability(ctx, rates)
		if err != nil {
			t.Fatal(err)
		}
		near(t, seed, "probability", p, bad)
		near(t, seed, "admissible", Admissible(spec, w.Nodes, rates), admissible)
	}
	if some < cases*10 || len(kinds) < len(failure.Kinds) || limited < cases/20 {
		t.Errorf("only %d true scenarios, with %v; %d limits", some, kinds, limited)
	}
}

// likely is how likely a scenario in normal form is, by the definition of the rates: messages that
// a node does not send may suffer anything.
func likely(s failure.Scenario, spec failure.Spec, nodes []string, r Rates) *big.Rat {
	p := big.NewRat(1, 1)
	not := func(p *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), p) }
	share := func(n int) *big.Rat { return big.NewRat(1, int64(n)) }
	for _, n := range nodes {
		if !spec.Crashable.Has(n) {
			continue
		}
		for t := 1; t <= spec.LastCrash(); t++ {
			ends := slices.IndexFunc(s, func(f failure.Fault) bool { return f.Kind.OfNode() && f.Node == n && f.Time == t })
			if ends < 0 {
				p.Mul(p, not(r.Crash))
				continue
			}
			p.Mul(p, r.Crash)
			if mayReturn := spec.Restarts > 0 && t < spec.EFF; s[ends].Kind == failure.Outage {
				p.Mul(p, r.Restart).Mul(p, share(spec.EFF-t))
			} else if mayReturn {
				p.Mul(p, not(r.Restart))
			}
			break
		}
	}
	for t := 1; t < spec.EFF; t++ {
		for _, from := range nodes {
			_, down := s.OutageAt(from, t)
			crash, crashes := s.CrashTime(from)
			for _, to := range nodes {
				if from == to || down || crashes && crash <= t || !spec.Lossy.Has(from, to) {
					continue
				}
				if s.Has(failure.Omit(from, to, t)) {
					p.Mul(p, r.Loss)
					continue
				}
				if !spec.NoLoss {
					p.Mul(p, not(r.Loss))
				}
				if _, late := s.OfMessage(failure.Late, from, to, t); late {
					p.Mul(p, r.Late).Mul(p, share(spec.Delay))
				} else if spec.Delay > 0 {
					p.Mul(p, not(r.Late))
				}
				if _, twice := s.OfMessage(failure.Twice, from, to, t); twice {
					p.Mul(p, r.Copy).Mul(p, share(max(1, spec.Delay)))
				} else if spec.Twice {
					p.Mul(p, not(r.Copy))
				}
			}
		}
	}
	for _, one := range spec.Inputs.Until(spec.EOT) {
		p.Mul(p, share(len(one)+1))
	}
	return p
}

// All scenarios are those that the specification counts, also where there are too many to try.
func TestAllScenariosOfEverything(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 13))
		spec := randcircuit.RandomSpec(r, 3)
		compiled, err := Compile(ctx, circuit.New(), circuit.True, spec, names, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := compiled.ByFaults(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want, err := spec.ScenariosByFaults(ctx, names)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if got[k].Cmp(want[k]) != 0 {
				t.Errorf("seed %d, %v: %v scenarios with %d faults, want %v", seed, spec, got[k], k, want[k])
			}
		}
	}
}
