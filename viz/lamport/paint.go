package lamport

import (
	"fmt"
	"strconv"

	"molly/viz/scene"
)

func (d *diagram) add(it scene.Item) { d.items = append(d.items, it) }

// paint adds the items, what lies below first.
func (d *diagram) paint() {
	d.heading()
	d.shadeBands()
	for _, r := range d.rows {
		d.time(r)
	}
	d.differences()
	for i := range d.Nodes {
		d.life(i)
	}
	for _, faint := range []bool{true, false} {
		for _, a := range d.arrows {
			if a.faint == faint {
				d.arrow(a)
			}
		}
	}
	for i := range d.Nodes {
		d.events(i)
	}
	for _, r := range d.rows {
		for _, t := range d.tags[r.time] {
			d.tag(t)
		}
	}
	for i := range d.Nodes {
		d.outagesOf(i)
	}
	d.paintInputs()
	d.marks()
	d.end()
}

func (d *diagram) heading() {
	y := 1.5 * d.size
	if d.title != nil {
		room := max(d.width, d.Width) - d.size
		bold := d.face.WidthOf(d.title, d.size, true) <= room
		it := scene.Item{Class: "title", Title: d.Title}
		for k, line := range d.title {
			at := scene.Point{X: 0.5*d.size - d.aside, Y: y + 1.15*d.size*float64(k)}
			it.Shapes = append(it.Shapes, scene.Text{String: line, At: at, Size: d.size, Bold: bold, Colour: d.palette.Ink})
		}
		d.add(it)
	}
	word := "time"
	if d.Neutral {
		word = "t"
	}
	d.margined(word, "time-axis", d.top-1.8*d.size)
}

// margined writes left of the lanes.
func (d *diagram) margined(text, class string, baseline float64) {
	d.add(scene.Item{Class: class, Shapes: []scene.Shape{scene.Text{
		String: text, At: scene.Point{X: d.margin() - 1.2*d.size, Y: baseline}, Anchor: scene.End, Size: d.labelSize(), Colour: d.palette.Soft,
	}}})
}

// time draws a time's number and a line that guides the eye.
func (d *diagram) time(r row) {
	y := d.at(r.time)
	number := strconv.Itoa(r.time)
	class := "time"
	shapes := []scene.Shape{
		scene.Polyline(scene.Point{X: d.margin() - 0.7*d.size, Y: y}, scene.Point{X: d.right() - 0.8*d.size, Y: y}).Drawn(scene.Pen{Colour: d.palette.Hair, Width: 0.5}),
		scene.Text{String: r.name(), At: scene.Point{X: d.margin() - 1.2*d.size, Y: y + 0.32*d.size}, Anchor: scene.End, Size: d.labelSize(), Colour: d.palette.Soft},
	}
	data := []scene.Attribute{{Name: "time", Value: number}}
	if r.gap {
		class = "time gap"
		data = append(data, scene.Attribute{Name: "last", Value: strconv.Itoa(r.time + r.more)})
		shapes[0] = shapes[0].(scene.Path).Drawn(scene.Pen{})
	}
	d.add(scene.Item{Class: class, Data: data, Shapes: shapes})
}

