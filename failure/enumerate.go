package failure

import (
	"iter"
	"slices"
)

// Each yields every admissible scenario in normal form exactly once, the
// failure-free one first. Scenarios that follow each other share as long a prefix
// of time as possible: the latest omissions change fastest.
func (s Spec) Each(nodes []string) iter.Seq[Scenario] {
	return func(yield func(Scenario) bool) {
		crashes := make([]Fault, 0, s.Crashes)
		s.eachCrashing(nodes, crashes, yield)
	}
}

// eachCrashing yields the scenarios whose crashes are those given and any of the
// nodes that follow the last one given.
func (s Spec) eachCrashing(nodes []string, crashes []Fault, yield func(Scenario) bool) bool {
	if !s.eachOmitting(nodes, crashes, yield) {
		return false
	}
	if len(crashes) == s.Crashes {
		return true
	}
	start := 0
	if len(crashes) > 0 {
		start = slices.Index(nodes, crashes[len(crashes)-1].Node) + 1
	}
	for _, n := range nodes[start:] {
		for t := s.EOT; t >= 1; t-- {
			if !s.eachCrashing(nodes, append(crashes, CrashAt(n, t)), yield) {
				return false
			}
		}
	}
	return true
}

// eachOmitting yields the given crashes with every set of omissions that is in
// normal form beside them.
func (s Spec) eachOmitting(nodes []string, crashes []Fault, yield func(Scenario) bool) bool {
	fixed := NewScenario(crashes...)
	possible := s.omissions(nodes, fixed)
	chosen := make([]bool, len(possible))
	for {
		faults := slices.Clone(fixed)
		for i, c := range chosen {
			if c {
				faults = append(faults, possible[i])
			}
		}
		slices.SortFunc(faults, Fault.Compare)
		if !yield(faults) {
			return false
		}
		i := len(chosen) - 1
		for i >= 0 && chosen[i] {
			chosen[i] = false
			i--
		}
		if i < 0 {
			return true
		}
		chosen[i] = true
	}
}

// omissions lists the omissions that are possible beside the crashes of a
// scenario, sorted.
func (s Spec) omissions(nodes []string, crashed Scenario) []Fault {
	var list []Fault
	for t := 1; t <= s.lossTimes(); t++ {
		for _, from := range nodes {
			for _, to := range nodes {
				if from != to && crashed.Delivers(from, to, t) {
					list = append(list, Omit(from, to, t))
				}
			}
		}
	}
	slices.SortFunc(list, Fault.Compare)
	return list
}

// Faults lists every fault that spec allows over the nodes, sorted.
func (s Spec) Faults(nodes []string) []Fault {
	list := s.omissions(nodes, nil)
	if s.Crashes > 0 {
		for t := 1; t <= s.EOT; t++ {
			for _, n := range nodes {
				list = append(list, CrashAt(n, t))
			}
		}
		slices.SortFunc(list, Fault.Compare)
	}
	return list
}
