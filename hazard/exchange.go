package hazard

import (
	"slices"

	"molly/failure"
)

// maxPairs bounds how many omissions the order of two equal nodes looks at.
const maxPairs = 64

// Exchangeable says that in each of the sets any two nodes may be exchanged: this maps
// answers to answers. From now on, of the answers that are each other's images, only some
// are found; if there is an answer, one is left with the fewest faults, and the largest
// sum of crash times among those. The sets are sorted. Nothing may be required or excluded
// afterwards.
//
// Of two neighbours in a set the first one crashes no later than the second. Where both
// crash at the same time, or never, the first omission in the order of
// failure.Fault.Compare that the exchange changes happens to the first one, or the
// exchange changes none. docs/how-it-works.md proves that this leaves what it should.
func (s *Search) Exchangeable(sets [][]string) {
	of := s.faultsByNode()
	for _, nodes := range sets {
		for i := 1; i < len(nodes); i++ {
			x, y := nodes[i-1], nodes[i]
			omissions := slices.DeleteFunc(slices.Clone(of[x]), func(f knownFault) bool { return f.Kind == failure.Crash })
			s.inOrder(x, y, omissions, s.crashInOrder(x, y))
		}
	}
}

// FirstOfExchangeable is Exchangeable for who asks for the first answer by
// failure.Scenario.Compare: that one is left. It is the first of its images, so that of
// all faults, in order, that an exchange changes, the first happens in it.
func (s *Search) FirstOfExchangeable(sets [][]string) {
	of := s.faultsByNode()
	for _, nodes := range sets {
		for i := 1; i < len(nodes); i++ {
			s.inOrder(nodes[i-1], nodes[i], of[nodes[i-1]], 0)
		}
	}
}

// faultsByNode returns the known faults that each node has a part in, sorted.
func (s *Search) faultsByNode() map[string][]knownFault {
	of := map[string][]knownFault{}
	for _, f := range s.sortedFaults() {
		of[f.Node] = append(of[f.Node], f)
		if f.Kind == failure.Omission {
			of[f.To] = append(of[f.To], f)
		}
	}
	return of
}

// crashInOrder demands that x crashes no later than y. It returns a literal that must be
// true where they crash at the same time or never; 0, for one that always is, when
// crashes of one of them do not matter: then those of the other do not, either.
func (s *Search) crashInOrder(x, y string) (equal literal) {
	first, second := s.faults.ladder[x], s.faults.ladder[y]
	if first == nil || second == nil {
		return 0
	}
	s.exact(first)
	s.exact(second)
	equal = s.newVar()
	otherwise := []literal{equal}
	for t := range first.rung {
		s.add(-second.rung[t], first.rung[t])
		differ := s.newVar()
		s.add(-differ, first.rung[t])
		s.add(-differ, -second.rung[t])
		otherwise = append(otherwise, differ)
	}
	s.add(otherwise...)
	return equal
}

// exact makes the rungs false where the node has not crashed. No crash of it may become
// known later.
func (s *Search) exact(l *ladder) {
	if l.exact {
		return
	}
	l.exact = true
	crash := make([]literal, len(l.rung))
	for _, c := range l.crashes {
		crash[c.Time-1] = c.happens
	}
	for t, rung := range l.rung {
		clause := []literal{-rung}
		if t > 0 {
			clause = append(clause, l.rung[t-1])
		}
		if crash[t] != 0 {
			clause = append(clause, crash[t])
		}
		s.add(clause...)
	}
}

// inOrder demands of the given faults that exchanging x and y changes, which come in
// pairs, that in the first pair that is not equal the earlier one happens. Of each pair it
// is the earlier one in which x occurs. equal, where it is not 0, says when the demand
// applies.
func (s *Search) inOrder(x, y string, faults []knownFault, equal literal) {
	exchange := func(n string) string {
		switch n {
		case x:
			return y
		case y:
			return x
		}
		return n
	}
	pairs := 0
	for _, f := range faults {
		image := f.Rename(exchange)
		second, known := s.faults.literal[image]
		if !known || f.Compare(image) > 0 {
			continue // neither matters, or it is the same pair again
		}
		if pairs++; pairs > maxPairs {
			return
		}
		next := s.newVar()
		unless := []literal{-equal}
		if equal == 0 {
			unless = nil
		}
		s.add(append(unless[:len(unless):len(unless)], f.happens, -second)...)
		s.add(append(unless[:len(unless):len(unless)], f.happens, next)...)
		s.add(append(unless[:len(unless):len(unless)], -second, next)...)
		equal = next
	}
}
