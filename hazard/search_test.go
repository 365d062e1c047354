package hazard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"molly/circuit"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randcircuit"
)

var backends = []solver.Backend{solver.Gini, solver.Gophersat}

// twin is the dumb twin of a Search: the list of all scenarios that answer.
type twin struct {
	circuit *circuit.Circuit
	answers []failure.Scenario
	values  []*circuit.Valuation
}

func newTwin(c *circuit.Circuit, spec failure.Spec, nodes []string) *twin {
	t := &twin{circuit: c}
	for s := range spec.Each(nodes) {
		t.answers = append(t.answers, s)
		t.values = append(t.values, c.Evaluate(s))
	}
	return t
}

func (t *twin) keep(answers func(failure.Scenario, *circuit.Valuation) bool) {
	n := 0
	for i, s := range t.answers {
		if answers(s, t.values[i]) {
			t.answers[n], t.values[n] = s, t.values[i]
			n++
		}
	}
	t.answers, t.values = t.answers[:n], t.values[:n]
}

func (t *twin) require(l circuit.Lit) {
	t.keep(func(_ failure.Scenario, v *circuit.Valuation) bool {
		t.circuit.Extend(v)
		return v.Holds(l)
	})
}

func (t *twin) exclude(m failure.Scenario) {
	t.keep(func(s failure.Scenario, _ *circuit.Valuation) bool { return !m.AtMost(s) })
}

// The specifications of the random tests. What circuits know (ground) and what is
// admissible need not be the same.
type setting struct {
	nodes        int
	ground, spec failure.Spec
}

func randomSetting(r *rand.Rand) setting {
	for {
		n := 2 + r.IntN(2)
		if r.IntN(20) == 0 {
			n = 1
		}
		random := func() failure.Spec {
			eot := 1 + r.IntN(5)
			return failure.Spec{EOT: eot, EFF: min(r.IntN(eot+2), eot), Crashes: r.IntN(n + 1)}
		}
		s := setting{n, random(), random()}
		if r.IntN(2) == 0 {
			s.ground = s.spec
		}
		if s.spec.Crashes > 0 && s.ground.Crashes == 0 {
			continue // such circuits would tell omissions of crashed nodes apart
		}
		size := s.spec.Scenarios(make([]string, n)).Int64()
		if size > 700 || size < 50 && r.IntN(10) > 0 {
			continue
		}
		return s
	}
}

// wideSetting is randomSetting with everything that may go wrong. Circuits know all that is
// admissible of nodes: otherwise they would tell apart what normal form drops.
func wideSetting(r *rand.Rand) setting {
	for {
		n := 2 + r.IntN(2)
		spec := randcircuit.RandomSpec(r, n)
		s := setting{n, spec, spec}
		if r.IntN(2) == 0 {
			s.ground = randcircuit.RandomSpec(r, n)
			s.ground.EOT, s.ground.EFF = max(s.ground.EOT, spec.EOT), max(s.ground.EFF, spec.EFF)
			s.ground.Crashes, s.ground.Restarts = max(s.ground.Crashes, spec.Crashes), max(s.ground.Restarts, spec.Restarts)
			s.ground.Crashable, s.ground.CrashUntil = spec.Crashable, spec.CrashUntil
			s.ground.Delay, s.ground.FIFO, s.ground.Inputs = spec.Delay, spec.FIFO, spec.Inputs
		}
		size := spec.Scenarios(randcircuit.Names[:n])
		if !size.IsInt64() || size.Int64() > 2000 || size.Int64() < 50 && r.IntN(10) > 0 {
			continue
		}
		return s
	}
}

// strictSolver refuses the clauses that gophersat breaks on.
type strictSolver struct{ solver.Solver }

func (s strictSolver) Add(clause ...solver.Literal) {
	seen := map[solver.Literal]bool{0: true}
	for _, l := range clause {
		if seen[l] || seen[-l] {
			panic(fmt.Sprint("a clause with a repeated, complementary or zero literal: ", clause))
		}
		seen[l] = true
	}
	s.Solver.Add(clause...)
}

// A search and its twin get the same random demands and questions.
func TestSearchAgreesWithEnumeration(t *testing.T) {
	t.Run("classic", func(t *testing.T) { searchAgrees(t, randomSetting, "begins", "list") })
	t.Run("all kinds", func(t *testing.T) {
		searchAgrees(t, wideSetting, "inputs", "which inputs", "late", "rounds", "begins", "outages", "down", "list")
	})
}

