package layered

import "slices"

// crossings counts how often edges cross, in all.
func (g *graph) crossings() int {
	sum := 0
	for i := 1; i < len(g.layers); i++ {
		sum += g.between(i)
	}
	return sum
}

// between counts the crossings between a layer and the one above: the pairs of edges of
// which the upper ends are in one order and the lower ends in the other. It walks the edges
// by their upper ends and counts with a binary indexed tree.
func (g *graph) between(layer int) int {
	tree := make([]int, len(g.layers[layer])+1)
	sum, seen := 0, 0
	var ends []int
	for _, v := range g.layers[layer-1] {
		ends = ends[:0]
		for _, d := range g.vertices[v].down {
			ends = append(ends, g.pos[d])
		}
		for _, end := range ends {
			notRight := 0
			for i := end + 1; i > 0; i -= i & -i {
				notRight += tree[i]
			}
			sum += seen - notRight
		}
		for _, end := range ends {
			for i := end + 1; i < len(tree); i += i & -i {
				tree[i]++
			}
			seen++
		}
	}
	return sum
}

// saved is how many crossings it saves to exchange two adjacent vertices of a layer.
func (g *graph) saved(left, right int) int {
	l, r := &g.vertices[left], &g.vertices[right]
	return g.inverted(l.up, r.up) + g.inverted(l.down, r.down)
}

// inverted compares the pairs of neighbours that cross now with those that would cross after
// an exchange.
func (g *graph) inverted(left, right []int) int {
	now, then := 0, 0
	for _, a := range left {
		for _, b := range right {
			switch {
			case g.pos[a] > g.pos[b]:
				now++
			case g.pos[a] < g.pos[b]:
				then++
			}
		}
	}
	return now - then
}

// clone copies an order.
func clone(layers [][]int) [][]int {
	list := make([][]int, len(layers))
	for i, l := range layers {
		list[i] = slices.Clone(l)
	}
	return list
}
