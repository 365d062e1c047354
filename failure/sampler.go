package failure

import "math/rand/v2"

// Sampler draws admissible scenarios of few faults at random, as the LDFI paper's §5.2 does:
// dense ones lose so much that little can go wrong.
//
// The number of crashes is uniform between 0 and Crashes, nodes and times are uniform; where
// nodes may come back, half of the crashes are outages. The number of messages that suffer is 0,
// 1 or 2 with equal chance (0 where nothing can happen to any), each uniform, and so is what
// happens to it. Each input is chosen or not with equal chance, at a uniform time. A draw without
// any fault or input is drawn again, where there can be some, and so is one with too many.
type Sampler struct {
	random   *rand.Rand
	spec     Spec
	nodes    []string
	messages []Fault // what may suffer, as omissions
	some     bool    // there are faults or inputs
}

// NewSampler returns a sampler of the scenarios that a seed determines.
func NewSampler(spec Spec, nodes []string, seed uint64) *Sampler {
	return &Sampler{
		random: rand.New(rand.NewPCG(seed, 0)), spec: spec, nodes: nodes,
		messages: spec.messages(nodes, nil), some: len(spec.Faults(nodes)) > 0,
	}
}

// Draw returns the next scenario.
func (s *Sampler) Draw() Scenario {
	for {
		var faults []Fault
		crashes := s.random.IntN(s.spec.Crashes + 1)
		for _, n := range s.random.Perm(len(s.nodes))[:crashes] {
			if s.spec.Crashable.Has(s.nodes[n]) {
				faults = append(faults, s.end(s.nodes[n]))
			}
		}
		if len(s.messages) > 0 {
			for range s.random.IntN(3) {
				faults = append(faults, s.suffering(s.messages[s.random.IntN(len(s.messages))])...)
			}
		}
		for _, one := range s.spec.Inputs.Until(s.spec.EOT) {
			if s.random.IntN(2) == 0 {
				faults = append(faults, one[s.random.IntN(len(one))])
			}
		}
		sc := NewScenario(faults...)
		if (len(sc) > 0 || !s.some) && sc.Admissible(s.spec, s.nodes) == nil {
			return sc
		}
	}
}

// end draws a crash or an outage.
func (s *Sampler) end(node string) Fault {
	if s.spec.Restarts > 0 && s.spec.EFF > 1 && s.random.IntN(2) == 0 {
		t := 1 + s.random.IntN(min(s.spec.EFF-1, s.spec.LastCrash()))
		return OutageOf(node, t, t+1+s.random.IntN(s.spec.EFF-t))
	}
	return CrashAt(node, 1+s.random.IntN(s.spec.LastCrash()))
}

// suffering draws what happens to a message.
func (s *Sampler) suffering(m Fault) []Fault {
	fates := s.spec.ofMessage(m)
	if len(fates) == 1 {
		return fates[0]
	}
	return fates[s.random.IntN(len(fates))]
}