func searchAgrees(t *testing.T, random func(*rand.Rand) setting, deciding ...string) {
	cases := 3000
	if testing.Short() {
		cases = 500
	}
	seen := census{decided: map[string]int{}}
	for seed := range uint64(cases) {
		for _, b := range backends {
			r := rand.New(rand.NewPCG(seed, 7))
			set := random(r)
			w := randcircuit.New(set.nodes, set.ground)
			s := newSearch(w.Circuit, set.spec, w.Nodes, strictSolver{solver.New(b)})
			brute := newTwin(w.Circuit, set.spec, w.Nodes)
			check := func(kind string, m failure.Scenario, ok bool) {
				t.Helper()
				if ok != (len(brute.answers) > 0) {
					t.Fatalf("seed %d, %v, %v: %s finds %v %v among %d answers", seed, b, set, kind, m, ok, len(brute.answers))
				}
			}
			for step := range 2 + r.IntN(6) {
				kind := r.IntN(6)
				if step == 0 {
					kind = 0
				}
				switch kind {
				case 0, 1:
					l := w.Random(r, 1+r.IntN(3))
					switch {
					case step == 0:
						l = w.Losses(r)
					case r.IntN(2) == 0:
						l = w.Or(l, w.Losses(r))
					}
					s.Require(l)
					brute.require(l)
				case 2:
					m, ok := ask(t, s.Any)
					check("Any", m, ok)
					if ok && !slices.ContainsFunc(brute.answers, func(a failure.Scenario) bool { return slices.Equal(a, m) }) {
						t.Fatalf("seed %d, %v, %v: Any finds %v, which is no answer", seed, b, set, m)
					}
				case 3:
					m, ok := ask(t, s.Best)
					check("Best", m, ok)
					seen.add(m, ok)
					if !ok {
						break
					}
					if best := slices.MinFunc(brute.answers, failure.Scenario.Compare); !slices.Equal(m, best) {
						t.Fatalf("seed %d, %v, %v: Best finds %v, want %v", seed, b, set, m, best)
					}
					if r.IntN(2) == 0 {
						s.Exclude(m)
						brute.exclude(m)
					}
				case 5:
					lits := make([]circuit.Lit, 1+r.IntN(4))
					for i := range lits {
						lits[i] = w.Random(r, r.IntN(4))
					}
					some := func(a failure.Scenario) bool {
						return slices.ContainsFunc(lits, w.Evaluate(a).Holds)
					}
					m, ok := ask(t, func(ctx context.Context) (failure.Scenario, bool, error) { return s.Some(ctx, lits) })
					if want := slices.ContainsFunc(brute.answers, some); ok != want {
						t.Fatalf("seed %d, %v, %v: Some finds %v %v, want %v", seed, b, set, m, ok, want)
					}
					if ok && (!some(m) || !slices.ContainsFunc(brute.answers, func(a failure.Scenario) bool { return slices.Equal(a, m) })) {
						t.Fatalf("seed %d, %v, %v: Some finds %v, which is no answer", seed, b, set, m)
					}
				case 4:
					if r.IntN(3) == 0 && len(brute.answers) > 0 {
						m := brute.answers[r.IntN(len(brute.answers))]
						s.Exclude(m)
						brute.exclude(m)
					}
				}
			}
			// All minimal answers, one by one.
			want := failure.Minimal(slices.Clone(brute.answers))
			seen.ties(want)
			for _, m := range want {
				got, ok := ask(t, s.Best)
				if !ok || !slices.Equal(got, m) {
					t.Fatalf("seed %d, %v, %v: Best finds %v %v, want %v of %v", seed, b, set, got, ok, m, want)
				}
				seen.add(m, ok)
				s.Exclude(m)
			}
			if got, ok := ask(t, s.Best); ok {
				t.Fatalf("seed %d, %v, %v: Best finds %v beside all minimal ones %v", seed, b, set, got, want)
			}
			if got, ok := ask(t, s.Any); ok {
				t.Fatalf("seed %d, %v, %v: Any finds %v beside all minimal ones %v", seed, b, set, got, want)
			}
		}
	}
	t.Logf("%+v", seen)
	if seen.found < cases || seen.none < cases/10 || seen.crash < cases || seen.crashes < cases/10 {
		t.Errorf("the random questions are too plain")
	}
	for _, what := range deciding {
		if seen.decided[what] < cases/100 {
			t.Errorf("%s decides between answers %d times only", what, seen.decided[what])
		}
	}
}

// census counts what the random questions led to.
type census struct {
	found, none    int
	crash, crashes int            // answers with a crash, with several
	decided        map[string]int // what decided between neighbours
}

func (c *census) add(m failure.Scenario, found bool) {
	if !found {
		c.none++
		return
	}
	c.found++
	switch n := len(m.Of(failure.Crash, failure.Outage)); {
	case n > 1:
		c.crashes++
		fallthrough
	case n == 1:
		c.crash++
	}
}