// life draws a node's name and its line.
func (d *diagram) life(i int) {
	n, x := d.Nodes[i], d.x[i]
	lines := d.names[i]
	w := d.face.WidthOf(lines, d.size, true) + 1.2*d.size
	h := d.size * (1.15*float64(len(lines)-1) + 1.7)
	bottom := d.top - 1.9*d.size
	box := scene.Box{X0: x - w/2, Y0: bottom - h, X1: x + w/2, Y1: bottom}
	pen := scene.Pen{Colour: d.palette.Ink, Width: 0.8}
	if d.Outside[n] {
		pen = scene.Pen{Colour: d.palette.Faint, Width: 0.8, Dash: []float64{1.5, 1.5}}
	}
	shapes := []scene.Shape{scene.Rectangle(box, 2.5).Drawn(pen).Filled(scene.White)}
	for k, line := range lines {
		at := scene.Point{X: x, Y: box.Y0 + d.size*(1.15+1.15*float64(k))}
		shapes = append(shapes, scene.Text{String: line, At: at, Anchor: scene.Middle, Size: d.size, Bold: !d.Outside[n], Colour: d.palette.Ink})
	}
	id := "p" + strconv.Itoa(i)
	d.add(scene.Item{
		Class: "node", Title: n, Data: []scene.Attribute{{Name: "node", Value: n}}, Shapes: shapes,
		Node: &scene.Node{ID: id, Label: n, Box: box, Form: "box", Style: pen},
	})
	end := d.at(d.Last) + 0.9*d.size
	alive := scene.Pen{Colour: d.palette.Ink, Width: 0.9}
	dead := scene.Pen{Colour: d.palette.Faint, Width: 0.9, Dash: []float64{3, 2.5}}
	if d.Outside[n] {
		alive = scene.Pen{Colour: d.palette.Faint, Width: 0.7, Dash: []float64{1, 2}}
	}
	stop := end
	if t, crashes := d.crashed[n]; crashes {
		if stop = bottom; t >= d.First {
			stop = d.crashY(t)
		}
		d.add(scene.Item{Class: "life crashed", Data: []scene.Attribute{{Name: "node", Value: n}}, Shapes: []scene.Shape{
			scene.Polyline(scene.Point{X: x, Y: stop}, scene.Point{X: x, Y: end}).Drawn(dead),
		}})
	}
	var shapesOfLife []scene.Shape
	for _, stretch := range d.up(i, bottom, stop) {
		shapesOfLife = append(shapesOfLife, scene.Polyline(scene.Point{X: x, Y: stretch[0]}, scene.Point{X: x, Y: stretch[1]}).Drawn(alive))
	}
	d.add(scene.Item{Class: "life", Data: []scene.Attribute{{Name: "node", Value: n}}, Shapes: shapesOfLife})
	d.breaks(i, stop, alive, dead)
}

// breaks draws where a node's line leaves times out: a zigzag in it.
func (d *diagram) breaks(lane int, stop float64, alive, dead scene.Pen) {
	x := d.x[lane]
	for _, r := range d.rows {
		y := d.at(r.time)
		if !r.gap || d.downAt(lane, r.time) {
			continue
		}
		pen := alive
		if y > stop {
			pen = dead
		}
		pen.Dash = nil
		far, high := 0.42*d.size, 0.6*d.size
		d.add(scene.Item{Class: "break", Shapes: []scene.Shape{
			scene.Rectangle(scene.Box{X0: x - far, Y0: y - high, X1: x + far, Y1: y + high}, 0).Filled(scene.White),
			scene.Polyline(
				scene.Point{X: x, Y: y - high}, scene.Point{X: x + far, Y: y - high/2}, scene.Point{X: x - far, Y: y + high/2}, scene.Point{X: x, Y: y + high},
			).Drawn(pen),
		}})
	}
}

// crashY is a little before a time: what is sent at it is lost.
func (d *diagram) crashY(time int) float64 { return d.at(min(time, d.Last)) - 0.95*d.size }

func event(lane, time int) string { return fmt.Sprintf("e%d.%d", lane, time) }

