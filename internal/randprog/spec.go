package randprog

import (
	"math/big"
	"math/rand/v2"

	"molly/failure"
)

// Spec makes a specification over the given number of nodes that has at most limit
// scenarios and an EOT of at most five. Most have faults and an EOT that leaves a
// protocol the time for something.
func Spec(r *rand.Rand, nodes int, limit int64) failure.Spec {
	var all, usual []failure.Spec
	for eot := 1; eot <= 5; eot++ {
		for eff := 0; eff <= eot; eff++ {
			for crashes := 0; crashes <= nodes; crashes++ {
				s := failure.Spec{EOT: eot, EFF: eff, Crashes: crashes}
				if s.Scenarios(make([]string, nodes)).Cmp(big.NewInt(limit)) > 0 {
					continue
				}
				all = append(all, s)
				if eot >= 3 && (eff >= 2 || crashes > 0) {
					usual = append(usual, s)
				}
			}
		}
	}
	if len(usual) == 0 || r.IntN(16) == 0 {
		return all[r.IntN(len(all))]
	}
	// Of two, the one with more room for faults.
	s, u := usual[r.IntN(len(usual))], usual[r.IntN(len(usual))]
	if s.Scenarios(make([]string, nodes)).Cmp(u.Scenarios(make([]string, nodes))) < 0 {
		return u
	}
	return s
}

// Scenario makes a scenario that a specification admits: sometimes the empty one,
// sometimes nearly everything that can be lost.
func Scenario(r *rand.Rand, spec failure.Spec, nodes []string) failure.Scenario {
	if !spec.Classic() {
		return wideScenario(r, spec, nodes)
	}
	density := []float64{0, 0.1, 0.3, 0.5, 0.8, 1}[r.IntN(6)]
	var faults []failure.Fault
	for _, f := range spec.Faults(nodes) {
		if f.Kind == failure.Omission && r.Float64() < density {
			faults = append(faults, f)
		}
	}
	crashing := r.Perm(len(nodes))[:r.IntN(spec.Crashes+1)]
	for _, i := range crashing {
		faults = append(faults, failure.CrashAt(nodes[i], 1+r.IntN(spec.EOT)))
	}
	return failure.NewScenario(faults...)
}
