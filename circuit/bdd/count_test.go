package bdd

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"molly/circuit"
	"molly/failure"
)

var names = []string{"a", "b", "c"}

// random returns a random function as lineage has them: omissions occur only beside the
// sender's crashes, so that nothing tells the omissions of a crashed node apart.
func random(r *rand.Rand, c *circuit.Circuit, spec failure.Spec, nodes []string, depth int) circuit.Lit {
	if depth == 0 || r.IntN(8) == 0 {
		from, to, t := nodes[r.IntN(len(nodes))], nodes[r.IntN(len(nodes))], 1+r.IntN(spec.EOT)
		l := circuit.True
		if spec.Crashes > 0 && r.IntN(4) == 0 {
			l = c.Var(failure.CrashAt(from, t))
		} else if from != to {
			if spec.Crashes > 0 {
				for u := 1; u <= t; u++ {
					l = c.And(l, c.Var(failure.CrashAt(from, u)).Not())
				}
			}
			if t < spec.EFF {
				l = c.And(l, c.Var(failure.Omit(from, to, t)).Not())
			}
		}
		return l ^ circuit.Lit(r.IntN(2))
	}
	parts := make([]circuit.Lit, 2+r.IntN(3))
	for i := range parts {
		parts[i] = random(r, c, spec, nodes, depth-1)
	}
	return c.And(parts...) ^ circuit.Lit(r.IntN(2))
}

// randomSpec returns a specification of at most most choices.
func randomSpec(r *rand.Rand, most int) (failure.Spec, []string) {
	for {
		nodes := names[:1+r.IntN(3)]
		eot := 1 + r.IntN(5)
		spec := failure.Spec{EOT: eot, EFF: min(r.IntN(eot+2), eot), Crashes: r.IntN(len(nodes) + 1)}
		if n := newChoices(spec, nodes).levels; n <= most && (n >= most/2 || r.IntN(20) == 0) {
			return spec, nodes
		}
	}
}

// Counts and probabilities are those of trying everything.
func TestAgreesWithEnumeration(t *testing.T) {
	ctx := context.Background()
	cases := 600
	if testing.Short() {
		cases = 60
	}
	some := 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 11))
		spec, nodes := randomSpec(r, 14)
		c := circuit.New()
		l := random(r, c, spec, nodes, 1+r.IntN(4))
		compiled, err := Compile(ctx, c, l, spec, nodes, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkDiagram(t, compiled)
		got, err := compiled.ByFaults(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int64, len(got))
		for s := range spec.Each(nodes) {
			if c.Evaluate(s).Holds(l) {
				want[len(s)]++
				some++
			}
		}
		for k := range want {
			if got[k].Cmp(big.NewInt(want[k])) != 0 {
				t.Fatalf("seed %d, %v: %v scenarios by faults, want %v\n%s", seed, spec, got, want, c.Format(l))
			}
		}
		rates := Rates{Loss: big.NewRat(int64(r.IntN(11)), 10), Crash: big.NewRat(int64(r.IntN(6)), 5)}
		p, err := compiled.Probability(ctx, rates)
		if err != nil {
			t.Fatal(err)
		}
		bad, admissible := directly(c, l, spec, nodes, rates)
		near(t, seed, "probability", p, bad)
		near(t, seed, "admissible", Admissible(spec, nodes, rates), admissible)
	}
	if some < cases*10 {
		t.Errorf("only %d true scenarios", some)
	}
}

