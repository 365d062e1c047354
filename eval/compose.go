package eval

import "molly/circuit"

// Composition. The doubly recursive rule of a transitive closure,
//
//	reach(X, Z) :- reach(X, Y), reach(Y, Z);
//
// says the same as one in which the second premise is a single step: paths can be put
// together from the left. So it does wherever derivations can be turned round:
//
//	h ← a, b   and   b ← c, d     ⟹     e ← a, c   and   h ← e, d     for some e
//
// Take a derivation of h with the fewest firings. Turning it moves firings from the second
// premise's side to the first's, and their number stays, until what derives the second
// premise uses no unknown; the derivation of e is smaller than that of h, so it can be
// turned as well. Then a term (guard ∧ a ∧ b) may be replaced by (guard ∧ base of b ∧ a),
// and the least solution remains. Where c or d is h itself, or e is, there is nothing to
// turn: a smaller derivation of h is in sight, and one with the fewest firings has no such
// form.

// maxComposed bounds the number of unknowns, the square of which is looked up in a table.
const maxComposed = 2048

// compose makes a system linear where its derivations can be turned round. It reports
// whether it has.
func (s *system) compose() bool {
	t := s.turnings()
	if t == nil {
		return false
	}
	for h := range s.equations {
		for _, f := range s.equations[h].terms {
			if len(f.with) == 2 && !t.canTurn(h, f) {
				return false
			}
		}
		if s.err != nil {
			return false
		}
	}
	base := make([]circuit.Lit, len(s.equations))
	for i := range base {
		base[i] = s.circuit.Or(s.equations[i].base...)
	}
	for h := range s.equations {
		e := &s.equations[h]
		kept := e.terms[:0]
		for _, f := range e.terms {
			if len(f.with) == 2 {
				f = term{s.circuit.And(f.guard, base[f.with[1]]), f.with[:1]}
			}
			if f.guard != circuit.False {
				kept = append(kept, f)
			}
		}
		e.terms = kept
	}
	return true
}

// turnings finds terms by their unknowns.
type turnings struct {
	*system
	pairs  []int32        // a·n+b → the number of a term with a and b, or 0
	terms  []headed       // by number
	single map[[2]int]int // head, unknown → the number of a term with just that
}

// headed is a term and what it concludes.
type headed struct {
	head int
	term
}

func (s *system) turnings() *turnings {
	n := len(s.equations)
	if n > maxComposed {
		return nil
	}
	t := &turnings{system: s, pairs: make([]int32, n*n), terms: make([]headed, 1), single: map[[2]int]int{}}
	for h := range s.equations {
		for _, f := range s.equations[h].terms {
			number := len(t.terms)
			t.terms = append(t.terms, headed{h, f})
			switch len(f.with) {
			case 1:
				t.single[[2]int{h, f.with[0]}] = number
			case 2:
				t.pairs[f.with[0]*n+f.with[1]] = int32(number)
			default:
				return nil
			}
		}
	}
	return t
}

// canTurn reports whether every derivation of h that ends with f can be turned, whatever
// derives f's second premise.
func (t *turnings) canTurn(h int, f term) bool {
	a, b := f.with[0], f.with[1]
	n := len(t.equations)
	t.tick(len(t.equations[b].terms))
	for _, g := range t.equations[b].terms {
		c := g.with[0]
		last := c // the derivation that remains: d, or where g has one premise only its guard
		if len(g.with) == 2 {
			last = g.with[1]
		}
		if c == h || last == h {
			continue
		}
		first := &t.terms[t.pairs[a*n+c]]
		if len(first.with) == 0 || !implied(first.guard, f.guard, g.guard) {
			return false
		}
		if first.head == h {
			continue
		}
		var second *headed
		if len(g.with) == 2 {
			second = &t.terms[t.pairs[first.head*n+last]]
		} else {
			second = &t.terms[t.single[[2]int{h, first.head}]]
		}
		if second.head != h || len(second.with) == 0 || !implied(second.guard, f.guard, g.guard) {
			return false
		}
	}
	return true
}

// implied reports whether f ∧ g obviously implies l.
func implied(l, f, g circuit.Lit) bool { return l == circuit.True || l == f || l == g }
