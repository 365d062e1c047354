package layered

import (
	"math"
	"slices"
)

// places finds x for every vertex, lane by lane.
func (g *graph) places() (x []float64, lanes []Span) {
	x = make([]float64, len(g.vertices))
	at := 0.0
	for lane := range g.lanes {
		least := 0.0
		if lane < len(g.gaps.LaneWidths) {
			least = g.gaps.LaneWidths[lane]
		}
		c := g.column(lane)
		low, high := c.place(x)
		width := max(high-low, least)
		shift := at - low + (width-(high-low))/2
		for _, l := range c.layers {
			for _, v := range l {
				x[v] += shift
			}
		}
		lanes = append(lanes, Span{at, at + width})
		at += width + g.gaps.Lanes
	}
	return x, lanes
}

// column is the part of a graph in one lane.
type column struct {
	*graph
	lane   int
	layers [][]int
	// conflicts are the edges that cross an edge between dummies, which must be straight.
	conflicts map[[2]int]bool
}

func (g *graph) column(lane int) *column {
	c := &column{graph: g, lane: lane, conflicts: map[[2]int]bool{}}
	for _, l := range g.layers {
		var list []int
		for _, v := range l {
			if g.vertices[v].lane == lane {
				list = append(list, v)
			}
		}
		c.layers = append(c.layers, list)
	}
	c.findConflicts()
	return c
}

// near are a vertex's neighbours above or below in the same lane, from left to right. A
// dummy looks only at other dummies of its edges, where there are some.
func (c *column) near(v int, above bool) []int {
	all := c.vertices[v].down
	if above {
		all = c.vertices[v].up
	}
	var list, dummies []int
	for _, w := range all {
		if c.vertices[w].lane != c.lane {
			continue
		}
		list = append(list, w)
		if c.vertices[v].dummy() && c.vertices[w].dummy() {
			dummies = append(dummies, w)
		}
	}
	if dummies != nil {
		list = dummies
	}
	slices.SortFunc(list, func(a, b int) int { return c.pos[a] - c.pos[b] })
	return list
}

// inner reports whether an edge goes from dummy to dummy.
func (c *column) inner(up, down int) bool {
	return c.vertices[up].dummy() && c.vertices[down].dummy()
}

// findConflicts marks the edges that cross an inner one. Of two inner ones that cross, the
// right one is marked.
func (c *column) findConflicts() {
	for i := 1; i < len(c.layers); i++ {
		type edge struct{ up, down int }
		var inner []edge
		for _, u := range c.layers[i-1] {
			for _, d := range c.vertices[u].down {
				if c.vertices[d].lane == c.lane && c.inner(u, d) {
					inner = append(inner, edge{u, d})
				}
			}
		}
		if inner == nil {
			continue
		}
		for _, u := range c.layers[i-1] {
			for _, d := range c.vertices[u].down {
				if c.vertices[d].lane != c.lane {
					continue
				}
				for _, e := range inner {
					over, under := c.pos[u]-c.pos[e.up], c.pos[d]-c.pos[e.down]
					if over*under < 0 && (!c.inner(u, d) || over > 0) {
						c.conflicts[[2]int{u, d}] = true
					}
				}
			}
		}
	}
}

// place gives the vertices of a column their x: the average of the two middle ones of four
// placements, which lean to the upper or lower and to the left or right neighbours.
func (c *column) place(x []float64) (low, high float64) {
	var all [4][]float64
	narrowest, width := 0, math.Inf(1)
	for i := range all {
		above, left := i < 2, i%2 == 0
		all[i] = c.leaning(above, left)
		if lo, hi := c.extent(all[i]); hi-lo < width {
			narrowest, width = i, hi-lo
		}
	}
	lo, hi := c.extent(all[narrowest])
	for i := range all {
		l, h := c.extent(all[i])
		shift := lo - l
		if i%2 == 1 {
			shift = hi - h
		}
		for v := range all[i] {
			all[i][v] += shift
		}
	}
	for _, list := range c.layers {
		for _, v := range list {
			four := []float64{all[0][v], all[1][v], all[2][v], all[3][v]}
			slices.Sort(four)
			x[v] = (four[1] + four[2]) / 2
		}
	}
	return c.extent(x)
}

