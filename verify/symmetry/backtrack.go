package symmetry

// stabilizers adds generators until they generate all symmetries: for each node, from the
// last one on, those that leave all earlier nodes alone and take it to each place that
// they can (Schreier and Sims's strong generating set).
//
// Where the work becomes too much, it takes back what it added: exchanges inside classes
// are a group by themselves.
func (s *search) stabilizers(g *Group, colours colouring) {
	if s.settled(g, colours) {
		g.complete = true
		return
	}
	transpositions := len(g.generators)
	chain := []colouring{colours} // chain[i]: with the first i nodes marked
	for i := range s.nodes {
		chain = append(chain, s.refine(chain[i].mark(i, i)))
	}
	for i := len(s.nodes) - 1; i >= 0; i-- {
		orbit := newUnion(len(s.nodes))
		for _, image := range g.generators {
			if fixes(image, i) {
				orbit.mergeImages(image)
			}
		}
		for j := i + 1; j < len(s.nodes) && s.work > 0; j++ {
			if chain[i][j] != chain[i][i] || orbit.find(j) == orbit.find(i) {
				continue
			}
			if image := s.extend(chain[i+1], s.refine(chain[i].mark(j, i)), i+1); image != nil {
				g.generators = append(g.generators, image)
				orbit.mergeImages(image)
			}
		}
	}
	if g.complete = s.work > 0; !g.complete {
		g.generators = g.generators[:transpositions]
	}
}

// settled reports whether all nodes of a colour may be exchanged already.
func (s *search) settled(g *Group, colours colouring) bool {
	first := map[uint64]int{}
	for n, c := range colours {
		if _, seen := first[c]; !seen {
			first[c] = n
		}
		if g.class[n] != first[c] {
			return false
		}
	}
	return true
}

// extend looks for a symmetry that maps each node to one whose colour in to is its colour
// in from. marks is how many nodes have been marked in both.
func (s *search) extend(from, to colouring, marks int) []int {
	if s.work <= 0 || !alike(from, to) {
		return nil
	}
	n := firstShared(from)
	if n < 0 {
		image := make([]int, len(from))
		at := make(map[uint64]int, len(to))
		for m, c := range to {
			at[c] = m
		}
		for m, c := range from {
			image[m] = at[c]
		}
		s.work -= s.size
		if s.verify.same(image) {
			return image
		}
		return nil
	}
	marked := s.refine(from.mark(n, marks))
	for m, c := range to {
		if c != from[n] {
			continue
		}
		if image := s.extend(marked, s.refine(to.mark(m, marks)), marks+1); image != nil {
			return image
		}
	}
	return nil
}

// firstShared returns the first node that shares its colour, or -1.
func firstShared(c colouring) int {
	count := make(map[uint64]int, len(c))
	for _, colour := range c {
		count[colour]++
	}
	for n, colour := range c {
		if count[colour] > 1 {
			return n
		}
	}
	return -1
}
