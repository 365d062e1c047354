package lineage

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/viz"
	"molly/viz/scene"
)

// paint makes the picture.
func (d *diagram) paint() *scene.Scene {
	margin := d.margin()
	top := 1.2 * d.size
	if d.Lanes {
		top += 1.8 * d.size
	}
	s := &scene.Scene{Title: d.Title, Face: d.face}
	s.W = margin + d.layout.W + 1.2*d.size
	notes := d.notes()
	titleLines := 1
	if d.Width > 0 {
		margin += max(d.Width-s.W, 0) / 2
		s.W = max(s.W, d.Width)
		titleLines = 5
		var wrapped []string
		for _, note := range notes {
			wrapped = append(wrapped, d.face.Wrap(note, d.small(), s.W-1.2*d.size, 10)...)
		}
		notes = wrapped
	} else {
		for _, note := range notes {
			s.W = max(s.W, margin+d.face.Width(note, d.small(), false)+d.size)
		}
		if w := d.face.Width(d.Title, d.size, true) + d.size; w > s.W {
			s.W = min(w, max(s.W, 60*d.size))
		}
	}
	var title []string
	if d.Title != "" {
		title = d.face.Wrap(d.Title, d.size, 0.94*(s.W-d.size), titleLines)
		top += d.size * (0.75 + 1.15*float64(len(title)))
	}
	s.H = top + d.layout.H + 1.2*d.size
	if notes != nil {
		s.H += d.size * (0.45 + 1.15*float64(len(notes)))
	}
	var items []scene.Item
	items = append(items, d.bandItems(margin, s.W)...)
	items = append(items, d.laneItems()...)
	for i, e := range d.edges {
		items = append(items, d.edge(i, e.From, e.To))
	}
	for i := range d.Nodes {
		items = append(items, d.node(i))
	}
	s.Items = scene.Moved(items, margin, top)
	if title != nil {
		it := scene.Item{Class: "title", Title: d.Title}
		bold := d.face.WidthOf(title, d.size, true) <= s.W-d.size
		for k, line := range title {
			at := scene.Point{X: 0.5 * d.size, Y: d.size * (1.5 + 1.15*float64(k))}
			it.Shapes = append(it.Shapes, scene.Text{String: line, At: at, Size: d.size, Bold: bold && (len(title) > 1 || line == d.Title), Colour: d.palette.Ink})
		}
		s.Items = append(s.Items, it)
	}
	for k, note := range notes {
		at := scene.Point{X: margin, Y: s.H - d.size*(0.8+1.15*float64(len(notes)-1-k))}
		if d.Width > 0 {
			at.X = 0.6 * d.size
		}
		s.Items = append(s.Items, scene.Item{Class: "folded", Shapes: []scene.Shape{
			scene.Text{String: note, At: at, Size: d.small(), Colour: d.palette.Soft},
		}})
	}
	return s
}

// notes say what is left out, and what boxes are that stand alone.
func (d *diagram) notes() []string {
	var list []string
	if note := d.note(); note != "" {
		list = append(list, note)
	}
	if len(d.Nodes) > d.boxes && !d.Neutral {
		list = append(list, "boxes without an arrow: faults of this run that nothing drawn here names")
	}
	return list
}

// small is the size of text that accompanies the graph.
func (d *diagram) small() float64 { return max(0.9*d.size, min(d.size, scene.Legible)) }

// note says what is left out.
func (d *diagram) note() string {
	switch {
	case d.total == d.boxes:
		return ""
	case d.Neutral:
		return fmt.Sprintf("%d / %d", d.boxes, d.total)
	}
	note := fmt.Sprintf("folded: %d of %d boxes are drawn", d.boxes, d.total)
	var signs []string
	if len(d.folded.times) > 0 {
		signs = append(signs, "×n is n times")
	}
	if len(d.folded.hidden) > 0 {
		signs = append(signs, "…n are n boxes that are left out")
	}
	if signs != nil {
		note += "; " + strings.Join(signs, ", ")
	}
	return note
}

