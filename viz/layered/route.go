package layered

import (
	"cmp"
	"math"
	"slices"

	"molly/viz/scene"
)

// steepest is how many points of height there are, at least, for a point that an edge goes
// to the side.
const steepest = 0.16

// routed finds the heights of layers, and the ways of edges.
func (g *graph) routed(x []float64, lanes []Span, edges []Edge, nodes int) *Layout {
	l := &Layout{Lanes: lanes}
	ports := g.ports(x)
	y := 0.0
	for i, list := range g.layers {
		height := 0.0
		for _, v := range list {
			height = max(height, g.vertices[v].h)
		}
		if i > 0 {
			y += g.gapAbove(i, x, ports)
		}
		l.Layers = append(l.Layers, Span{y, y + height})
		y += height
	}
	l.H = y
	if len(lanes) > 0 {
		l.W = lanes[len(lanes)-1].High
	}
	for v := range nodes {
		n := &g.vertices[v]
		s := l.Layers[n.layer]
		l.Boxes = append(l.Boxes, scene.Around(scene.Point{X: x[v], Y: (s.Low + s.High) / 2}, n.w, n.h))
	}
	for i := range edges {
		l.Routes = append(l.Routes, g.route(l, g.chains[i], x, ports))
	}
	return l
}

// gapAbove is the distance of a layer from the one above it: more, where edges go far to the
// side.
func (g *graph) gapAbove(layer int, x []float64, ports map[[2]int]float64) float64 {
	far := 0.0
	for _, u := range g.layers[layer-1] {
		for _, d := range g.vertices[u].down {
			far = max(far, math.Abs(ports[[2]int{u, d}]-x[d]))
		}
	}
	return min(max(g.gaps.Layers, steepest*far), 4*g.gaps.Layers)
}

// ports are the places at which edges leave the lower side of vertices: beside each other, in
// the order of where they go.
func (g *graph) ports(x []float64) map[[2]int]float64 {
	ports := map[[2]int]float64{}
	for u := range g.vertices {
		down := slices.Clone(g.vertices[u].down)
		slices.SortFunc(down, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(a, b)) })
		room := 0.7 * g.vertices[u].w
		step := min(room/float64(max(1, len(down))), 2*g.gaps.Edges)
		for i, d := range down {
			ports[[2]int{u, d}] = x[u] + step*(float64(i)-float64(len(down)-1)/2)
		}
	}
	return ports
}

// route goes from an upper node to a lower one: upright beside the nodes of a layer, and over
// to the next place between layers.
func (g *graph) route(l *Layout, chain []int, x []float64, ports map[[2]int]float64) scene.Path {
	first := chain[0]
	at := scene.Point{X: ports[[2]int{first, chain[1]}], Y: l.Boxes[first].Y1}
	p := scene.Polyline(at)
	upright := func(y float64) {
		if math.Abs(at.Y-y) <= 0.01 {
			return
		}
		at.Y = y
		if last := &p.Steps[len(p.Steps)-1]; last.Kind == scene.Line { // it is upright, too
			last.To = at
			return
		}
		p.Steps = append(p.Steps, scene.Step{Kind: scene.Line, To: at})
	}
	for _, v := range chain[1:] {
		layer := g.vertices[v].layer
		upright(l.Layers[layer-1].High)
		to := scene.Point{X: x[v], Y: l.Layers[layer].Low}
		if math.Abs(to.X-at.X) < 0.01 {
			upright(to.Y)
			continue
		}
		middle := (at.Y + to.Y) / 2
		p.Steps = append(p.Steps, scene.Step{
			Kind: scene.Curve, To: to, C1: scene.Point{X: at.X, Y: middle}, C2: scene.Point{X: to.X, Y: middle},
		})
		at = to
	}
	upright(l.Boxes[chain[len(chain)-1]].Y0)
	return p
}
