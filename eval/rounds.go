package eval

import (
	"slices"

	"molly/circuit"
)

// Kleene iteration solves any system: the unknowns start from false, and each round computes
// them from the round before. Only a feedback vertex set is iterated, unknowns which every cycle
// goes through (the cuts); in between, the others are computed in topological order, each from
// those before it. After k rounds every derivation that meets at most k cuts on each path is
// in. A fact that holds has a derivation in which no fact occurs twice on a path, so as many
// rounds as there are cuts are enough, and a last pass; they end earlier when no cut changes.

func (s *system) rounds() []circuit.Lit {
	value := make([]circuit.Lit, len(s.equations))
	for i := range value {
		value[i] = circuit.False
	}
	others, cuts := s.cut()
	base := make([]circuit.Lit, len(s.equations))
	for i := range base {
		base[i] = s.circuit.Or(s.equations[i].base...)
	}
	changed := make([]bool, len(s.equations)) // since the unknowns that use it were computed
	compute := func(i int, first bool) (circuit.Lit, bool) {
		e := &s.equations[i]
		stale := first
		for _, t := range e.terms {
			stale = stale || slices.ContainsFunc(t.with, func(w int) bool { return changed[w] })
		}
		s.tick(1)
		if !stale || s.err != nil {
			return value[i], false
		}
		or := []circuit.Lit{base[i]}
		var lits []circuit.Lit
		for _, t := range e.terms {
			lits = append(lits[:0], t.guard)
			for _, w := range t.with {
				lits = append(lits, value[w])
			}
			or = append(or, s.circuit.And(lits...))
		}
		s.tick(len(e.terms))
		l := s.circuit.Or(or...)
		return l, l != value[i]
	}
	next := make([]circuit.Lit, len(cuts))
	for round := range len(cuts) + 1 {
		for _, i := range others {
			value[i], changed[i] = compute(i, round == 0)
		}
		if round == len(cuts) {
			break // the last pass
		}
		grown := false
		for k, i := range cuts {
			next[k], _ = compute(i, round == 0)
		}
		for k, i := range cuts {
			changed[i] = next[k] != value[i]
			grown = grown || changed[i]
			value[i] = next[k]
		}
		if !grown || s.err != nil {
			break
		}
	}
	return value
}

// cut divides the unknowns into a feedback vertex set, found greedily by the product of
// degrees, and the others in topological order.
func (s *system) cut() (others, cuts []int) {
	n := len(s.equations)
	uses, users := make([][]int, n), make([][]int, n)
	for i := range s.equations {
		for _, t := range s.equations[i].terms {
			for _, w := range t.with {
				if !slices.Contains(uses[i], w) {
					uses[i] = append(uses[i], w)
					users[w] = append(users[w], i)
				}
			}
		}
	}
	waits := make([]int, n) // how many of its uses are left
	for i := range waits {
		waits[i] = len(uses[i])
	}
	left := make([]bool, n)
	for i := range left {
		left[i] = true
	}
	var ready []int
	remove := func(i int) {
		left[i] = false
		for _, u := range users[i] {
			if waits[u]--; waits[u] == 0 && left[u] {
				ready = append(ready, u)
			}
		}
	}
	for range n {
		for len(ready) > 0 {
			i := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			others = append(others, i)
			remove(i)
		}
		best := -1
		for i := range left {
			if left[i] && (best < 0 || waits[i]*len(users[i]) > waits[best]*len(users[best])) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		cuts = append(cuts, best)
		remove(best)
		s.tick(n)
	}
	return others, cuts
}
