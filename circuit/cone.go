package circuit

// Cone returns the nodes that the given literals depend on, themselves included,
// as positive literals with children before parents. The constant is left out.
func (c *Circuit) Cone(roots ...Lit) []Lit {
	high := 0
	for _, r := range roots {
		high = max(high, r.Node())
	}
	needed := make([]bool, high+1)
	for _, r := range roots {
		needed[r.Node()] = true
	}
	count := 0
	for n := high; n > 0; n-- {
		if !needed[n] {
			continue
		}
		count++
		for _, l := range c.lits[c.start[n]:c.start[n+1]] {
			needed[l.Node()] = true
		}
	}
	cone := make([]Lit, 0, count)
	for n := 1; n <= high; n++ {
		if needed[n] {
			cone = append(cone, Lit(n<<1))
		}
	}
	return cone
}
