package failure

import "math/rand/v2"

// Sampler draws admissible scenarios of few faults at random, as the LDFI paper's §5.2 does:
// dense ones lose so much that little can go wrong.
//
// The number of crashes is uniform between 0 and Crashes, nodes and times are uniform; the
// number of omissions is 0, 1 or 2 with equal chance (0 where nothing can be lost), each
// uniform. A draw without any fault is drawn again, where the specification allows faults.
type Sampler struct {
	random    *rand.Rand
	spec      Spec
	nodes     []string
	omissions []Fault // all admissible ones
}

// NewSampler returns a sampler of the scenarios that a seed determines.
func NewSampler(spec Spec, nodes []string, seed uint64) *Sampler {
	s := &Sampler{random: rand.New(rand.NewPCG(seed, 0)), spec: spec, nodes: nodes}
	for _, f := range spec.Faults(nodes) {
		if f.Kind == Omission {
			s.omissions = append(s.omissions, f)
		}
	}
	return s
}

// Draw returns the next scenario.
func (s *Sampler) Draw() Scenario {
	for {
		var faults []Fault
		crashes := s.random.IntN(s.spec.Crashes + 1)
		for _, n := range s.random.Perm(len(s.nodes))[:crashes] {
			faults = append(faults, CrashAt(s.nodes[n], 1+s.random.IntN(s.spec.EOT)))
		}
		if len(s.omissions) > 0 {
			for range s.random.IntN(3) {
				faults = append(faults, s.omissions[s.random.IntN(len(s.omissions))])
			}
		}
		if sc := NewScenario(faults...); len(sc) > 0 || len(s.omissions) == 0 && s.spec.Crashes == 0 {
			return sc
		}
	}
}
