package layered

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"molly/viz/scene"
)

// random makes a graph like a lineage: each node but the first rests below one that is
// already there, some below several, a few far below.
func random(seed uint64, n, lanes int) ([]Node, []Edge) {
	r := rand.New(rand.NewPCG(seed, 1))
	nodes := []Node{{W: 60, H: 18}}
	var edges []Edge
	for i := 1; i < n; i++ {
		up := r.IntN(i)
		if i > 12 && r.IntN(3) > 0 {
			up = i - 1 - r.IntN(12)
		}
		node := Node{W: 20 + float64(r.IntN(90)), H: 10 + float64(r.IntN(3))*8, Layer: nodes[up].Layer + 1, Lane: r.IntN(lanes)}
		if r.IntN(8) == 0 {
			node.Layer += r.IntN(4)
		}
		nodes = append(nodes, node)
		edges = append(edges, Edge{up, i})
		for range r.IntN(3) / 2 * (1 + r.IntN(2)) {
			if other := r.IntN(i); nodes[other].Layer != node.Layer {
				edges = append(edges, Edge{other, i})
			}
		}
	}
	return nodes, edges
}

var gaps = Gaps{Nodes: 10, Edges: 7, Layers: 16, Lanes: 20}

// No edge touches a node that it does not end at; nodes keep their distances, and stay in
// their layers and lanes.
func TestNothingTouches(t *testing.T) {
	for seed := range uint64(60) {
		lanes := 1 + int(seed%4)
		nodes, edges := random(seed, 5+int(seed)*2, lanes)
		l := Compute(nodes, edges, gaps)
		if lanes == 1 { // as narrow as its widest layer
			g, narrow := newGraph(nodes, edges, gaps), gaps
			g.asGiven()
			for _, list := range g.layers {
				width := -gaps.Nodes
				for _, v := range list {
					if width += g.vertices[v].w + gaps.Nodes; g.vertices[v].dummy() {
						width += gaps.Edges - gaps.Nodes
					}
				}
				narrow.Width = max(narrow.Width, width)
			}
			if wide := l.W; wide > narrow.Width {
				if l = Compute(nodes, edges, narrow); l.W > narrow.Width+0.01 {
					t.Fatalf("seed %d: it is %v wide, and has room in %v", seed, l.W, narrow.Width)
				}
			}
		}
		for i, b := range l.Boxes {
			layer, lane := l.Layers[nodes[i].Layer], l.Lanes[nodes[i].Lane]
			if b.Y0 < layer.Low-0.01 || b.Y1 > layer.High+0.01 || b.X0 < lane.Low-0.01 || b.X1 > lane.High+0.01 {
				t.Fatalf("seed %d: node %d at %v leaves layer %v or lane %v", seed, i, b, layer, lane)
			}
			for j := range i {
				if b.Grown(4.9).Overlaps(l.Boxes[j].Grown(4.9)) && nodes[i].Layer == nodes[j].Layer {
					t.Fatalf("seed %d: nodes %d and %d are too close", seed, i, j)
				}
			}
		}
		for k, e := range edges {
			flat := l.Routes[k].Flat()
			up, down := l.Boxes[e.From], l.Boxes[e.To]
			if nodes[e.From].Layer > nodes[e.To].Layer {
				up, down = down, up
			}
			first, last := flat[0], flat[len(flat)-1]
			if first.Y != up.Y1 || first.X < up.X0 || first.X > up.X1 || last.Y-down.Y0 > 0.011 || last.X < down.X0 || last.X > down.X1 {
				t.Fatalf("seed %d: edge %d goes from %v to %v, the nodes are %v and %v", seed, k, first, last, up, down)
			}
			for i, b := range l.Boxes {
				if i == e.From || i == e.To {
					continue
				}
				for p := 1; p < len(flat); p++ {
					if b.Grown(-0.02).Meets(flat[p-1], flat[p]) {
						t.Fatalf("seed %d: the edge %v touches node %d", seed, e, i)
					}
				}
			}
		}
	}
}

// The number of crossings is that of the pairs of edges between two layers whose ends are in
// different orders.
func TestCrossings(t *testing.T) {
	for seed := range uint64(40) {
		nodes, edges := random(seed, 30, 1)
		g := newGraph(nodes, edges, gaps)
		got := g.order()
		want := 0
		for _, list := range g.layers {
			type piece struct{ up, down int }
			var pieces []piece
			for _, u := range list {
				for _, d := range g.vertices[u].down {
					pieces = append(pieces, piece{g.pos[u], g.pos[d]})
				}
			}
			for i, a := range pieces {
				for _, b := range pieces[:i] {
					if (a.up-b.up)*(a.down-b.down) < 0 {
						want++
					}
				}
			}
		}
		if got != want {
			t.Errorf("seed %d: %d crossings are counted, there are %d", seed, got, want)
		}
	}
}

// Trees and ladders have no crossings.
func TestPlanar(t *testing.T) {
	var nodes []Node
	var edges []Edge
	for i := range 63 {
		layer := 0
		for j := i; j > 0; j = (j - 1) / 2 {
			layer++
		}
		nodes = append(nodes, Node{W: 20, H: 10, Layer: layer})
		if i > 0 {
			edges = append(edges, Edge{(i - 1) / 2, i})
		}
	}
	if l := Compute(nodes, edges, gaps); l.Crossings != 0 {
		t.Errorf("a tree has %d crossings", l.Crossings)
	}
}