func (c *census) ties(minimal []failure.Scenario) {
	for i, m := range minimal[min(1, len(minimal)):] {
		a, b := minimal[i].Measure(), m.Measure()
		switch {
		case a.Faults != b.Faults:
			c.decided["faults"]++
		case a.Inputs != b.Inputs:
			c.decided["inputs"]++
		case !slices.Equal(minimal[i].Inputs(), m.Inputs()):
			c.decided["which inputs"]++
		case a.Late != b.Late:
			c.decided["late"]++
		case a.Rounds != b.Rounds:
			c.decided["rounds"]++
		case a.Begins != b.Begins:
			c.decided["begins"]++
		case a.Outages != b.Outages:
			c.decided["outages"]++
		case a.Down != b.Down:
			c.decided["down"]++
		default:
			c.decided["list"]++
		}
	}
}

// What has just become inadmissible is not found: EFF is the first time without
// losses, EOT the last time of a crash, nodes crash once and no more than Crashes do.
func TestAdmissibleAtTheEdge(t *testing.T) {
	o := func(t int) failure.Fault { return failure.Omit("a", "b", t) }
	for _, tt := range []struct {
		name   string
		spec   failure.Spec
		faults []failure.Fault // all must happen
		want   bool
	}{
		{"loss before EFF", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{o(2)}, true},
		{"loss at EFF", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{o(3)}, false},
		{"EFF 1", failure.Spec{EOT: 4, EFF: 1}, []failure.Fault{o(1)}, false},
		{"EFF 0", failure.Spec{EOT: 4, EFF: 0}, []failure.Fault{o(1)}, false},
		{"loss at time 0", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{o(0)}, false},
		{"to oneself", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{failure.Omit("a", "a", 1)}, false},
		{"to no node", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{failure.Omit("a", "z", 1)}, false},
		{"from no node", failure.Spec{EOT: 4, EFF: 3}, []failure.Fault{failure.Omit("z", "a", 1)}, false},
		{"crash at EOT", failure.Spec{EOT: 4, Crashes: 1}, []failure.Fault{failure.CrashAt("a", 4)}, true},
		{"crash after EOT", failure.Spec{EOT: 4, Crashes: 1}, []failure.Fault{failure.CrashAt("a", 5)}, false},
		{"crash at time 0", failure.Spec{EOT: 4, Crashes: 1}, []failure.Fault{failure.CrashAt("a", 0)}, false},
		{"crash of no node", failure.Spec{EOT: 4, Crashes: 1}, []failure.Fault{failure.CrashAt("z", 1)}, false},
		{"no crashes", failure.Spec{EOT: 4}, []failure.Fault{failure.CrashAt("a", 1)}, false},
		{"as many as Crashes", failure.Spec{EOT: 4, Crashes: 2}, []failure.Fault{failure.CrashAt("a", 1), failure.CrashAt("b", 1)}, true},
		{"Crashes and one", failure.Spec{EOT: 4, Crashes: 2}, []failure.Fault{failure.CrashAt("a", 1), failure.CrashAt("b", 1), failure.CrashAt("c", 2)}, false},
		{"all nodes", failure.Spec{EOT: 4, Crashes: 3}, []failure.Fault{failure.CrashAt("a", 1), failure.CrashAt("b", 1), failure.CrashAt("c", 2)}, true},
		{"twice", failure.Spec{EOT: 4, Crashes: 3}, []failure.Fault{failure.CrashAt("a", 1), failure.CrashAt("a", 2)}, false},
		{"twice, far apart", failure.Spec{EOT: 4, Crashes: 3}, []failure.Fault{failure.CrashAt("a", 4), failure.CrashAt("a", 1)}, false},
	} {
		for _, b := range backends {
			// All at once, and one after the other with a question in between.
			for _, stepwise := range []bool{false, true} {
				c := circuit.New()
				s := NewSearch(c, tt.spec, randcircuit.Names[:3], b)
				var lits []circuit.Lit
				for _, f := range tt.faults {
					lits = append(lits, c.Var(f))
					if stepwise {
						s.Require(c.Var(f))
						ask(t, s.Any)
					}
				}
				if !stepwise {
					s.Require(c.And(lits...))
				}
				got, ok := ask(t, s.Best)
				if ok != tt.want || ok && !slices.Equal(got, failure.NewScenario(tt.faults...)) {
					t.Errorf("%s, %v, stepwise %v: %v %v", tt.name, b, stepwise, got, ok)
				}
				if _, ok := ask(t, s.Any); ok != tt.want {
					t.Errorf("%s, %v, stepwise %v: Any says %v", tt.name, b, stepwise, ok)
				}
			}
		}
	}
}

