package eval

import (
	"molly/circuit"
	"molly/datalog"
)

// The facts of a component are unknowns x of monotone Boolean equations
//
//	x = base ∨ (guard ∧ y) ∨ (guard ∧ y ∧ z) ∨ …
//
// What holds in a run is their least solution (Knaster–Tarski), and it is computed under every
// scenario at the same time, as circuits. Linear systems, with one unknown a term, are solved
// by Gaussian elimination (elimination.go). Others may become linear (linearize.go). The rest
// is solved by Kleene iteration (rounds.go).

// A system is the equations of a component.
type system struct {
	*machine
	equations []equation
}

// equation is the OR of base and terms.
type equation struct {
	base  []circuit.Lit
	terms []term
}

// A term is the AND of its guard and some unknowns.
//
// Invariant: with is not empty, has no repetition, and not the equation's own unknown: in
// the least solution, nothing needs itself.
type term struct {
	guard circuit.Lit
	with  []int
}

// solve returns the least solution, by number. When something has ended the evaluation,
// it returns anything.
func (s *system) solve() []circuit.Lit {
	if !s.linear() && !s.linearize() {
		return s.rounds()
	}
	return s.solveLinear()
}

func (s *system) linear() bool {
	for i := range s.equations {
		for _, t := range s.equations[i].terms {
			if len(t.with) > 1 {
				return false
			}
		}
	}
	return true
}

// solveLinear splits a linear system into components, which there may be many of after a
// rewriting, and eliminates the unknowns of each.
func (s *system) solveLinear() []circuit.Lit {
	solution := make([]circuit.Lit, len(s.equations))
	place := make([]int, len(s.equations)) // in the component at hand; -1: elsewhere
	for i := range place {
		place[i] = -1
	}
	datalog.Components(len(s.equations), func(v int, yield func(int)) {
		for _, t := range s.equations[v].terms {
			yield(t.with[0])
		}
	}, func(members []int) {
		if s.err != nil {
			return
		}
		for i, v := range members {
			place[v] = i
		}
		e := newElimination(s.machine, len(members))
		for i, v := range members {
			q := &s.equations[v]
			e.base[i] = append(e.base[i], q.base...)
			for _, t := range q.terms {
				if j := place[t.with[0]]; j >= 0 {
					e.add(i, j, t.guard)
				} else {
					e.base[i] = append(e.base[i], s.circuit.And(t.guard, solution[t.with[0]]))
				}
			}
		}
		for i, lit := range e.solve() {
			solution[members[i]] = lit
		}
		for _, v := range members {
			place[v] = -1
		}
	})
	return solution
}
