package hazard

import (
	"context"
	"math/rand/v2"
	"testing"

	"molly/circuit"
	"molly/failure"
)

var names = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"}

// world builds circuits as an evaluator does: omissions occur only beside the
// sender's crashes, so that nothing tells the omissions of a crashed node apart.
type world struct {
	*circuit.Circuit
	nodes  []string
	ground failure.Spec // the faults that circuits know
}

func newWorld(nodes int, ground failure.Spec) *world {
	return &world{circuit.New(), names[:nodes], ground}
}

// crashedBy is "n crashed at t or earlier".
func (w *world) crashedBy(n string, t int) circuit.Lit {
	l := circuit.False
	if w.ground.Crashes > 0 {
		for u := 1; u <= min(t, w.ground.EOT); u++ {
			l = w.Or(l, w.Var(failure.CrashAt(n, u)))
		}
	}
	return l
}

func (w *world) delivered(from, to string, t int) circuit.Lit {
	if from == to {
		return circuit.True
	}
	l := w.crashedBy(from, t).Not()
	if t < w.ground.EFF {
		l = w.And(l, w.Var(failure.Omit(from, to, t)).Not())
	}
	return l
}

// random returns a random function of at most the given depth.
func (w *world) random(r *rand.Rand, depth int) circuit.Lit {
	if depth == 0 || r.IntN(8) == 0 {
		n := w.nodes[r.IntN(len(w.nodes))]
		t := 1 + r.IntN(w.ground.EOT)
		var l circuit.Lit
		switch {
		case w.ground.Crashes > 0 && r.IntN(5) == 0:
			l = w.Var(failure.CrashAt(n, t))
		default:
			l = w.delivered(n, w.nodes[r.IntN(len(w.nodes))], t)
		}
		if _, crash := w.Fault(l); crash != (r.IntN(4) == 0) { // faults rather than their absence
			return l
		}
		return l.Not()
	}
	lits := make([]circuit.Lit, 2+r.IntN(3))
	for i := range lits {
		lits[i] = w.random(r, depth-1)
	}
	if r.IntN(2) == 0 {
		return w.And(lits...)
	}
	return w.Or(lits...)
}

// losses returns a function that takes some faults: every one of a few sets of
// messages must lose a member, or a node must crash at one of some times.
func (w *world) losses(r *rand.Rand) circuit.Lit {
	all := make([]circuit.Lit, 1+r.IntN(4))
	for i := range all {
		some := make([]circuit.Lit, 1+r.IntN(5))
		for j := range some {
			n := w.nodes[r.IntN(len(w.nodes))]
			t := 1 + r.IntN(w.ground.EOT)
			if w.ground.Crashes > 0 && i%2 == 1 {
				some[j] = w.Var(failure.CrashAt(n, t))
				continue
			}
			some[j] = w.delivered(n, w.nodes[r.IntN(len(w.nodes))], t).Not()
		}
		all[i] = w.Or(some...)
	}
	return w.And(all...)
}

// flood is a protocol in which every node that has the payload sends it to all
// others, once or at every time. It returns "someone who did not crash has it and
// someone else who did not crash has not".
func (w *world) flood(again bool) circuit.Lit {
	logs := map[string]circuit.Lit{}
	before := map[string]circuit.Lit{}
	for _, n := range w.nodes {
		logs[n], before[n] = circuit.False, circuit.False
	}
	logs[w.nodes[0]] = circuit.True
	for t := 1; t < w.ground.EOT; t++ {
		next := map[string]circuit.Lit{}
		for _, n := range w.nodes {
			has := []circuit.Lit{logs[n]}
			for _, m := range w.nodes {
				send := logs[m]
				if !again {
					send = w.And(send, before[m].Not())
				}
				has = append(has, w.And(send, w.delivered(m, n, t)))
			}
			next[n] = w.Or(has...)
		}
		before, logs = logs, next
	}
	var bad []circuit.Lit
	for _, n := range w.nodes {
		for _, m := range w.nodes {
			bad = append(bad, w.And(logs[n], w.crashedBy(n, w.ground.EOT).Not(),
				logs[m].Not(), w.crashedBy(m, w.ground.EOT).Not()))
		}
	}
	return w.Or(bad...)
}

// ask fails the test on an error.
func ask(t testing.TB, question func(context.Context) (failure.Scenario, bool, error)) (failure.Scenario, bool) {
	t.Helper()
	m, found, err := question(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m, found
}
