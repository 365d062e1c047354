package verify

import (
	"errors"
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/hazard"
	"molly/provenance"
)

// ErrNegationIgnored says that LDFI has tried all that its formulas suggest, and that this is no
// proof, for they ignore negation.
var ErrNegationIgnored = errors.New("negation ignored")

// fitsInexact refuses a question that formulas which are not exact cannot put: they know losses
// and crashes alone, and the end of a run.
func (w *World) fitsInexact() error {
	switch {
	case !w.options.Spec.Classic():
		return fmt.Errorf("%v: formulas that do not follow negation exactly know losses and crashes only: leave --negation out", w.options.Spec)
	case w.program.Never != datalog.NoRelation:
		return errors.New("formulas that do not follow negation exactly are about the end of a run, not about never: leave --negation out")
	}
	return nil
}

// cutting is the LDFI paper's loop (§4.3 and Appendix B, Algorithm 2) as it is printed, without a
// lineage of absence. Each outcome has a question of its own: which faults cut all supports
// that the runs have shown so far? The next candidate is the first scenario by
// failure.Scenario.Compare that answers one of the questions.
//
// A run that keeps the invariant has an outcome, and shows supports that are left; or it has
// neither the outcome nor a pre tuple that asks for it. Then more faults are taken to bring
// neither back, which is true where nothing is negated. A run may have an outcome that the runs
// with fewer faults did not have: then there is a question about its faults and more.
type cutting struct {
	*search
	runs       []shown
	open       []openOutcome
	candidates *hazard.Search
}

// shown is what a run that keeps the invariant showed: for each outcome that it has, what cuts
// all supports of it.
type shown struct {
	scenario failure.Scenario
	cut      map[string]circuit.Lit
}

// openOutcome asks how an outcome may break, with at least the faults of base.
type openOutcome struct {
	outcome string
	base    failure.Scenario
	faults  circuit.Lit
}

// inexact plays the game with formulas that ignore negation. What it finds is real; when no
// candidate is left, nothing is proved.
func (s *search) inexact(free Judged) error {
	if err := s.ground(free); err != nil {
		return err
	}
	if len(free.Violated) > 0 {
		s.found(free, 1)
		return s.done()
	}
	return (&cutting{search: s}).play(free.Run)
}

func (c *cutting) play(run *eval.Run) error {
	for {
		known := len(c.open)
		c.learn(run)
		if left := c.left(); c.candidates == nil || len(c.open) > known {
			c.candidates = c.ask(left) // what is asked of one search only grows
			c.asked = append(c.asked, c.candidates)
		} else {
			c.candidates.Require(left)
		}
		sc, found, err := c.candidates.Best(c.ctx)
		if err != nil {
			return err
		}
		if !found {
			return ErrNegationIgnored
		}
		c.propose(sc)
		j, err := c.runAgreed(sc)
		if err != nil {
			return err
		}
		if len(j.Violated) > 0 {
			return c.lessen(j)
		}
		run = j.Run
	}
}

// left is true for the faults that are left to try.
func (c *cutting) left() circuit.Lit {
	some := make([]circuit.Lit, len(c.open))
	for i, a := range c.open {
		some[i] = a.faults
	}
	return c.space.Circuit.Or(some...)
}

// learn narrows the questions by what a run shows that keeps the invariant, and asks new ones.
func (c *cutting) learn(run *eval.Run) {
	outcomes := c.outcomes(run)
	cuts := provenance.Clocks(run, outcomes, c.options.Spec, provenance.Ignore, c.space.Circuit)
	r := shown{run.Scenario, map[string]circuit.Lit{}}
	var names []string
	for i, f := range outcomes {
		name := datalog.FormatTuple(c.judge.program.Relations[run.Relation(f)].Name, run.Args(f))
		names = append(names, name)
		r.cut[name] = cuts[i]
	}
	for i := range c.open {
		c.narrow(&c.open[i], r)
	}
	c.runs = append(c.runs, r)
	for _, name := range names {
		if !slices.ContainsFunc(c.open, func(a openOutcome) bool { return a.outcome == name && a.base.AtMost(r.scenario) }) {
			a := openOutcome{name, r.scenario, c.above(r.scenario)}
			for _, earlier := range c.runs {
				c.narrow(&a, earlier)
			}
			c.open = append(c.open, a)
		}
	}
	left := c.left()
	c.tell(Event{Kind: Learned, Scenario: run.Scenario, Lesson: func() string { return c.space.Circuit.Format(left) }})
}

// narrow takes from a question what a run answers.
func (c *cutting) narrow(a *openOutcome, r shown) {
	if cut, held := r.cut[a.outcome]; held {
		a.faults = c.space.Circuit.And(a.faults, cut)
	} else if a.base.AtMost(r.scenario) {
		a.faults = c.space.Circuit.And(a.faults, c.above(r.scenario).Not())
	}
}

// above is true for the scenarios that have all faults of one, a crash perhaps earlier.
func (c *cutting) above(sc failure.Scenario) circuit.Lit {
	all := c.space.Circuit
	parts := make([]circuit.Lit, len(sc))
	for i, f := range sc {
		if f.Kind == failure.Omission {
			// A node that has crashed by then sends nothing either.
			parts[i] = all.Or(all.Var(f), c.crashed(f.Node, f.Time))
		} else {
			parts[i] = c.crashed(f.Node, f.Time)
		}
	}
	return all.And(parts...)
}

// crashed says that a node crashes at a time or before.
func (c *cutting) crashed(node string, by int) circuit.Lit {
	if c.options.Spec.Crashes == 0 {
		return circuit.False
	}
	some := make([]circuit.Lit, by)
	for t := range some {
		some[t] = c.space.Circuit.Var(failure.CrashAt(node, t+1))
	}
	return c.space.Circuit.Or(some...)
}

// lessen reports a violation, made minimal below what was run.
func (c *cutting) lessen(j Judged) error {
	least, found, err := c.upTo(j.Scenario).Best(c.ctx)
	if err != nil {
		c.found(j, 1) // a violation all the same, though not a minimal one
		return err
	}
	if !found {
		return &InternalError{fmt.Sprintf("the run of %v violates the invariant, its circuits say that it does not", j.Scenario)}
	}
	if least.Compare(j.Scenario) == 0 {
		c.found(j, 1)
		return c.done()
	}
	c.minimizing = true
	defer func() { c.minimizing = false }()
	smaller, err := c.confirm(least, Judged{})
	if err != nil {
		c.found(j, 1)
		return err
	}
	c.found(smaller, 1)
	return c.done()
}

// outcomes are a run's facts that the invariant rests on, sorted: what post holds at EOT, or the
// persistent tuples of the failure-free run, as far as pre may ask for them.
func (s *search) outcomes(run *eval.Run) []eval.FactID {
	var list []eval.FactID
	if pre := s.judge.program.Pre; pre != datalog.NoRelation {
		for _, f := range run.At(s.judge.program.Post, s.judge.eot) {
			if _, may := s.space.Find(pre, s.judge.eot, run.Args(f)); may && s.judge.counts(run.Args(f)) {
				list = append(list, f)
			}
		}
		slices.SortFunc(list, func(a, b eval.FactID) int { return datalog.CompareTuples(run.Args(a), run.Args(b)) })
		return list
	}
	for _, v := range s.judge.expected {
		if f, ok := run.Find(v.Relation, v.Time, v.Args); ok {
			list = append(list, f)
		}
	}
	return list
}