// bandItems are the times at the left, with every other one on a darker ground.
func (d *diagram) bandItems(margin, width float64) []scene.Item {
	var items []scene.Item
	for i, b := range d.bands {
		low, high := d.layout.Layers[b.first].Low-0.7*d.size, d.layout.Layers[b.last].High+0.7*d.size
		if i > 0 {
			low = (d.layout.Layers[b.first].Low + d.layout.Layers[b.first-1].High) / 2
		}
		if i < len(d.bands)-1 {
			high = (d.layout.Layers[b.last].High + d.layout.Layers[b.last+1].Low) / 2
		}
		text := strconv.Itoa(b.time)
		word := "time"
		if d.Neutral {
			word = "t"
		}
		if b.time == 0 {
			text, word = "", ""
		}
		if i > 0 {
			word = ""
		}
		var shapes []scene.Shape
		if i%2 == 0 {
			shapes = append(shapes, scene.Rectangle(scene.Box{X0: -margin + 0.4*d.size, Y0: low, X1: width - margin - 0.4*d.size, Y1: high}, 0).Filled(d.palette.Band))
		}
		at := scene.Point{X: -0.9 * d.size, Y: (d.layout.Layers[b.first].Low+d.layout.Layers[b.first].High)/2 + 0.3*d.size}
		switch {
		case word == "":
		case d.Width > 0:
			above := scene.Point{X: at.X, Y: at.Y - 1.1*d.size}
			shapes = append(shapes, scene.Text{String: word, At: above, Anchor: scene.End, Size: d.small(), Colour: d.palette.Soft})
		default:
			text = word + " " + text
		}
		shapes = append(shapes, scene.Text{String: text, At: at, Anchor: scene.End, Size: d.small(), Colour: d.palette.Soft})
		items = append(items, scene.Item{Class: "time", Data: []scene.Attribute{{Name: "time", Value: strconv.Itoa(b.time)}}, Shapes: shapes})
	}
	return items
}

// laneItems are the names of lanes, with lines between them.
func (d *diagram) laneItems() []scene.Item {
	var items []scene.Item
	for i, name := range d.lanes {
		s := d.layout.Lanes[i]
		shapes := []scene.Shape{scene.Text{
			String: d.face.Wrap(name, d.size, s.High-s.Low, 1)[0], At: scene.Point{X: (s.Low + s.High) / 2, Y: -1.3 * d.size},
			Anchor: scene.Middle, Size: d.size, Bold: true, Colour: d.palette.Ink,
		}}
		if i > 0 {
			x := (d.layout.Lanes[i-1].High + s.Low) / 2
			line := scene.Polyline(scene.Point{X: x, Y: -2 * d.size}, scene.Point{X: x, Y: d.layout.H + 0.6*d.size})
			shapes = append(shapes, line.Drawn(scene.Pen{Colour: d.palette.Faint, Width: 0.6, Dash: []float64{1, 2.5}}))
		}
		items = append(items, scene.Item{Class: "lane", Data: []scene.Attribute{{Name: "node", Value: name}}, Shapes: shapes})
	}
	return items
}

func (d *diagram) pen(n *viz.GraphNode) scene.Pen {
	pen := scene.Pen{Colour: d.palette.Ink, Width: 0.8}
	switch {
	case n.Cut:
		pen = scene.Pen{Colour: d.palette.Lost, Width: 1.1}
	case n.Late:
		pen = scene.Pen{Colour: d.palette.Late, Width: 1.1}
	case n.Kind == viz.Rule:
		pen = scene.Pen{Colour: d.palette.Soft, Width: 0.6}
	}
	if n.Absent {
		pen.Dash = []float64{3, 2}
	}
	return pen
}

// edge draws how one node rests on another: the arrow goes up, as what follows does.
func (d *diagram) edge(i, from, to int) scene.Item {
	route := d.layout.Routes[i]
	pen := scene.Pen{Colour: d.palette.Soft, Width: 0.7}
	a, b := &d.Nodes[from], &d.Nodes[to]
	class := "edge"
	switch {
	case a.Cut && b.Cut || a.Kind == viz.Goal && a.Cut && b.Absent || b.Cut && a.Absent:
		pen = scene.Pen{Colour: d.palette.Lost, Width: 0.9}
		class = "edge cut"
	}
	if a.Absent || b.Absent {
		pen.Dash = []float64{2.5, 2}
	}
	tail, tip := start(route)
	if d.layer[from] > d.layer[to] { // upwards, in a circle: it ends at the lower end
		tail, tip = end(route)
	}
	shapes := []scene.Shape{route.Drawn(pen), scene.Arrowhead(tail, tip, 0.5*d.size).Filled(pen.Colour)}
	return scene.Item{
		Class: class, Shapes: shapes,
		Data: []scene.Attribute{{Name: "from", Value: id(to)}, {Name: "to", Value: id(from)}},
		Edge: &scene.Edge{From: id(from), To: id(to), Route: route, Style: pen},
	}
}

// start is the upper end of a route, and a place from which it comes.
func start(p scene.Path) (from, tip scene.Point) {
	next := p.Steps[1]
	if next.Kind == scene.Curve {
		return next.C1, p.Steps[0].To
	}
	return next.To, p.Steps[0].To
}

// end is its lower end.
func end(p scene.Path) (from, tip scene.Point) {
	last := p.Steps[len(p.Steps)-1]
	if last.Kind == scene.Curve {
		return last.C2, last.To
	}
	return p.Steps[len(p.Steps)-2].To, last.To
}

