package verify

import (
	"math/rand/v2"

	"molly/eval"
	"molly/failure"
)

// random runs random scenarios of few faults, as the LDFI paper's §5.2 does for
// comparison: dense ones lose so much that little can go wrong. What it finds is
// made minimal below what was found; it never certifies.
//
// The distribution: the number of crashes is uniform between 0 and Crashes, nodes and
// times are uniform; the number of omissions is 0, 1 or 2 with equal chance (0 where
// nothing can be lost), each uniform. A draw without any fault is drawn again, where
// the specification allows faults.
func (s *search) random(free *eval.Run, violated []Violation) error {
	s.warnOf(free.Lineage)
	if len(violated) > 0 {
		s.found(Finding{nil, violated, 1})
		return s.done()
	}
	draw := newLottery(s.options)
	for {
		sc := draw.scenario()
		_, violated, err := s.run(sc)
		if err != nil {
			return err
		}
		if len(violated) == 0 || s.knownAbove(sc) {
			continue
		}
		known := len(s.verdict.Findings)
		s.minimizing = true
		err = s.minimize(sc)
		s.minimizing = false
		if err != nil && len(s.verdict.Findings) == known {
			s.found(Finding{sc, violated, 1}) // a violation all the same, though not a minimal one
		}
		if err != nil || !s.options.All {
			return err
		}
	}
}

// knownAbove reports whether a counterexample below sc is known already.
func (s *search) knownAbove(sc failure.Scenario) bool {
	for _, f := range s.verdict.Findings {
		if f.Scenario.AtMost(sc) {
			return true
		}
	}
	return false
}

// minimize finds the first violation at most sc.
func (s *search) minimize(sc failure.Scenario) error {
	if s.space == nil {
		if err := s.ground(nil); err != nil { // the failure-free run violates nothing
			return err
		}
	}
	least, found, err := s.upTo(sc).Best(s.ctx)
	if err != nil {
		return err
	}
	if !found {
		return &InternalError{"the run of " + sc.String() + " violates the invariant, its circuits say that it does not"}
	}
	_, violated, err := s.run(least)
	if err != nil {
		return err
	}
	if err := s.agree(least, violated, s.space.Circuit.Evaluate(least)); err != nil {
		return err
	}
	s.found(Finding{least, violated, 1})
	return s.done()
}

// lottery draws scenarios.
type lottery struct {
	random    *rand.Rand
	options   Options
	omissions []failure.Fault
}

func newLottery(o Options) *lottery {
	l := &lottery{random: rand.New(rand.NewPCG(o.Seed, 0)), options: o}
	for _, f := range o.Spec.Faults(o.Nodes) {
		if f.Kind == failure.Omission {
			l.omissions = append(l.omissions, f)
		}
	}
	return l
}

func (l *lottery) scenario() failure.Scenario {
	for {
		var faults []failure.Fault
		crashes := l.random.IntN(l.options.Spec.Crashes + 1)
		for _, n := range l.random.Perm(len(l.options.Nodes))[:crashes] {
			faults = append(faults, failure.CrashAt(l.options.Nodes[n], 1+l.random.IntN(l.options.Spec.EOT)))
		}
		if len(l.omissions) > 0 {
			for range l.random.IntN(3) {
				faults = append(faults, l.omissions[l.random.IntN(len(l.omissions))])
			}
		}
		if sc := failure.NewScenario(faults...); len(sc) > 0 || len(l.omissions) == 0 && l.options.Spec.Crashes == 0 {
			return sc
		}
	}
}
