package layered

import "math"

// How often the layers are placed anew, and how much a straight piece of an edge counts beside one
// between nodes.
const (
	narrowing = 24
	straight  = 6
)

// fits reports whether no layer is wider than a width by itself.
func (g *graph) fits(width float64) bool {
	for _, list := range g.layers {
		sum := 0.0
		for i, v := range list {
			if i == 0 {
				sum += g.vertices[v].w / 2
			} else {
				sum += g.apart(list[i-1], v)
			}
			if i == len(list)-1 {
				sum += g.vertices[v].w / 2
			}
		}
		if sum > width {
			return false
		}
	}
	return true
}

// within finds x for every vertex, from 0 to a width. Sweeps down and up place one layer after the
// other as near to its neighbours as its order, the gaps and the width let it be.
func (g *graph) within(x []float64, width float64) []float64 {
	x = append([]float64(nil), x...)
	low, high := math.Inf(1), math.Inf(-1)
	for _, at := range x {
		low, high = min(low, at), max(high, at)
	}
	for v := range x {
		x[v] = (x[v] - low) / max(high-low, 1) * width
	}
	for sweep := range narrowing {
		for i := range g.layers {
			layer, near := i, toUpper
			if sweep%2 == 1 {
				layer, near = len(g.layers)-1-i, toLower
			}
			if sweep >= narrowing/2 {
				near = toBoth
			}
			g.placeLayer(layer, x, width, near)
		}
	}
	return x
}

// placeLayer places the vertices of a layer. The sum of the squares of how far they are from where
// they are drawn to is the least: that is a regression with an order, which pooling adjacent
// violators solves; what leaves the width then goes to its border.
func (g *graph) placeLayer(layer int, x []float64, width float64, near neighbours) {
	list := g.layers[layer]
	type block struct {
		sum, weight float64
		first       int
	}
	var blocks []block
	offsets := make([]float64, len(list)) // of a vertex from the first one, where all are close
	for i, v := range list {
		if i > 0 {
			offsets[i] = offsets[i-1] + g.apart(list[i-1], v)
		}
		at, weight := g.drawn(v, x, near)
		b := block{(at - offsets[i]) * weight, weight, i}
		for len(blocks) > 0 && blocks[len(blocks)-1].sum/blocks[len(blocks)-1].weight >= b.sum/b.weight {
			last := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b = block{b.sum + last.sum, b.weight + last.weight, last.first}
		}
		blocks = append(blocks, b)
	}
	if len(list) == 0 {
		return
	}
	lowest := g.vertices[list[0]].w / 2
	highest := width - g.vertices[list[len(list)-1]].w/2 - offsets[len(list)-1]
	for k, b := range blocks {
		end := len(list)
		if k+1 < len(blocks) {
			end = blocks[k+1].first
		}
		at := max(min(b.sum/b.weight, highest), min(lowest, highest))
		for i := b.first; i < end; i++ {
			x[list[i]] = at + offsets[i]
		}
	}
}

// neighbours are those that a vertex is drawn to, where it has some.
type neighbours uint8

const (
	toBoth neighbours = iota
	toUpper
	toLower
)

// drawn is where a vertex is drawn to by its neighbours, and how much.
func (g *graph) drawn(v int, x []float64, near neighbours) (at, weight float64) {
	sum, n := 0.0, 0.0
	add := func(list []int) {
		for _, u := range list {
			w := 1.0
			if g.vertices[u].dummy() && g.vertices[v].dummy() {
				w = straight
			}
			sum, n = sum+w*x[u], n+w
		}
	}
	if near != toLower {
		add(g.vertices[v].up)
	}
	if near != toUpper || n == 0 {
		add(g.vertices[v].down)
	}
	if n == 0 {
		add(g.vertices[v].up)
	}
	if n == 0 {
		return x[v], 0.1
	}
	return sum / n, n
}