// An exclusion binds faults that the search learns of only afterwards.
func TestExcludeBeforeRequire(t *testing.T) {
	for _, b := range backends {
		c := circuit.New()
		s := NewSearch(c, failure.Spec{EOT: 4, EFF: 3, Crashes: 2}, randcircuit.Names[:3], b)
		s.Exclude(failure.NewScenario(failure.CrashAt("a", 3)))
		s.Exclude(failure.NewScenario(failure.Omit("b", "c", 1)))
		s.Exclude(failure.NewScenario(failure.Omit("b", "c", 3))) // not admissible
		s.Require(c.Or(c.Var(failure.CrashAt("a", 2)), c.Var(failure.CrashAt("a", 4)), c.Var(failure.Omit("b", "c", 1))))
		if m, _ := ask(t, s.Best); m.String() != "{C(a,4)}" {
			t.Errorf("%v: %v", b, m)
		}
		s.Exclude(failure.NewScenario(failure.CrashAt("a", 4)))
		if m, ok := ask(t, s.Best); ok {
			t.Errorf("%v: %v", b, m)
		}
	}
}

// Crash variables that come after the crash times were first summed up count, too.
func TestCrashTimesOfLaterCrashes(t *testing.T) {
	for _, b := range backends {
		c := circuit.New()
		s := NewSearch(c, failure.Spec{EOT: 9, Crashes: 3}, randcircuit.Names[:4], b)
		crash := func(n string) circuit.Lit {
			var some []circuit.Lit
			for time := 1; time <= 7; time++ {
				some = append(some, c.Var(failure.CrashAt(n, time)))
			}
			return c.Or(some...)
		}
		for i, want := range []string{"{C(a,7)}", "{C(a,7), C(b,7)}", "{C(a,7), C(b,7), C(c,7)}"} {
			s.Require(crash(randcircuit.Names[i]))
			if m, _ := ask(t, s.Best); m.String() != want {
				t.Errorf("%v: %v, want %s", b, m, want)
			}
		}
		s.Require(crash(randcircuit.Names[3]))
		if m, ok := ask(t, s.Best); ok {
			t.Errorf("%v: %v", b, m)
		}
	}
}

func TestConstants(t *testing.T) {
	for _, b := range backends {
		s := NewSearch(circuit.New(), failure.Spec{EOT: 3, EFF: 2, Crashes: 1}, randcircuit.Names[:2], b)
		s.Require(circuit.True)
		if m, ok := ask(t, s.Best); !ok || len(m) > 0 {
			t.Errorf("%v: %v %v", b, m, ok)
		}
		s.Exclude(nil)
		if m, ok := ask(t, s.Best); ok {
			t.Errorf("%v: %v after everything is excluded", b, m)
		}
		s = NewSearch(circuit.New(), failure.Spec{EOT: 3, EFF: 2, Crashes: 1}, randcircuit.Names[:2], b)
		s.Require(circuit.False)
		if m, ok := ask(t, s.Any); ok || s.Stats().Calls != 0 {
			t.Errorf("%v: %v for false", b, m)
		}
	}
}

// The solvers agree where enumeration is too long, and say the same again.
func TestSolversAgree(t *testing.T) {
	for seed := range uint64(60) {
		var want []failure.Scenario
		var stats Stats
		for i, b := range []solver.Backend{solver.Gini, solver.Gophersat, solver.Gini} {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1 + i))
			r := rand.New(rand.NewPCG(seed, 8))
			w := randcircuit.New(3+r.IntN(2), failure.Spec{EOT: 7, EFF: 6, Crashes: 2})
			s := NewSearch(w.Circuit, failure.Spec{EOT: 7, EFF: 3 + r.IntN(4), Crashes: r.IntN(4)}, w.Nodes, b)
			if seed%4 == 0 {
				s.Require(w.Flood(seed%8 == 0))
			}
			var got []failure.Scenario
			for range 4 {
				s.Require(w.Random(r, 4))
				m, ok := ask(t, s.Best)
				if !ok {
					break
				}
				got = append(got, m)
				s.Exclude(m)
			}
			if i == 0 {
				want, stats = got, s.Stats()
			}
			if !slices.EqualFunc(got, want, slices.Equal[failure.Scenario]) {
				t.Errorf("seed %d: %v finds %v, %v %v", seed, b, got, solver.Gini, want)
			}
			if b == solver.Gini && s.Stats() != stats {
				t.Errorf("seed %d: %+v the second time, %+v the first", seed, s.Stats(), stats)
			}
		}
	}
}

// ask fails the test on an error.
func ask(t testing.TB, question func(context.Context) (failure.Scenario, bool, error)) (failure.Scenario, bool) {
	t.Helper()
	m, found, err := question(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m, found
}
