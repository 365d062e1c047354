package randprog

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
)

// WideSpec makes a specification for a program that allows some of everything that may go wrong,
// and has at most limit scenarios, or little more where the program leaves too much open.
func WideSpec(r *rand.Rand, p *datalog.Program, nodes []string, limit int64) failure.Spec {
	var best failure.Spec // of two, the one with more room
	for drawn, tries := 0, 1; drawn < 2; tries++ {
		if tries%100 == 0 {
			limit *= 2
		}
		s := wideSpec(r, len(nodes))
		s.Inputs = p.Choices()
		if s.CheckNames(nodes) != nil || s.Scenarios(nodes).Cmp(big.NewInt(limit)) > 0 {
			continue
		}
		if drawn == 0 || s.Scenarios(nodes).Cmp(best.Scenarios(nodes)) > 0 {
			best = s
		}
		drawn++
	}
	return best
}

func wideSpec(r *rand.Rand, nodes int) failure.Spec {
	one := func(in int) bool { return r.IntN(in) == 0 }
	s := failure.Spec{EOT: 3 + r.IntN(4)}
	s.EFF = min(2+r.IntN(4), s.EOT)
	if one(16) {
		s.EFF = r.IntN(2)
	}
	network, ends := !one(4), !one(3) // messages suffer; nodes crash
	if network {
		s.NoLoss = !one(3)
		if !one(4) {
			s.Delay = 1 + r.IntN(3)
		}
		s.Twice, s.FIFO = one(2), one(3)
	} else {
		s.NoLoss = !one(4)
	}
	if ends {
		s.Crashes = min(1+r.IntN(6)/5, nodes)
		if !one(4) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
	}
	if one(4) {
		s.MaxFaults = 1 + r.IntN(3)
	}
	if one(2) {
		s.Lossy = []failure.Links{"a->b", "b->a", "*->a", "a->*", "a->b,b->*"}[r.IntN(5)]
	}
	if one(4) {
		s.Crashable = []failure.NodeSet{"a", "b", "a,b"}[r.IntN(3)]
	}
	if one(4) {
		s.CrashUntil = 1 + r.IntN(4)
	}
	return s
}

// wideScenario is Scenario where more than losses and crashes may go wrong.
func wideScenario(r *rand.Rand, spec failure.Spec, nodes []string) failure.Scenario {
	density := []float64{0, 0.1, 0.3, 0.5, 0.8, 1}[r.IntN(6)]
	all := spec.Faults(nodes)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var s failure.Scenario
	for _, f := range all {
		p := density
		if !f.Kind.OfLink() {
			p = 0.3
		}
		if r.Float64() >= p {
			continue
		}
		longer := failure.NewScenario(append(s[:len(s):len(s)], f)...)
		if !excluded(s, f) && longer.Admissible(spec, nodes) == nil {
			s = longer
		}
	}
	return s
}

// excluded reports whether a scenario has another fate for the message that f is about.
func excluded(s failure.Scenario, f failure.Fault) bool {
	for _, g := range s {
		same := g.Kind.OfLink() && f.Kind.OfLink() && g.Node == f.Node && g.To == f.To && g.Time == f.Time
		if same && (g.Kind == f.Kind || g.Kind == failure.Omission || f.Kind == failure.Omission) {
			return true
		}
	}
	return false
}

// wide reports whether more than losses and crashes may go wrong in a task.
func (t Task) wide() bool { return !t.Spec.Classic() }

// matters reports whether a violation is found that needs something other than losses and crashes:
// one of a few random ones, from which faults are taken for as long as it stays one.
func (t Task) matters(r *rand.Rand, free *naive.Result) bool {
	violates := func(s failure.Scenario) bool {
		run, err := naive.Run(t.Program, t.Nodes, t.Spec, s)
		return err == nil && run.Breaks(t.Program, free)
	}
	for range 8 {
		s := Scenario(r, t.Spec, t.Nodes)
		if !violates(s) {
			continue
		}
		for i := 0; i < len(s); {
			if less := failure.NewScenario(slices.Delete(slices.Clone(s), i, i+1)...); violates(less) {
				s = less
			} else {
				i++
			}
		}
		return slices.ContainsFunc(s, func(f failure.Fault) bool {
			return f.Kind != failure.Omission && f.Kind != failure.Crash && (f.Kind != failure.Input || len(s) > 1)
		})
	}
	return false
}