// A long edge beside a ladder of nodes is straight.
func TestLongEdgesAreStraight(t *testing.T) {
	nodes := []Node{{W: 40, H: 10}}
	edges := []Edge{{0, 9}}
	for i := 1; i < 10; i++ {
		nodes = append(nodes, Node{W: 40, H: 10, Layer: i})
		edges = append(edges, Edge{i - 1, i})
	}
	l := Compute(nodes, edges, gaps)
	curves := 0
	for _, s := range l.Routes[0].Steps {
		if s.Kind == scene.Curve {
			curves++
		}
	}
	if curves > 2 {
		t.Errorf("the long edge has %d curves", curves)
	}
}

func TestDeterministic(t *testing.T) {
	nodes, edges := random(7, 200, 3)
	if first, second := Compute(nodes, edges, gaps), Compute(nodes, edges, gaps); !reflect.DeepEqual(first, second) {
		t.Error("two layouts of one graph differ")
	}
}

// Edges cross in no more places than in Graphviz's layout of the same layers, where there is
// one to compare with. Edges that run together cross another one once.
func TestAgainstGraphviz(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no Graphviz here: nothing to compare with")
	}
	const size = 50
	ours, theirs := 0, 0
	for seed := range uint64(12) {
		nodes, edges := random(seed, size, 1)
		for i, e := range edges { // Graphviz has no edges that go up
			if nodes[e.To].Layer < nodes[e.From].Layer {
				edges[i] = Edge{e.To, e.From}
			}
		}
		l := Compute(nodes, edges, gaps)
		a, b := l.Crossings, meetings(graphviz(t, nodes, edges), edges)
		t.Logf("seed %d: %d crossings, Graphviz %d", seed, a, b)
		ours += a
		theirs += b
	}
	t.Logf("in all %d crossings, Graphviz %d", ours, theirs)
	if ours > theirs*11/10 {
		t.Errorf("%d crossings, Graphviz has %d", ours, theirs)
	}
}

// meetings counts the pairs of edges without a common end that cross.
func meetings(lines [][]scene.Point, edges []Edge) int {
	n := 0
	for i := range lines {
		for j := range i {
			a, b := edges[i], edges[j]
			if a.From == b.From || a.To == b.To || a.From == b.To || a.To == b.From {
				continue
			}
			if cross(lines[i], lines[j]) {
				n++
			}
		}
	}
	return n
}

func cross(a, b []scene.Point) bool {
	side := func(p, q, r scene.Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	for i := 1; i < len(a); i++ {
		for j := 1; j < len(b); j++ {
			p, q, r, s := a[i-1], a[i], b[j-1], b[j]
			if side(p, q, r)*side(p, q, s) < 0 && side(r, s, p)*side(r, s, q) < 0 {
				return true
			}
		}
	}
	return false
}

// graphviz lets dot lay out a graph, and returns its edges.
func graphviz(t *testing.T, nodes []Node, edges []Edge) [][]scene.Point {
	t.Helper()
	var text strings.Builder
	text.WriteString("digraph { node [shape=box, fixedsize=true];\n")
	for i, n := range nodes {
		fmt.Fprintf(&text, "%d [width=%.3f, height=%.3f];\n", i, n.W/72, n.H/72)
	}
	for k, e := range edges {
		fmt.Fprintf(&text, "%d -> %d [comment=%d, arrowhead=none, label=\"\", id=%d];\n", e.From, e.To, k, k)
	}
	for i, n := range nodes { // the same layers
		if n.Layer > 0 {
			fmt.Fprintf(&text, "l%d -> l%d [style=invis];\n", n.Layer-1, n.Layer)
		}
		fmt.Fprintf(&text, "{ rank=same; l%d; %d; }\n", n.Layer, i)
	}
	text.WriteString("}\n")
	cmd := exec.Command("dot", "-Tplain")
	cmd.Stdin = strings.NewReader(text.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	waiting := map[Edge][]int{}
	for k, e := range edges {
		waiting[e] = append(waiting[e], k)
	}
	lines := make([][]scene.Point, len(edges))
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if f[0] != "edge" || strings.HasPrefix(f[1], "l") {
			continue
		}
		number := func(i int) float64 {
			x, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		e := Edge{int(number(1)), int(number(2))}
		var points []scene.Point
		for i := range int(number(3)) {
			points = append(points, scene.Point{X: number(4 + 2*i), Y: number(5 + 2*i)})
		}
		path := scene.Polyline(points[0])
		for i := 1; i+2 < len(points); i += 3 {
			path.Steps = append(path.Steps, scene.Step{Kind: scene.Curve, C1: points[i], C2: points[i+1], To: points[i+2]})
		}
		k := waiting[e][0]
		waiting[e] = waiting[e][1:]
		lines[k] = path.Flat()
	}
	return lines
}

func BenchmarkCompute(b *testing.B) {
	for _, n := range []int{50, 500, 1000, 2000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			nodes, edges := random(1, n, 1)
			for b.Loop() {
				Compute(nodes, edges, gaps)
			}
		})
	}
}
