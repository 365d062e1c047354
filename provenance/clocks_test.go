package provenance_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/hazard"
	"molly/internal/randprog"
	"molly/provenance"
)

// monotone returns the program without what it negates, and without rules that rest
// on nothing else.
func monotone(p *datalog.Program) *datalog.Program {
	m := *p
	m.Rules = nil
	for _, r := range p.Rules {
		r.Body = slices.DeleteFunc(slices.Clone(r.Body), func(l datalog.Literal) bool { return l.Kind == datalog.Negative })
		if slices.ContainsFunc(r.Body, func(l datalog.Literal) bool { return l.Kind == datalog.Positive }) {
			r.ID = len(m.Rules)
			m.Rules = append(m.Rules, r)
		}
	}
	m.Strata, _ = datalog.Stratify(len(m.Relations), m.Dependencies())
	return &m
}

// formulas are what a test compares: of a fact of the failure-free run, in which
// scenarios it holds, and the two formulas for the faults that may cut it.
type formulas struct {
	holds                circuit.Lit
	ignore, conservative circuit.Lit
}

// formulasOf makes them for the facts of a run.
func formulasOf(w *world, free *eval.Run, facts []eval.FactID) []formulas {
	c := w.space.Circuit
	ignore := provenance.Clocks(free, facts, w.spec, provenance.Ignore, c)
	conservative := provenance.Clocks(free, facts, w.spec, provenance.Conservative, c)
	list := make([]formulas, len(facts))
	for i, f := range facts {
		may, _ := w.space.Find(free.Relation(f), free.Time(f), free.Args(f))
		list[i] = formulas{w.space.Lit(may), ignore[i], conservative[i]}
	}
	return list
}

func someFacts(r *rand.Rand, w *world, run *eval.Run, most int) []eval.FactID {
	var facts []eval.FactID
	for rel := range w.program.Relations {
		if datalog.RelID(rel) == w.program.Crash {
			continue
		}
		for time := 1; time <= w.spec.EOT; time++ {
			facts = append(facts, run.At(datalog.RelID(rel), time)...)
		}
	}
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	return facts[:min(most, len(facts))]
}

// TestClocksOfMonotonePrograms pins down what the LDFI paper's formula says where
// there is neither negation nor an aggregate: no fault makes a tuple appear, so the
// failure-free run shows every support, and its formula is exact. So is the
// justification of a tuple there.
func TestClocksOfMonotonePrograms(t *testing.T) {
	cuttable := 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 3))
		w := newWorld(t, r, randprog.Options{NoCrash: true, NoAggregates: true})
		if w == nil {
			continue
		}
		w.program = monotone(w.program)
		if err := w.program.Check(); err != nil {
			t.Fatalf("seed %d: %v", n, err)
		}
		w.eval, _ = eval.New(w.program, w.eval.Nodes(), eval.Options{MaxFacts: 100_000})
		space, err := w.eval.Space(context.Background(), w.spec)
		if limit := (*eval.LimitError)(nil); errors.As(err, &limit) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		w.space = space
		free := w.run(t, nil)
		facts := someFacts(r, w, free, 20)
		list := formulasOf(w, free, facts)
		none := space.Circuit.Evaluate(nil)
		why := make([]circuit.Lit, len(list))
		for i, f := range list {
			why[i] = hazard.Justify(space.Circuit, none, f.holds, 0)
		}
		for s := range w.spec.Each(w.eval.Nodes()) {
			v := space.Circuit.Evaluate(s)
			for i, f := range list {
				holds := v.Holds(f.holds)
				if !holds {
					cuttable++
				}
				if v.Holds(f.ignore) == holds || v.Holds(f.conservative) == holds || v.Holds(why[i]) != holds {
					t.Fatalf("seed %d: under %v a tuple of %s holds: %v; cut: %v, conservatively %v; justified: %v\n%s", n, s,
						w.program.Relations[free.Relation(facts[i])].Name, holds, v.Holds(f.ignore), v.Holds(f.conservative), v.Holds(why[i]), w.source)
				}
			}
		}
	}
	if cuttable < *programs {
		t.Errorf("only %d tuples were ever cut: the test has become dull", cuttable)
	}
}

// TestConservativeClocks checks the law of the conservative treatment, for programs
// that do not see crashes: faults that take a tuple away make its formula true. So
// does ignoring negation, where it finds something.
func TestConservativeClocks(t *testing.T) {
	appeared := 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 4))
		w := newWorld(t, r, randprog.Options{NoCrash: true})
		if w == nil {
			continue
		}
		free := w.run(t, nil)
		facts := someFacts(r, w, free, 20)
		list := formulasOf(w, free, facts)
		for s := range w.spec.Each(w.eval.Nodes()) {
			v := w.space.Circuit.Evaluate(s)
			for i, f := range list {
				absent, cut, suspected := !v.Holds(f.holds), v.Holds(f.ignore), v.Holds(f.conservative)
				if absent && !cut {
					appeared++
				}
				if absent && !suspected || cut && !suspected {
					t.Fatalf("seed %d: under %v a tuple of %s is absent: %v; cut: %v, conservatively %v\n%s", n, s,
						w.program.Relations[free.Relation(facts[i])].Name, absent, cut, suspected, w.source)
				}
			}
		}
	}
	if appeared < *programs/10 {
		t.Errorf("only %d tuples were taken away by what they negate: the test has become dull", appeared)
	}
}

// TestClocksKeepToTheSpecification checks that the formula of a run under faults holds no
// fault that a specification does not allow.
func TestClocksKeepToTheSpecification(t *testing.T) {
	for i := range *programs / 3 {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 5))
		w := newWorld(t, r, randprog.Options{})
		if w == nil {
			continue
		}
		run := w.run(t, randprog.Scenario(r, w.spec, w.eval.Nodes()))
		allowed := w.spec.Faults(w.eval.Nodes())
		c := circuit.New()
		lits := provenance.Clocks(run, someFacts(r, w, run, 20), w.spec, provenance.Conservative, c)
		for _, l := range c.Cone(lits...) {
			if f, ok := c.Fault(l); ok && !slices.Contains(allowed, f) {
				t.Fatalf("the formula has %v, which %v does not allow\n%s", f, w.spec, w.source)
			}
		}
	}
}
