package hazard

import (
	"slices"

	"molly/failure"
)

// maxPairs bounds how many omissions the order of two equal nodes looks at.
const maxPairs = 64

// Exchangeable says that in each of the sets any two nodes may be exchanged: this maps
// answers to answers. Of the answers that are each other's images, only some are found
// then; if there is an answer, one is left with the fewest faults, and the largest sum of
// crash times among those. The sets are sorted and have no node in common. This must be
// said before anything is required, and nothing may be required or excluded after the first
// question.
//
// Of two neighbours in a set the first one crashes no later than the second. So only the
// first few of a set can crash at all, as many as may crash in all; for the others, crashes
// are folded away. Where two neighbours both crash at the same time, or never, the first
// omission in the order of failure.Fault.Compare that the exchange changes happens to the
// first one, or the exchange changes none. docs/how-it-works.md proves that this leaves
// what it should.
func (s *Search) Exchangeable(sets [][]string) {
	s.equal = sets
	s.spared = map[string]bool{}
	for _, nodes := range sets {
		for _, n := range nodes[min(s.spec.Crashes, len(nodes)):] {
			s.spared[n] = true
		}
	}
}

// order makes the demands of Exchangeable, when all faults are known.
func (s *Search) order() {
	sets := s.equal
	s.equal = nil
	if len(sets) == 0 {
		return
	}
	of := s.faultsByNode()
	for n, list := range of {
		of[n] = slices.DeleteFunc(list, func(f knownFault) bool { return f.Kind == failure.Crash })
	}
	for _, nodes := range sets {
		for i := 1; i < len(nodes); i++ {
			x, y := nodes[i-1], nodes[i]
			if equal, ok := s.crashInOrder(x, y); ok {
				s.inOrder(x, y, of, equal)
			}
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
			s.inOrder(nodes[i-1], nodes[i], of, 0)
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
// true where they crash at the same time or never; 0 for one that always is, since neither
// can crash. It returns false when it cannot tell, because the question knows crashes of one
// of them only.
func (s *Search) crashInOrder(x, y string) (equal literal, ok bool) {
	first, second := s.faults.ladder[x], s.faults.ladder[y]
	switch {
	case first == nil && second == nil:
		return 0, true
	case first == nil || second == nil && !s.spared[y]:
		return 0, false
	case second == nil:
		s.exact(first)
		return -first.top(), true
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
	return equal, true
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
// pairs, that in the first pair that is not equal the earlier one happens. equal, where it
// is not 0, says when the demand applies. It looks no further than the question knows both
// faults of a pair.
func (s *Search) inOrder(x, y string, of map[string][]knownFault, equal literal) {
	exchange := func(n string) string {
		switch n {
		case x:
			return y
		case y:
			return x
		}
		return n
	}
	// The earlier one of each pair; those in which y occurs have x in their images.
	var pairs []failure.Fault
	for _, f := range of[x] {
		if image := f.Rename(exchange); f.Compare(image) < 0 {
			pairs = append(pairs, f.Fault)
		}
	}
	for _, f := range of[y] {
		if image := f.Rename(exchange); image.Compare(f.Fault) < 0 {
			pairs = append(pairs, image)
		}
	}
	slices.SortFunc(pairs, failure.Fault.Compare)
	pairs = slices.Compact(pairs)
	for _, f := range pairs[:min(maxPairs, len(pairs))] {
		first, known := s.faults.literal[f]
		second, also := s.faults.literal[f.Rename(exchange)]
		if !known || !also {
			return
		}
		next := s.newVar()
		unless := []literal{-equal}
		if equal == 0 {
			unless = nil
		}
		s.add(append(unless[:len(unless):len(unless)], first, -second)...)
		s.add(append(unless[:len(unless):len(unless)], first, next)...)
		s.add(append(unless[:len(unless):len(unless)], -second, next)...)
		equal = next
	}
}