func id(i int) string { return "n" + strconv.Itoa(i) }

var kinds = [...]string{viz.Goal: "goal", viz.Rule: "rule", viz.Sent: "message", viz.Leaf: "leaf"}

// node draws a node.
func (d *diagram) node(i int) scene.Item {
	n := &d.Nodes[i]
	b := d.layout.Boxes[i]
	pen := d.pen(n)
	var shapes []scene.Shape
	form, class := "box", kinds[n.Kind]
	text := d.palette.Ink
	switch n.Kind {
	case viz.Goal:
		fill := d.palette.Goal
		if n.Cut {
			fill = d.palette.Danger
		} else if n.Given {
			fill = d.palette.Fact
		}
		if n.Frontier {
			shapes = append(shapes, scene.Rectangle(b.Grown(0.28*d.size), 0.95*d.size).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 1.4}).Filled(scene.White))
		}
		shapes = append(shapes, scene.Rectangle(b, 0.7*d.size).Drawn(pen).Filled(fill))
		if n.Given {
			line := scene.Polyline(scene.Point{X: b.X0 + 0.6*d.size, Y: b.Y1 - 0.22*d.size}, scene.Point{X: b.X1 - 0.6*d.size, Y: b.Y1 - 0.22*d.size})
			shapes = append(shapes, line.Drawn(scene.Pen{Colour: pen.Colour, Width: 0.7}))
		}
		form = "rounded"
	case viz.Sent:
		fill, tip := d.palette.Sent, 0.8*d.size
		switch {
		case n.Cut:
			fill = d.palette.Danger
		case n.Absent:
			fill = scene.White
		}
		y := b.Centre().Y
		shapes = append(shapes, scene.Polygon(
			scene.Point{X: b.X0, Y: y}, scene.Point{X: b.X0 + tip, Y: b.Y0}, scene.Point{X: b.X1 - tip, Y: b.Y0},
			scene.Point{X: b.X1, Y: y}, scene.Point{X: b.X1 - tip, Y: b.Y1}, scene.Point{X: b.X0 + tip, Y: b.Y1},
		).Drawn(pen).Filled(fill))
		form = "hexagon"
	case viz.Rule:
		text = d.palette.Soft
		shapes = append(shapes, scene.Rectangle(b, 0).Drawn(pen).Filled(scene.White))
	case viz.Leaf:
		text = d.palette.Soft
		if form = "plaintext"; d.isFaults(i) {
			shapes = append(shapes, scene.Rectangle(b, 0).Drawn(pen).Filled(d.palette.Danger))
			form, class = "box", "fault"
		} else {
			shapes = append(shapes, scene.Rectangle(b, 0).Filled(scene.White))
		}
	}
	switch {
	case n.Cut:
		class += " cut"
		text = d.palette.Lost
	case n.Late:
		class += " late"
		text = d.palette.Late
	}
	if n.Absent {
		class += " absent"
	}
	if n.Frontier {
		class += " frontier"
	}
	if slices.Contains(d.Roots, i) {
		class += " root"
	}
	size := d.textSize(n)
	x := b.Centre().X
	if r := 0.33 * d.size; n.Cut && n.Kind == viz.Sent || n.Crash || d.isFaults(i) {
		c := scene.Point{X: b.X0 + 0.95*d.size, Y: b.Centre().Y}
		if n.Kind == viz.Sent {
			c.X += 0.5 * d.size
		}
		mark := scene.Cross(c, r)
		if n.Crash {
			mark = scene.Dagger(c, 1.3*r)
		}
		shapes = append(shapes, mark.Drawn(scene.Pen{Colour: d.palette.Lost, Width: 1.3}))
		if n.Kind == viz.Goal || n.Kind == viz.Sent || d.isFaults(i) {
			x += 0.5 * d.size
		}
	}
	height := size * (scene.Leading*float64(len(d.lines[i])-1) + 1)
	for k, line := range d.lines[i] {
		y := b.Centre().Y - height/2 + size*(0.8+scene.Leading*float64(k))
		shapes = append(shapes, scene.Text{String: line, At: scene.Point{X: x, Y: y}, Anchor: scene.Middle, Size: size, Bold: n.Frontier, Colour: text})
	}
	data := []scene.Attribute{{Name: "id", Value: id(i)}, {Name: "label", Value: n.Label}, {Name: "time", Value: strconv.Itoa(n.Time)}, {Name: "node", Value: n.Place}}
	if n.Faults != nil {
		data = append(data, scene.Attribute{Name: "faults", Value: strings.Join(n.Faults, " ")})
	}
	return scene.Item{
		Class: class, Title: n.Title, Shapes: shapes,
		Data: data,
		Node: &scene.Node{ID: id(i), Label: d.labelOf(i), Box: b, Form: form, Style: pen},
	}
}
