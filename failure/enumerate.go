package failure

import (
	"iter"
	"slices"
)

// Each yields every admissible scenario in normal form exactly once, the
// failure-free one first. Scenarios that follow each other share as long a prefix
// of time as possible: what comes last changes fastest.
func (s Spec) Each(nodes []string) iter.Seq[Scenario] {
	return func(yield func(Scenario) bool) {
		s.eachEnding(nodes, make([]Fault, 0, s.Crashes), yield)
	}
}

// eachEnding yields the scenarios whose crashes and outages are those given and any of the
// nodes that follow the last one given.
func (s Spec) eachEnding(nodes []string, ends []Fault, yield func(Scenario) bool) bool {
	e := &enumeration{spec: s, slots: s.slots(nodes, NewScenario(ends...)), yield: yield}
	if !e.each(0, ends) {
		return false
	}
	if len(ends) == s.Crashes {
		return true
	}
	start, outages := 0, 0
	for _, f := range ends {
		start = slices.Index(nodes, f.Node) + 1
		if f.Kind == Outage {
			outages++
		}
	}
	for _, n := range nodes[start:] {
		if !s.Crashable.Has(n) {
			continue
		}
		for t := s.LastCrash(); t >= 1; t-- {
			if !s.eachEnding(nodes, append(ends, CrashAt(n, t)), yield) {
				return false
			}
			for u := t + 1; u <= s.EFF && outages < s.Restarts; u++ {
				if !s.eachEnding(nodes, append(ends, OutageOf(n, t, u)), yield) {
					return false
				}
			}
		}
	}
	return true
}

// A slot is one thing that may go wrong, or be chosen, in one of some ways: each is a set of
// faults of which none excludes another.
type slot [][]Fault

// slots lists what may go wrong, or be chosen, beside the crashes and outages of a scenario, by
// time.
func (s Spec) slots(nodes []string, ends Scenario) []slot {
	var list []slot
	for _, m := range s.messages(nodes, ends) {
		list = append(list, s.ofMessage(m))
	}
	for _, one := range s.Inputs.Until(s.EOT) {
		var sl slot
		for _, f := range one {
			sl = append(sl, []Fault{f})
		}
		list = append(list, sl)
	}
	slices.SortStableFunc(list, func(a, b slot) int { return a[0][0].Time - b[0][0].Time })
	return list
}

// ofMessage lists what may happen to a message, given as its omission.
func (s Spec) ofMessage(m Fault) slot {
	var fates slot // but that of a message that arrives once and in time
	for late := 0; late <= s.Delay; late++ {
		var fate []Fault
		if late > 0 {
			fate = append(fate, LateBy(m.Node, m.To, m.Time, late))
			fates = append(fates, fate)
		}
		for d := 1; d <= s.CopyDelay(); d++ {
			fates = append(fates, append(slices.Clone(fate), TwiceBy(m.Node, m.To, m.Time, d)))
		}
	}
	if !s.NoLoss {
		fates = append(fates, []Fault{m})
	}
	return fates
}

// messages lists what may suffer beside the crashes and outages of a scenario, each as its
// omission, sorted.
func (s Spec) messages(nodes []string, ends Scenario) []Fault {
	if latenesses, copies := s.perMessage(); latenesses+copies == 0 {
		return nil
	}
	var list []Fault
	for t := 1; t <= s.lossTimes(); t++ {
		for _, from := range nodes {
			if _, down := ends.OutageAt(from, t); down {
				continue
			}
			for _, to := range nodes {
				if from != to && s.Lossy.Has(from, to) && ends.Delivers(from, to, t) {
					list = append(list, Omit(from, to, t))
				}
			}
		}
	}
	slices.SortFunc(list, Fault.Compare)
	return list
}

// enumeration yields the scenarios of some crashes and outages.
type enumeration struct {
	spec  Spec
	slots []slot
	yield func(Scenario) bool
}

// each yields the scenarios that have the faults, and any of the slots from one on.
func (e *enumeration) each(from int, faults []Fault) bool {
	if most := e.spec.MaxFaults; most > 0 && Scenario(faults).Size() > most {
		return true
	}
	if from == len(e.slots) {
		sc := slices.Clone(faults)
		slices.SortFunc(sc, Fault.Compare)
		return e.yield(sc)
	}
	if !e.each(from+1, faults) {
		return false
	}
	for _, fate := range e.slots[from] {
		if !e.each(from+1, append(faults[:len(faults):len(faults)], fate...)) {
			return false
		}
	}
	return true
}

// Faults lists every fault that spec allows over the nodes, and every input that may be chosen,
// sorted.
func (s Spec) Faults(nodes []string) []Fault {
	var list []Fault
	for _, sl := range s.slots(nodes, nil) {
		for _, fate := range sl {
			if len(fate) == 1 { // the others are made of these
				list = append(list, fate[0])
			}
		}
	}
	if s.Crashes > 0 {
		for t := 1; t <= s.LastCrash(); t++ {
			for _, n := range nodes {
				if !s.Crashable.Has(n) {
					continue
				}
				list = append(list, CrashAt(n, t))
				for u := t + 1; u <= s.EFF && s.Restarts > 0; u++ {
					list = append(list, OutageOf(n, t, u))
				}
			}
		}
	}
	slices.SortFunc(list, Fault.Compare)
	return list
}
