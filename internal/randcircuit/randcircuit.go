// Package randcircuit makes random circuits of faults, and those of a small protocol, for tests.
package randcircuit

import (
	"math/rand/v2"
	"slices"

	"molly/circuit"
	"molly/failure"
)

// Names are names of nodes.
var Names = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"}

// World builds circuits as an evaluator does: omissions occur only beside the
// sender's crashes, so that nothing tells the omissions of a crashed node apart.
type World struct {
	*circuit.Circuit
	Nodes  []string
	Ground failure.Spec // the faults that circuits know
	net    *circuit.Network
}

// New returns a world of so many nodes.
func New(nodes int, ground failure.Spec) *World {
	c := circuit.New()
	return &World{c, Names[:nodes], ground, circuit.NewNetwork(c, ground)}
}

// CrashedBy is "n crashed at t or earlier".
func (w *World) CrashedBy(n string, t int) circuit.Lit {
	l := circuit.False
	if w.Ground.Crashes > 0 {
		for u := 1; u <= min(t, w.Ground.EOT); u++ {
			l = w.Or(l, w.Var(failure.CrashAt(n, u)))
		}
	}
	return l
}

// Delivered is "what a node sends to another one at t arrives".
func (w *World) Delivered(from, to string, t int) circuit.Lit {
	if from == to {
		return circuit.True
	}
	l := w.CrashedBy(from, t).Not()
	if t < w.Ground.EFF {
		l = w.And(l, w.Var(failure.Omit(from, to, t)).Not())
	}
	return l
}

// Random returns a random function of at most the given depth.
func (w *World) Random(r *rand.Rand, depth int) circuit.Lit {
	if depth == 0 || r.IntN(8) == 0 {
		n := w.Nodes[r.IntN(len(w.Nodes))]
		t := 1 + r.IntN(w.Ground.EOT)
		var l circuit.Lit
		switch {
		case !w.Ground.Classic():
			l = w.happening(r)
		case w.Ground.Crashes > 0 && r.IntN(5) == 0:
			l = w.Var(failure.CrashAt(n, t))
		default:
			l = w.Delivered(n, w.Nodes[r.IntN(len(w.Nodes))], t)
		}
		if _, crash := w.Fault(l); crash != (r.IntN(4) == 0) { // faults rather than their absence
			return l
		}
		return l.Not()
	}
	lits := make([]circuit.Lit, 2+r.IntN(3))
	for i := range lits {
		lits[i] = w.Random(r, depth-1)
	}
	if r.IntN(2) == 0 {
		return w.And(lits...)
	}
	return w.Or(lits...)
}

// Losses returns a function that takes some faults: every one of a few sets of
// messages must lose a member, or a node must crash at one of some times.
func (w *World) Losses(r *rand.Rand) circuit.Lit {
	if !w.Ground.Classic() {
		return w.sufferings(r)
	}
	all := make([]circuit.Lit, 1+r.IntN(4))
	for i := range all {
		some := make([]circuit.Lit, 1+r.IntN(5))
		for j := range some {
			n := w.Nodes[r.IntN(len(w.Nodes))]
			t := 1 + r.IntN(w.Ground.EOT)
			if w.Ground.Crashes > 0 && i%2 == 1 {
				some[j] = w.Var(failure.CrashAt(n, t))
				continue
			}
			some[j] = w.Delivered(n, w.Nodes[r.IntN(len(w.Nodes))], t).Not()
		}
		all[i] = w.Or(some...)
	}
	return w.And(all...)
}

// Flood is a protocol in which every node that has the payload sends it to all
// others, once or at every time. It returns "someone who did not crash has it and
// someone else who did not crash has not".
func (w *World) Flood(again bool) circuit.Lit {
	logs := map[string]circuit.Lit{}
	before := map[string]circuit.Lit{}
	for _, n := range w.Nodes {
		logs[n], before[n] = circuit.False, circuit.False
	}
	logs[w.Nodes[0]] = circuit.True
	for t := 1; t < w.Ground.EOT; t++ {
		next := map[string]circuit.Lit{}
		for _, n := range w.Nodes {
			has := []circuit.Lit{logs[n]}
			for _, m := range w.Nodes {
				send := logs[m]
				if !again {
					send = w.And(send, before[m].Not())
				}
				has = append(has, w.And(send, w.Delivered(m, n, t)))
			}
			next[n] = w.Or(has...)
		}
		before, logs = logs, next
	}
	var bad []circuit.Lit
	for _, n := range w.Nodes {
		for _, m := range w.Nodes {
			bad = append(bad, w.And(logs[n], w.CrashedBy(n, w.Ground.EOT).Not(),
				logs[m].Not(), w.CrashedBy(m, w.Ground.EOT).Not()))
		}
	}
	return w.Or(bad...)
}

// Rename returns the function l with other names of nodes.
func (w *World) Rename(l circuit.Lit, name func(string) string) circuit.Lit {
	known := map[int]circuit.Lit{0: circuit.True}
	for _, n := range w.Cone(l) {
		if f, isVariable := w.Fault(n); isVariable {
			known[n.Node()] = w.Var(f.Rename(name))
			continue
		}
		var children []circuit.Lit
		for _, ch := range w.Children(n) {
			image := known[ch.Node()]
			if ch.Negated() {
				image = image.Not()
			}
			children = append(children, image)
		}
		known[n.Node()] = w.And(children...)
	}
	image := known[l.Node()]
	if l.Negated() {
		return image.Not()
	}
	return image
}

// Images returns l under all permutations of some nodes.
func (w *World) Images(l circuit.Lit, nodes []string) []circuit.Lit {
	var list []circuit.Lit
	var place func(image []string)
	place = func(image []string) {
		if len(image) == len(nodes) {
			list = append(list, w.Rename(l, func(n string) string {
				if i := slices.Index(nodes, n); i >= 0 {
					return image[i]
				}
				return n
			}))
			return
		}
		for _, n := range nodes {
			if !slices.Contains(image, n) {
				place(append(slices.Clone(image), n))
			}
		}
	}
	place(nil)
	slices.Sort(list)
	return slices.Compact(list)
}