// events draws the dots on a node's line, and its crash; the line's pieces are the edges
// between them.
func (d *diagram) events(i int) {
	n, x := d.Nodes[i], d.x[i]
	sends, touched := map[int]bool{}, map[int]bool{}
	for _, a := range d.arrows {
		if a.from == i {
			sends[a.sent] = true
			touched[a.sent] = true
		}
		if a.to == i && !a.lost {
			touched[a.arrives] = true
		}
	}
	last := "p" + strconv.Itoa(i)
	lastY := d.top - 1.9*d.size
	crash, crashes := d.crashed[n]
	for _, r := range d.rows {
		t := r.time
		y := d.at(t)
		last, lastY = d.switched(i, t, last, lastY)
		if crashes && t == crash {
			c := scene.Point{X: x, Y: d.crashY(t)}
			d.add(scene.Item{
				Class: "crash", Title: fmt.Sprintf("† %s@%d", n, t), Data: []scene.Attribute{{Name: "node", Value: n}, {Name: "time", Value: strconv.Itoa(t)}},
				Shapes: []scene.Shape{
					scene.Circle(c, 0.72*d.size).Filled(scene.White),
					scene.Dagger(c, 0.62*d.size).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 1.8}),
				},
				Node: &scene.Node{ID: fmt.Sprintf("c%d", i), Label: "†", Box: scene.Around(c, d.size, d.size), Form: "plaintext", Style: scene.Pen{Colour: d.palette.Lost, Width: 1}},
			})
			last, lastY = d.piece(i, last, lastY, fmt.Sprintf("c%d", i), c.Y, false)
		}
		if !touched[t] && t != d.Last {
			continue
		}
		var shapes []scene.Shape
		if sends[t] {
			shapes = append(shapes, scene.Circle(scene.Point{X: x, Y: y}, 0.23*d.size).Filled(d.dot(i, t)))
		}
		id := event(i, t)
		d.add(scene.Item{
			Class: "event", Shapes: shapes,
			Node: &scene.Node{ID: id, Box: scene.Around(scene.Point{X: x, Y: y}, 0.4*d.size, 0.4*d.size), Form: "point", Style: scene.Pen{Colour: d.palette.Ink, Width: 1}},
		})
		last, lastY = d.piece(i, last, lastY, id, y, crashes && t >= crash)
	}
}

// dot is the colour of the place where something is sent.
func (d *diagram) dot(lane, time int) scene.Colour {
	for _, a := range d.sent[time] {
		if a.from == lane && !a.faint {
			return d.palette.Ink
		}
	}
	return d.palette.Faint
}

// piece adds a piece of a node's line as an edge of the graph; the picture has the line
// already.
func (d *diagram) piece(i int, from string, fromY float64, to string, toY float64, dead bool) (string, float64) {
	pen := scene.Pen{Colour: d.palette.Ink, Width: 0.9}
	if dead {
		pen = scene.Pen{Colour: d.palette.Faint, Width: 0.9, Dash: []float64{3, 2.5}}
	}
	d.add(scene.Item{Class: "piece", Edge: &scene.Edge{
		From: from, To: to, Style: pen,
		Route: scene.Polyline(scene.Point{X: d.x[i], Y: fromY}, scene.Point{X: d.x[i], Y: toY}),
	}})
	return to, toY
}

// differences draws the marks of times: a line across, with a wedge at its left end.
func (d *diagram) differences() {
	for _, m := range d.Marks {
		if m.Node != "" {
			continue
		}
		y := d.at(m.Time)
		left := d.margin() - 0.7*d.size
		d.add(scene.Item{
			Class: "mark", Title: m.Text, Data: []scene.Attribute{{Name: "time", Value: strconv.Itoa(m.Time)}},
			Shapes: []scene.Shape{
				scene.Polyline(scene.Point{X: left, Y: y}, scene.Point{X: d.right() - 0.8*d.size, Y: y}).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 0.9, Dash: []float64{6, 2, 1, 2}}),
				scene.Polygon(scene.Point{X: left - 0.1*d.size, Y: y - 0.45*d.size}, scene.Point{X: left + 0.8*d.size, Y: y}, scene.Point{X: left - 0.1*d.size, Y: y + 0.45*d.size}).Filled(d.palette.Lost),
			},
		})
	}
}

// marks draws the marks of nodes: a ring around the place, with the text beside it.
func (d *diagram) marks() {
	for _, m := range d.Marks {
		lane, ok := d.lane[m.Node]
		if !ok {
			continue
		}
		c := scene.Point{X: d.x[lane], Y: d.at(m.Time)}
		shapes := []scene.Shape{scene.Circle(c, 0.62*d.size).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 1.2, Dash: []float64{2, 1.2}})}
		d.add(scene.Item{
			Class: "mark", Title: m.Text, Shapes: shapes,
			Data: []scene.Attribute{{Name: "node", Value: m.Node}, {Name: "time", Value: strconv.Itoa(m.Time)}},
		})
	}
}
