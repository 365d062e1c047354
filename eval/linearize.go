package eval

import "molly/circuit"

// Linearization replaces terms with two unknowns by terms with one, where rotating proof
// trees allows it (Ioannidis and Wong, "Transforming nonlinear recursion to linear recursion",
// 1988; Ramakrishnan, Sagiv, Ullman and Vardi, "Proof-tree transformation theorems", 1989).
// The standard case is a transitive closure,
//
//	reach(X, Z) :- reach(X, Y), reach(Y, Z);
//
// in which the second premise may be a single step. Here the ground system is checked, term by
// term, for the rotation
//
//	h ← a, b   and   b ← c, d     ⟹     e ← a, c   and   h ← e, d     for some e
//
// Claim: if every term (guard ∧ a ∧ b) of h can be rotated, whatever derives b, then replacing
// it by (guard ∧ base of b ∧ a) keeps the least solution. Proof: take a proof tree of h with the
// fewest firings. A rotation keeps their number and makes the subtree of the second premise
// smaller, so rotating ends with a second premise that uses no unknown; the tree of e is smaller
// than that of h, so the same holds for it. Where c, d or e is h, the tree has a smaller one of
// h inside, so it is not one with the fewest firings, and nothing has to be rotated. ∎

// maxLinearized bounds the number of unknowns, the square of which is looked up in a table.
const maxLinearized = 2048

// linearize makes a system linear where all its proof trees can be rotated. It reports whether
// it has.
func (s *system) linearize() bool {
	t := s.rotations()
	if t == nil {
		return false
	}
	for h := range s.equations {
		for _, f := range s.equations[h].terms {
			if len(f.with) == 2 && !t.rotates(h, f) {
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

// rotations finds terms by their unknowns.
type rotations struct {
	*system
	pairs  []int32        // a·n+b → the number of a term with a and b, or 0
	terms  []production   // by number
	single map[[2]int]int // head, unknown → the number of a term with just that
}

// production is a term and what it concludes.
type production struct {
	head int
	term
}

func (s *system) rotations() *rotations {
	n := len(s.equations)
	if n > maxLinearized {
		return nil
	}
	t := &rotations{system: s, pairs: make([]int32, n*n), terms: make([]production, 1), single: map[[2]int]int{}}
	for h := range s.equations {
		for _, f := range s.equations[h].terms {
			number := len(t.terms)
			t.terms = append(t.terms, production{h, f})
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

// rotates reports whether every proof tree of h that ends with f can be rotated, whatever
// derives f's second premise.
func (t *rotations) rotates(h int, f term) bool {
	a, b := f.with[0], f.with[1]
	n := len(t.equations)
	t.tick(len(t.equations[b].terms))
	for _, g := range t.equations[b].terms {
		c := g.with[0]
		last := c // the premise that remains: d, or none where g has one premise only
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
		var second *production
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
