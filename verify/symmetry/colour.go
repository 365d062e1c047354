package symmetry

import "slices"

// colouring gives each node a colour: a hash of what is known about its place in the
// program. It does not depend on the numbers or names of nodes, so that a symmetry maps a
// node to one of the same colour.
type colouring []uint64

// refine recolours the nodes by the clauses in which they occur until that distinguishes no
// further nodes apart.
func (s *search) refine(c colouring) colouring {
	count := c.distinct()
	for count < len(c) {
		next := s.recolour(c)
		if n := next.distinct(); n > count {
			c, count = next, n
			continue
		}
		break
	}
	return c
}

func (c colouring) distinct() int {
	sorted := slices.Clone(c)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// recolour is one round: the new colour of a node is its old one, with those of all that
// it occurs with. Occurrences are summed up, so their order does not matter.
func (s *search) recolour(c colouring) colouring {
	s.work -= s.size
	sums := make(colouring, len(c))
	for _, cl := range s.clauses {
		whole := uint64(0)
		for i, l := range cl.literals {
			s.hashes[i] = l.hash(c)
			if i == 0 {
				whole = mix(7, s.hashes[0])
			} else {
				whole += mix(8, s.hashes[i])
			}
		}
		for i, l := range cl.literals {
			for position, n := range l.nodes {
				h := mix(whole, s.hashes[i])
				if i == 0 {
					h = mix(h, 9)
				}
				sums[n] += mix(h, uint64(position))
			}
		}
	}
	for n := range sums {
		sums[n] = mix(c[n], sums[n])
	}
	return sums
}

func (l literal) hash(c colouring) uint64 {
	h := l.shape
	for _, n := range l.nodes {
		h = mix(h, c[n])
	}
	return h
}

// mark gives one node a unique colour, the same in every colouring that has marked as
// many nodes.
func (c colouring) mark(node, marks int) colouring {
	marked := slices.Clone(c)
	marked[node] = mix(mix(c[node], 11), uint64(marks))
	return marked
}

// alike reports whether two colourings have the same colours, each as often.
func alike(c, d colouring) bool {
	c, d = slices.Clone(c), slices.Clone(d)
	slices.Sort(c)
	slices.Sort(d)
	return slices.Equal(c, d)
}
