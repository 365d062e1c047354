package satsweep

import (
	"math/rand/v2"

	"molly/failure"
)

// A sampler draws admissible scenarios that differ much. They decide which nodes are
// candidates, never which are constant. It draws the same ones for the same specification.
type sampler struct {
	*rand.Rand
	spec  failure.Spec
	nodes []string
}

func newSampler(spec failure.Spec, nodes []string) *sampler {
	return &sampler{rand.New(rand.NewPCG(1, 0)), spec, nodes}
}

// lossy reports whether messages can be lost at all.
func (s *sampler) lossy() bool { return s.spec.EFF > 1 && len(s.nodes) > 1 }

// scenario draws one: some or no crashes, and losses of one of several kinds.
func (s *sampler) scenario() failure.Scenario {
	var faults []failure.Fault
	crashes := s.IntN(s.spec.Crashes + 1)
	for _, n := range s.Perm(len(s.nodes))[:crashes] {
		faults = append(faults, failure.CrashAt(s.nodes[n], 1+s.IntN(s.spec.EOT)))
	}
	if !s.lossy() {
		return failure.NewScenario(faults...)
	}
	switch s.IntN(4) {
	case 0: // none but the crashes
	case 1: // evenly, densely or sparsely
		density := [...]float64{0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95}[s.IntN(8)]
		faults = s.losses(faults, 1, s.spec.EFF, func(string, string) bool { return s.Float64() < density })
	case 2: // a node is cut off for a while, one way or both
		cut, way := s.nodes[s.IntN(len(s.nodes))], s.IntN(3)
		from, to := s.while()
		faults = s.losses(faults, from, to, func(x, y string) bool { return x == cut && way != 1 || y == cut && way != 0 })
	default: // some links are down for a while
		down := map[[2]string]bool{}
		for _, x := range s.nodes {
			for _, y := range s.nodes {
				down[[2]string{x, y}] = s.IntN(3) == 0
			}
		}
		from, to := s.while()
		faults = s.losses(faults, from, to, func(x, y string) bool { return down[[2]string{x, y}] })
	}
	return failure.NewScenario(faults...)
}

// while draws an interval of times at which messages can be lost.
func (s *sampler) while() (from, to int) {
	from = 1 + s.IntN(s.spec.EFF-1)
	return from, from + 1 + s.IntN(s.spec.EFF-from)
}

// losses adds what is lost from a time on, up to another one.
func (s *sampler) losses(faults []failure.Fault, from, to int, lost func(x, y string) bool) []failure.Fault {
	for t := from; t < to; t++ {
		for _, x := range s.nodes {
			for _, y := range s.nodes {
				if x != y && lost(x, y) {
					faults = append(faults, failure.Omit(x, y, t))
				}
			}
		}
	}
	return faults
}

// like draws a scenario near another one: with some faults left out, and perhaps a
// loss more.
func (s *sampler) like(model failure.Scenario) failure.Scenario {
	var faults []failure.Fault
	for _, f := range model {
		if s.IntN(5) > 0 {
			faults = append(faults, f)
		}
	}
	if s.lossy() && s.IntN(2) == 0 {
		x := s.IntN(len(s.nodes))
		y := (x + 1 + s.IntN(len(s.nodes)-1)) % len(s.nodes)
		faults = append(faults, failure.Omit(s.nodes[x], s.nodes[y], 1+s.IntN(s.spec.EFF-1)))
	}
	return failure.NewScenario(faults...)
}
