package layered

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// The order is searched by several starts, each with sweeps until so many in a row do not
// help, and then by restarts from the best order, shuffled in part.
const (
	mostSweeps = 24
	patience   = 6
	// effort bounds the restarts: they are as many as go into it with the graph's size.
	effort = 12_000
	// large is a number of vertices from which on the search takes less trouble.
	large = 4000
)

// order finds the order of each layer, and returns its crossings.
func (g *graph) order() int {
	best, fewest := [][]int(nil), 0
	try := func() {
		layers, n := g.improved()
		if best == nil || n < fewest {
			best, fewest = layers, n
		}
	}
	for _, start := range []func(){g.depthFirst, g.depthFirstFromRight, g.asGiven} {
		if best == nil || len(g.vertices) <= large && fewest > 0 {
			start()
			try()
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) // the same each time
	for range min(40, effort/max(1, len(g.vertices))) {
		if fewest == 0 {
			break
		}
		g.shuffle(best, random)
		try()
	}
	g.use(best)
	return fewest
}

// shuffle starts from an order in which some adjacent vertices are exchanged, and a few far
// from each other.
func (g *graph) shuffle(layers [][]int, random *rand.Rand) {
	layers = clone(layers)
	for _, l := range layers {
		for k := 1; k < len(l); k++ {
			other := k - 1
			if random.IntN(6) == 0 {
				other = random.IntN(len(l))
			}
			if random.IntN(3) == 0 && g.vertices[l[k]].lane == g.vertices[l[other]].lane {
				l[k], l[other] = l[other], l[k]
			}
		}
	}
	g.use(layers)
}

// use makes an order the current one.
func (g *graph) use(layers [][]int) {
	g.layers = layers
	for _, l := range layers {
		for i, v := range l {
			g.pos[v] = i
		}
	}
}

// improved sweeps from the current order, and returns the best.
func (g *graph) improved() (best [][]int, fewest int) {
	best, fewest = clone(g.layers), g.crossings()
	for sweep, idle := 0, 0; sweep < mostSweeps && idle < patience && fewest > 0; sweep++ {
		if sweep%2 == 0 {
			for i := 1; i < len(g.layers); i++ {
				g.sort(i, true, sweep%4 == 2)
			}
		} else {
			for i := len(g.layers) - 2; i >= 0; i-- {
				g.sort(i, false, sweep%4 == 3)
			}
		}
		g.transpose()
		if n := g.crossings(); n < fewest {
			best, fewest, idle = clone(g.layers), n, 0
		} else {
			idle++
		}
	}
	return best, fewest
}

// sort brings a layer in the order of the barycentres of the vertices' neighbours above or
// below. One without neighbours stays where it is. Equal ones keep their order, or turn it
// round, so that not every sweep ends in the same place.
func (g *graph) sort(layer int, above, turn bool) {
	list := g.layers[layer]
	if turn {
		slices.Reverse(list)
	}
	centre := make(map[int]float64, len(list))
	last := -1.0
	if turn {
		last = float64(len(g.vertices))
	}
	for _, v := range list {
		near := g.vertices[v].down
		if above {
			near = g.vertices[v].up
		}
		if len(near) == 0 {
			centre[v] = last
			continue
		}
		sum := 0
		for _, n := range near {
			sum += g.pos[n]
		}
		last = float64(sum) / float64(len(near))
		centre[v] = last
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.vertices[a].lane, g.vertices[b].lane), cmp.Compare(centre[a], centre[b]))
	})
	for i, v := range list {
		g.pos[v] = i
	}
}

// transpose exchanges adjacent vertices as long as that saves crossings.
func (g *graph) transpose() {
	rounds := 10
	if len(g.vertices) > large {
		rounds = 2
	}
	dirty := make([]bool, len(g.layers))
	for i := range dirty {
		dirty[i] = true
	}
	for better := true; better && rounds > 0; rounds-- {
		better = false
		for i, list := range g.layers {
			if !dirty[i] {
				continue
			}
			dirty[i] = false
			for k := 1; k < len(list); k++ {
				u, v := list[k-1], list[k]
				if g.vertices[u].lane != g.vertices[v].lane || g.saved(u, v) <= 0 {
					continue
				}
				list[k-1], list[k] = v, u
				g.pos[v], g.pos[u] = k-1, k
				better = true
				for j := max(0, i-1); j <= min(len(dirty)-1, i+1); j++ {
					dirty[j] = true
				}
			}
		}
	}
}

// depthFirst orders the layers as a walk from the top comes upon their vertices.
func (g *graph) depthFirst() { g.walked(false) }

// depthFirstFromRight is the same, with the last neighbours first.
func (g *graph) depthFirstFromRight() { g.walked(true) }

func (g *graph) walked(fromRight bool) {
	layers := make([][]int, len(g.layers))
	seen := make([]bool, len(g.vertices))
	var walk func(v int)
	walk = func(v int) {
		if seen[v] {
			return
		}
		seen[v] = true
		layer := g.vertices[v].layer
		layers[layer] = append(layers[layer], v)
		down := g.vertices[v].down
		for i := range down {
			if fromRight {
				walk(down[len(down)-1-i])
			} else {
				walk(down[i])
			}
		}
	}
	tops := make([]int, len(g.vertices))
	for i := range tops {
		tops[i] = i
	}
	slices.SortStableFunc(tops, func(a, b int) int { return cmp.Compare(g.vertices[a].layer, g.vertices[b].layer) })
	for _, v := range tops {
		walk(v)
	}
	g.useInLanes(layers)
}

// asGiven orders the layers by the numbers of their vertices.
func (g *graph) asGiven() {
	layers := make([][]int, len(g.layers))
	for v := range g.vertices {
		layer := g.vertices[v].layer
		layers[layer] = append(layers[layer], v)
	}
	g.useInLanes(layers)
}

func (g *graph) useInLanes(layers [][]int) {
	for _, l := range layers {
		slices.SortStableFunc(l, func(a, b int) int { return cmp.Compare(g.vertices[a].lane, g.vertices[b].lane) })
	}
	g.use(layers)
}
