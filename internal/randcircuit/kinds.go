package randcircuit

import (
	"math/rand/v2"

	"molly/circuit"
	"molly/failure"
)

// happening is a random thing that may happen to a message or a node, or an input, or not: such
// as rules ask for.
func (w *World) happening(r *rand.Rand) circuit.Lit {
	n, m := w.Nodes[r.IntN(len(w.Nodes))], w.Nodes[r.IntN(len(w.Nodes))]
	t := 1 + r.IntN(w.Ground.EOT)
	if choices := w.Ground.Inputs.List(); len(choices) > 0 && r.IntN(4) == 0 {
		i := r.IntN(len(choices))
		times := choices[i].Times
		return w.net.Chosen(choices[i].Tuple, i+1, times[r.IntN(len(times))])
	}
	switch r.IntN(9) {
	case 0:
		return w.net.Crash(n, t)
	case 4: // more than a rule asks for; a justification may
		if all := append(w.Ground.Latenesses(n, m, t), w.Ground.Copies(n, m, t)...); len(all) > 0 {
			if f := all[r.IntN(len(all))]; f.Kind != failure.Omission {
				return w.Var(f)
			}
		}
	case 1:
		return w.net.Outage(n, t, t+1+r.IntN(3))
	case 2:
		return w.net.Down(n, t)
	case 3:
		return w.net.Boots(n, t)
	}
	return w.Arrives(n, m, t, t+1+r.IntN(w.Ground.Delay+w.Ground.CopyDelay()+1))
}

// Arrives is "what a node sends another one at a time, while it is up, arrives at another time".
func (w *World) Arrives(from, to string, sent, at int) circuit.Lit {
	return w.And(w.net.Down(from, sent).Not(), w.net.Arrives(from, to, sent, at))
}

// suffering is a random thing that goes wrong, of those that are admissible, or an input.
func (w *World) suffering(r *rand.Rand) circuit.Lit {
	all := w.Ground.Faults(w.Nodes)
	if len(all) == 0 {
		return w.happening(r)
	}
	switch f := all[r.IntN(len(all))]; f.Kind {
	case failure.Crash:
		return w.net.Crash(f.Node, f.Time)
	case failure.Outage:
		if r.IntN(2) == 0 {
			return w.net.Down(f.Node, f.Time)
		}
		return w.net.Outage(f.Node, f.Time, f.Until)
	case failure.Input:
		return w.net.Chosen(f.Node, f.D, f.Time)
	case failure.Omission:
		return w.Arrives(f.Node, f.To, f.Time, f.Time+1).Not()
	default:
		return w.Arrives(f.Node, f.To, f.Time, f.Time+1+f.D)
	}
}

// sufferings is Losses where more may go wrong.
func (w *World) sufferings(r *rand.Rand) circuit.Lit {
	all := make([]circuit.Lit, 1+r.IntN(3))
	for i := range all {
		some := make([]circuit.Lit, 2+r.IntN(7))
		for j := range some {
			some[j] = w.suffering(r)
		}
		all[i] = w.Or(some...)
	}
	return w.And(all...)
}

// RandomSpec draws a specification of everything that may go wrong, for nodes that have [Names], and
// inputs.
func RandomSpec(r *rand.Rand, nodes int) failure.Spec {
	s := failure.Spec{EOT: 1 + r.IntN(4), Crashes: r.IntN(min(nodes, 2) + 1)}
	if s.EFF = s.EOT; r.IntN(2) == 0 {
		s.EFF = r.IntN(s.EOT + 1)
	}
	some := func() bool { return r.IntN(2) == 0 }
	if some() {
		s.Delay = 1 + r.IntN(2)
	}
	s.NoLoss = r.IntN(3) == 0
	s.Twice = r.IntN(3) == 0
	s.FIFO = r.IntN(3) == 0
	if s.Crashes > 0 && r.IntN(3) > 0 {
		s.Restarts = 1 + r.IntN(s.Crashes)
	}
	if r.IntN(4) == 0 {
		s.MaxFaults = 1 + r.IntN(3)
	}
	name := func() string { return Names[r.IntN(nodes)] }
	if r.IntN(4) == 0 {
		s.Lossy, _ = failure.ParseLinks([]string{name() + "->*", "*->" + name(), name() + "->" + name() + "," + name() + "->" + name()}[r.IntN(3)])
	}
	if r.IntN(5) == 0 {
		s.Crashable, _ = failure.ParseNodeSet(name())
	}
	if r.IntN(5) == 0 {
		s.CrashUntil = 1 + r.IntN(s.EOT)
	}
	if r.IntN(3) == 0 {
		list := []failure.Choice{{Tuple: `p("a")`, Times: []int{1 + r.IntN(3)}}}
		if some() {
			list = append(list, failure.Choice{Tuple: `q("b", 1)`, Times: []int{1, 2, 4}[r.IntN(2):]})
		}
		if some() {
			list = append(list, failure.Choice{Tuple: `p("b")`, Times: []int{2}})
		}
		s.Inputs = failure.NewInputs(list)
	}
	return s
}
