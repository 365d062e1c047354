package layered

import (
	"fmt"

	"molly/viz/scene"
)

// Node is a node to be placed.
type Node struct {
	W, H  float64
	Layer int // from the top, from 0
	Lane  int // from the left, from 0
}

// Edge joins two nodes of different layers.
type Edge struct{ From, To int }

// Gaps are the distances that are kept.
type Gaps struct {
	Nodes  float64 // between nodes of a layer
	Edges  float64 // between an edge and what is beside it
	Layers float64 // between layers, at least
	Lanes  float64 // between lanes
	// LaneWidths are the least widths of lanes, by lane; it may be shorter.
	LaneWidths []float64
	// Width, where it is not 0, is how wide the layout is at most, if no layer is wider by itself.
	// It is for one lane.
	Width float64
}

// Layout is where everything is, from 0 to W and from 0 to H.
type Layout struct {
	Boxes  []scene.Box  // by node
	Layers []Span       // of y, by layer
	Lanes  []Span       // of x, by lane
	Routes []scene.Path // by edge, from the upper node to the lower one
	W, H   float64
	// Crossings is how often edges cross, where each piece between two layers counts.
	Crossings int
}

// Span is a part of an axis.
type Span struct{ Low, High float64 }

// vertex is a node, or a dummy that represents edges.
type vertex struct {
	w, h        float64
	layer, lane int
	target      int   // of a dummy, the node at which its edges end; of a node -1
	up, down    []int // neighbours, one layer above and below
}

func (v *vertex) dummy() bool { return v.target >= 0 }

// graph is a graph with dummies. The first vertices are the nodes.
type graph struct {
	gaps     Gaps
	vertices []vertex
	layers   [][]int // vertices, from left to right
	pos      []int   // of a vertex in its layer
	chains   [][]int // by edge: its vertices, from the upper node to the lower one
	lanes    int
}

// Compute lays out a graph. It panics where an edge stays in a layer.
func Compute(nodes []Node, edges []Edge, gaps Gaps) *Layout {
	g := newGraph(nodes, edges, gaps)
	crossings := g.order()
	x, lanes := g.places()
	if w := gaps.Width; w > 0 && g.lanes == 1 && lanes[0].High-lanes[0].Low > w && g.fits(w) {
		x, lanes = g.within(x, w), []Span{{0, w}}
	}
	l := g.routed(x, lanes, edges, len(nodes))
	l.Crossings = crossings
	return l
}

func newGraph(nodes []Node, edges []Edge, gaps Gaps) *graph {
	g := &graph{gaps: gaps, lanes: 1}
	depth := 0
	for _, n := range nodes {
		g.vertices = append(g.vertices, vertex{w: n.W, h: n.H, layer: n.Layer, lane: n.Lane, target: -1})
		depth = max(depth, n.Layer+1)
		g.lanes = max(g.lanes, n.Lane+1)
	}
	g.layers = make([][]int, depth)
	type place struct{ target, layer int }
	dummies := map[place]int{}
	joined := map[[2]int]bool{}
	join := func(up, down int) {
		if !joined[[2]int{up, down}] {
			joined[[2]int{up, down}] = true
			g.vertices[up].down = append(g.vertices[up].down, down)
			g.vertices[down].up = append(g.vertices[down].up, up)
		}
	}
	for _, e := range edges {
		up, down := e.From, e.To
		if nodes[up].Layer == nodes[down].Layer {
			panic(fmt.Sprintf("layered: the edge from %d to %d stays in layer %d", up, down, nodes[up].Layer))
		}
		if nodes[up].Layer > nodes[down].Layer {
			up, down = down, up
		}
		chain := []int{up}
		for layer := nodes[up].Layer + 1; layer < nodes[down].Layer; layer++ {
			p := place{down, layer}
			d, known := dummies[p]
			if !known {
				d = len(g.vertices)
				dummies[p] = d
				g.vertices = append(g.vertices, vertex{layer: layer, lane: nodes[down].Lane, target: down})
			}
			chain = append(chain, d)
		}
		chain = append(chain, down)
		for i := 1; i < len(chain); i++ {
			join(chain[i-1], chain[i])
		}
		g.chains = append(g.chains, chain)
	}
	g.pos = make([]int, len(g.vertices))
	return g
}
