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
	same  int // where not 0, what happens to each message of the scenario that is drawn
}

func newSampler(spec failure.Spec, nodes []string) *sampler {
	return &sampler{Rand: rand.New(rand.NewPCG(1, 0)), spec: spec, nodes: nodes}
}

// lossy reports whether messages can be lost, late or doubled at all.
func (s *sampler) lossy() bool {
	return s.spec.EFF > 1 && len(s.nodes) > 1 && (!s.spec.NoLoss || s.spec.Delay > 0 || s.spec.Twice)
}

// onlyLost reports whether nothing can happen to messages but that they are lost, on any link.
func (s *sampler) onlyLost() bool {
	return !s.spec.NoLoss && s.spec.Delay == 0 && !s.spec.Twice && s.spec.Lossy == ""
}

// scenario draws one: some or no crashes and outages, losses of one of several kinds, and inputs.
func (s *sampler) scenario() failure.Scenario {
	return s.bounded(s.inputs(s.messages(s.ends())))
}

// ends draws crashes and outages.
func (s *sampler) ends() []failure.Fault {
	var faults []failure.Fault
	crashes, outages := s.IntN(s.spec.Crashes+1), 0
	for _, n := range s.Perm(len(s.nodes))[:crashes] {
		node := s.nodes[n]
		switch {
		case !s.spec.Crashable.Has(node):
		case outages < s.spec.Restarts && s.spec.EFF > 1 && s.IntN(2) == 0:
			outages++
			from := 1 + s.IntN(min(s.spec.EFF-1, s.spec.LastCrash()))
			faults = append(faults, failure.OutageOf(node, from, from+1+s.IntN(s.spec.EFF-from)))
		default:
			faults = append(faults, failure.CrashAt(node, 1+s.IntN(s.spec.LastCrash())))
		}
	}
	return faults
}

// inputs adds some of what the program leaves open.
func (s *sampler) inputs(faults []failure.Fault) []failure.Fault {
	for _, one := range s.spec.Inputs.Until(s.spec.EOT) {
		if s.IntN(2) == 0 {
			faults = append(faults, one[s.IntN(len(one))])
		}
	}
	return faults
}

// bounded makes a scenario of no more faults than there may be.
func (s *sampler) bounded(faults []failure.Fault) failure.Scenario {
	sc := failure.NewScenario(faults...)
	for s.spec.MaxFaults > 0 && sc.Size() > s.spec.MaxFaults {
		kept := append([]failure.Fault(nil), sc...)
		if i := s.IntN(len(kept)); kept[i].Kind != failure.Input {
			sc = failure.NewScenario(append(kept[:i], kept[i+1:]...)...)
		}
	}
	return sc
}

// messages adds what happens to messages.
func (s *sampler) messages(faults []failure.Fault) []failure.Fault {
	if !s.lossy() {
		return faults
	}
	s.same = 0
	if !s.onlyLost() && s.IntN(2) == 0 {
		s.same = 1 + s.IntN(1+s.spec.Delay+s.spec.CopyDelay())
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
	return faults
}

// while draws an interval of times at which messages can be lost.
func (s *sampler) while() (from, to int) {
	from = 1 + s.IntN(s.spec.EFF-1)
	return from, from + 1 + s.IntN(s.spec.EFF-from)
}

// losses adds what is lost from a time on, up to another one, or late, or comes twice.
func (s *sampler) losses(faults []failure.Fault, from, to int, lost func(x, y string) bool) []failure.Fault {
	for t := from; t < to; t++ {
		for _, x := range s.nodes {
			for _, y := range s.nodes {
				if x != y && lost(x, y) {
					faults = s.suffer(faults, x, y, t)
				}
			}
		}
	}
	return faults
}

// suffer adds what happens to a message.
func (s *sampler) suffer(faults []failure.Fault, from, to string, time int) []failure.Fault {
	if s.onlyLost() {
		return append(faults, failure.Omit(from, to, time))
	}
	late, twice := s.spec.Latenesses(from, to, time), s.spec.Copies(from, to, time)
	fates := append(late, twice...)
	switch {
	case len(fates) == 0:
		return faults
	case s.same > 0:
		return append(faults, fates[s.same%len(fates)])
	}
	i := s.IntN(len(fates))
	faults = append(faults, fates[i])
	if i < len(late) && len(twice) > 0 && s.IntN(2) == 0 {
		faults = append(faults, twice[s.IntN(len(twice))]) // none of what is lost
	}
	return faults
}

// like draws a scenario near another one: with some faults and inputs left out, and perhaps a
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
		s.same = 0
		faults = s.suffer(faults, s.nodes[x], s.nodes[y], 1+s.IntN(s.spec.EFF-1))
	}
	return s.bounded(faults)
}