// extent is how far the vertices reach to the left and right.
func (c *column) extent(x []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, list := range c.layers {
		for _, v := range list {
			half := c.vertices[v].w / 2
			low, high = min(low, x[v]-half), max(high, x[v]+half)
		}
	}
	if low > high {
		return 0, 0
	}
	return low, high
}

// apart is how far the middles of two adjacent vertices must be.
func (g *graph) apart(u, v int) float64 {
	gap := g.gaps.Nodes
	if g.vertices[u].dummy() || g.vertices[v].dummy() {
		gap = g.gaps.Edges
	}
	return (g.vertices[u].w+g.vertices[v].w)/2 + gap
}

// leaning aligns vertices with the median of their neighbours, and packs the blocks of aligned
// vertices to the left or right.
func (c *column) leaning(above, left bool) []float64 {
	layers := make([][]int, len(c.layers))
	for i, l := range c.layers {
		list := slices.Clone(l)
		if !left {
			slices.Reverse(list)
		}
		layers[i] = list
	}
	rank := make([]int, len(c.vertices))
	for _, l := range layers {
		for i, v := range l {
			rank[v] = i
		}
	}
	root := c.align(layers, rank, above, left)
	x := c.packed(layers, root)
	if !left {
		for v := range x {
			x[v] = -x[v]
		}
	}
	return x
}

// align makes blocks: vertices that will be straight below each other. It returns the
// vertex that each block is named for.
func (c *column) align(layers [][]int, rank []int, above, left bool) []int {
	root := make([]int, len(c.vertices))
	for v := range root {
		root[v] = v
	}
	for i := range layers {
		list := layers[i]
		if !above {
			list = layers[len(layers)-1-i]
		}
		last := -1
		for _, v := range list {
			near := c.near(v, above)
			if len(near) == 0 {
				continue
			}
			if !left {
				slices.Reverse(near)
			}
			middle := [...]int{(len(near) - 1) / 2, len(near) / 2}
			for _, m := range middle {
				w := near[m]
				edge := [2]int{w, v}
				if !above {
					edge = [2]int{v, w}
				}
				if root[v] == v && last < rank[w] && !c.conflicts[edge] {
					root[v] = root[w]
					last = rank[w]
				}
			}
		}
	}
	return root
}

// packed gives blocks the least x that keeps the distances, and then pulls each as near to
// its right neighbours as that allows.
func (c *column) packed(layers [][]int, root []int) []float64 {
	type bound struct {
		block int
		apart float64
	}
	before, after := map[int][]bound{}, map[int][]bound{}
	waiting := map[int]int{} // blocks to the left that have no place yet
	var blocks []int
	for _, l := range layers {
		for i, v := range l {
			if root[v] == v {
				blocks = append(blocks, v)
			}
			if i == 0 {
				continue
			}
			a, b := root[l[i-1]], root[v]
			d := c.apart(l[i-1], v)
			before[b] = append(before[b], bound{a, d})
			after[a] = append(after[a], bound{b, d})
			waiting[b]++
		}
	}
	at := make([]float64, len(c.vertices))
	var sorted []int
	for _, b := range blocks {
		if waiting[b] == 0 {
			sorted = append(sorted, b)
		}
	}
	for i := 0; i < len(sorted); i++ {
		for _, n := range after[sorted[i]] {
			if waiting[n.block]--; waiting[n.block] == 0 {
				sorted = append(sorted, n.block)
			}
		}
	}
	for _, b := range sorted {
		for _, p := range before[b] {
			at[b] = max(at[b], at[p.block]+p.apart)
		}
	}
	for _, b := range slices.Backward(sorted) {
		right := math.Inf(1)
		for _, n := range after[b] {
			right = min(right, at[n.block]-n.apart)
		}
		if !math.IsInf(right, 1) {
			at[b] = max(at[b], right)
		}
	}
	x := make([]float64, len(c.vertices))
	for _, l := range layers {
		for _, v := range l {
			x[v] = at[root[v]]
		}
	}
	return x
}