// directly adds up the probabilities of all raw choices: each loss is chosen by itself,
// also those of crashed nodes; a node crashes at a time or never.
func directly(c *circuit.Circuit, l circuit.Lit, spec failure.Spec, nodes []string, r Rates) (bad, admissible *big.Rat) {
	bad, admissible = new(big.Rat), new(big.Rat)
	var omissions []failure.Fault
	for _, f := range spec.Faults(nodes) {
		if f.Kind == failure.Omission {
			omissions = append(omissions, f)
		}
	}
	one := big.NewRat(1, 1)
	times := func(p *big.Rat, q *big.Rat) *big.Rat { return new(big.Rat).Mul(p, q) }
	not := func(p *big.Rat) *big.Rat { return new(big.Rat).Sub(one, p) }
	var lose func(i int, faults []failure.Fault, p *big.Rat)
	lose = func(i int, faults []failure.Fault, p *big.Rat) {
		if p.Sign() == 0 {
			return
		}
		if i == len(omissions) {
			admissible.Add(admissible, p)
			if c.Evaluate(failure.NewScenario(faults...)).Holds(l) {
				bad.Add(bad, p)
			}
			return
		}
		lose(i+1, faults, times(p, not(r.Loss)))
		lose(i+1, append(faults[:len(faults):len(faults)], omissions[i]), times(p, r.Loss))
	}
	var crash func(i, left int, faults []failure.Fault, p *big.Rat)
	crash = func(i, left int, faults []failure.Fault, p *big.Rat) {
		if i == len(nodes) {
			lose(0, faults, p)
			return
		}
		for t := 1; t <= spec.EOT; t++ {
			if left > 0 {
				crash(i+1, left-1, append(faults[:len(faults):len(faults)], failure.CrashAt(nodes[i], t)), times(p, r.Crash))
			}
			p = times(p, not(r.Crash))
		}
		crash(i+1, left, faults, p)
	}
	crash(0, spec.Crashes, nil, one)
	return bad, admissible
}

// near checks that a number is right to far more digits than are printed.
func near(t *testing.T, seed uint64, what string, got *big.Float, want *big.Rat) {
	t.Helper()
	r, _ := got.Rat(nil)
	diff := new(big.Rat).Sub(r, want)
	diff.Abs(diff).Mul(diff, new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil), big.NewInt(1)))
	if diff.Cmp(want) > 0 {
		t.Fatalf("seed %d: %s %v, want %v", seed, what, got, want.FloatString(40))
	}
}

// checkDiagram holds a diagram against its invariants.
func checkDiagram(t *testing.T, c *Compiled) {
	t.Helper()
	seen := map[node]bool{}
	for i, n := range c.diagram.nodes {
		if i == 0 {
			continue
		}
		switch {
		case n.high&1 == 1 || n.low == n.high:
			t.Fatalf("node %d is not reduced: %v", i, n)
		case int(n.low>>1) >= i || int(n.high>>1) >= i:
			t.Fatalf("node %d has a later child: %v", i, n)
		case c.diagram.level(n.low) <= n.level || c.diagram.level(n.high) <= n.level:
			t.Fatalf("node %d has a child of no greater level: %v", i, n)
		case seen[n]:
			t.Fatalf("node %d is there twice: %v", i, n)
		}
		seen[n] = true
	}
}

// All scenarios are those that the specification counts, also where there are too many to try.
func TestAllScenarios(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []failure.Spec{{EOT: 16, EFF: 15, Crashes: 1}, {EOT: 16, EFF: 15, Crashes: 3}, {EOT: 9, Crashes: 2}, {EOT: 5, EFF: 5}, {EOT: 1, EFF: 1, Crashes: 1}} {
		compiled, err := Compile(ctx, circuit.New(), circuit.True, spec, names, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := compiled.ByFaults(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want, err := spec.ScenariosByFaults(ctx, []string{"a", "b", "c"})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%v: %d numbers, want %d", spec, len(got), len(want))
		}
		for k := range want {
			if got[k].Cmp(want[k]) != 0 {
				t.Errorf("%v: %v scenarios with %d faults, want %v", spec, got[k], k, want[k])
			}
		}
	}
}

// What would be too large ends with numbers, and a context ends everything.
func TestBounds(t *testing.T) {
	spec := failure.Spec{EOT: 12, EFF: 12}
	c := circuit.New()
	var pairs []circuit.Lit
	for t := 1; t <= 5; t++ { // what depends on each other lies far apart
		pairs = append(pairs, c.Or(c.Var(failure.Omit("a", "b", t)), c.Var(failure.Omit("a", "b", t+5))))
	}
	l := c.And(pairs...)
	_, err := Compile(context.Background(), c, l, spec, names, Options{MaxNodes: 50})
	var large *TooLargeError
	if !errors.As(err, &large) || large.Limit != 50 || large.Done >= large.Of {
		t.Errorf("50 nodes: %v", err)
	}
	compiled, err := Compile(context.Background(), c, l, spec, names, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := compiled.ByFaults(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
