package verify

import "molly/failure"

// random runs the scenarios of a [failure.Sampler], as the LDFI paper's §5.2 does for
// comparison. What it finds is made minimal below what was found; it never certifies.
func (s *search) random(free Judged) error {
	s.verdict.Warnings = free.Warnings()
	if len(free.Violated) > 0 {
		s.found(free, 1)
		return s.done()
	}
	sampler := failure.NewSampler(s.options.Spec, s.options.Nodes, s.options.Seed)
	for {
		sc := sampler.Draw()
		j, err := s.run(sc)
		if err != nil {
			return err
		}
		if len(j.Violated) == 0 || s.knownAbove(sc) {
			continue
		}
		known := len(s.verdict.Findings)
		s.minimizing = true
		err = s.minimize(sc, free)
		s.minimizing = false
		if err != nil && len(s.verdict.Findings) == known {
			s.found(j, 1) // a violation all the same, though not a minimal one
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
func (s *search) minimize(sc failure.Scenario, free Judged) error {
	if s.space == nil {
		if err := s.ground(free); err != nil {
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
	j, err := s.runAgreed(least)
	if err != nil {
		return err
	}
	s.found(j, 1)
	return s.done()
}
