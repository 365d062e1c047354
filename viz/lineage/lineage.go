// Package lineage draws a rule/goal graph, time upwards: what a goal depends on is below
// it, in the band of its time.
//
//	round box   a goal; dashed where it does not hold, with a double bottom where it is given,
//	            with a dagger where it is a crash
//	small box   a rule
//	hexagon     a message
//	✗, red      what faults took
//	ring        the frontier: where what holds borders on what does not
//	box alone   faults that nothing in the graph names
//
// A node is drawn once, however often it is used. A large graph is folded (fold.go), and the
// picture says so.
package lineage

import (
	"fmt"

	"molly/viz"
	"molly/viz/layered"
	"molly/viz/scene"
)

// Options say how a diagram looks.
type Options struct {
	scene.Style
	// Fold is the number of nodes above which a graph is folded; 0 is never.
	Fold int
	// Of is how many nodes there are, where the graph is a part of a larger one.
	Of int
	// Lanes gives each place a separate column.
	Lanes bool
}

// Draw returns the diagram of a graph. Where it cannot be as narrow as the options have it, it is as
// narrow as it can be.
func Draw(g viz.Graph, o Options) *scene.Scene {
	d := &diagram{Options: o, face: scene.NewTypeface(o.Family), palette: o.Palette(), total: max(len(g.Nodes), o.Of)}
	d.Graph, d.folded = fold(g, o.Fold)
	d.boxes = len(d.Nodes)
	d.addFaults()
	if o.Width > 0 {
		return d.fitted()
	}
	d.set(natural(o.Points()))
	d.arrange(d.layers())
	return d.paint()
}

// diagram is a picture under way.
type diagram struct {
	viz.Graph
	Options
	face    *scene.Typeface
	palette scene.Palette
	folded  folding
	total   int // the nodes of the whole graph
	boxes   int // those of it that are drawn
	setting

	lines  [][]string // of the labels, by node
	layer  []int      // by node
	bands  []band     // from the top
	layout *layered.Layout
	edges  []layered.Edge
	cells  []cell // by node
	lanes  []string
}

// cell is how large a node is.
type cell struct{ w, h float64 }

// band is the layers of one time.
type band struct{ time, first, last int }

// set finds how large the nodes are in a setting.
func (d *diagram) set(s setting) {
	d.setting = s
	d.lines = make([][]string, len(d.Nodes))
	d.cells = make([]cell, len(d.Nodes))
	for i := range d.Nodes {
		n := &d.Nodes[i]
		size := d.textSize(n)
		width := d.goal * d.size
		if n.Kind != viz.Goal {
			width = d.step * d.size
		}
		most := d.most
		if d.isFaults(i) { // none of them is left out
			most = 1000
		}
		d.lines[i] = d.face.Wrap(d.labelOf(i), size, width, most)
		w := d.face.WidthOf(d.lines[i], size, n.Frontier)
		h := size * (scene.Leading*float64(len(d.lines[i])-1) + 1)
		switch n.Kind {
		case viz.Goal:
			w, h = w+1.4*d.size, h+0.8*d.size
			if n.Crash {
				w += 1.2 * d.size
			}
		case viz.Sent:
			w, h = w+2.2*d.size, h+0.7*d.size
			if n.Cut {
				w += 1.2 * d.size
			}
		case viz.Rule:
			w, h = w+0.8*d.size, h+0.45*d.size
		case viz.Leaf:
			w, h = w+0.5*d.size, h+0.3*d.size
			if d.isFaults(i) {
				w, h = w+2*d.size, h+0.5*d.size
			}
		}
		d.cells[i] = cell{w, h}
	}
}

func (d *diagram) textSize(n *viz.GraphNode) float64 {
	if n.Kind == viz.Goal {
		return d.size
	}
	return max(0.85*d.size, min(d.size, scene.Legible))
}

// labelOf is a node's label, with what is folded into it.
func (d *diagram) labelOf(i int) string {
	n := &d.Nodes[i]
	label := n.Label
	if t := d.folded.times[i]; len(t) > 0 {
		switch n.Kind {
		case viz.Goal:
			label = n.Alike + "@" + spans(t)
		case viz.Sent:
			label += "  " + spans(t)
		default:
			label += times(len(t))
		}
		if n.Kind != viz.Goal && n.Faults != nil {
			label += "  " + d.few(n.Faults)
		}
	} else if k := d.folded.repeated[i]; k > 0 {
		if d.Neutral {
			label += fmt.Sprintf(" %d…%d", n.Time, n.Time+k)
		} else {
			label += fmt.Sprintf(", held from %d to %d", n.Time, n.Time+k)
		}
	}
	if n := d.folded.hidden[i]; n > 0 {
		label += more(n)
	}
	return label
}
