package lamport

import (
	"fmt"
	"slices"
	"strconv"

	"molly/viz"
	"molly/viz/scene"
)

// downY and backY are where a node's line ends at an outage, and begins again: a little before
// the times.
func (d *diagram) downY(o viz.Outage) float64 {
	if o.From < d.First { // it is down from the beginning
		return d.top - 1.9*d.size
	}
	return d.at(o.From) - 0.95*d.size
}

func (d *diagram) backY(o viz.Outage) float64 {
	if o.Until > d.Last && d.windowed { // to the end
		return d.at(d.Last) + 0.9*d.size
	}
	return d.at(min(o.Until, d.Last)) - 0.75*d.size
}

// downAt reports whether a node is down at a time.
func (d *diagram) downAt(lane, time int) bool {
	return slices.ContainsFunc(d.outages[lane], func(o viz.Outage) bool { return o.From <= time && time < o.Until })
}

// up lists the stretches of a node's line from a height to another one.
func (d *diagram) up(lane int, top, bottom float64) [][2]float64 {
	var list [][2]float64
	for _, o := range d.outages[lane] {
		list = append(list, [2]float64{top, d.downY(o)})
		top = d.backY(o)
	}
	return append(list, [2]float64{top, bottom})
}

// outageWords say what happens at the ends of an outage.
func (d *diagram) outageWords() (down, back string) {
	if d.Neutral {
		return "", ""
	}
	return "down", "back"
}

func (d *diagram) outageWidth() float64 {
	down, back := d.outageWords()
	return max(d.face.Width(down, d.labelSize(), false), d.face.Width(back, d.labelSize(), false))
}

// outagesOf draws where a node is down: a gap in its line, with a bar at either end.
func (d *diagram) outagesOf(lane int) {
	x, name := d.x[lane], d.Nodes[lane]
	for _, o := range d.outages[lane] {
		down, back := d.outageWords()
		bar := scene.Pen{Colour: d.palette.Lost, Width: 1.6}
		var shapes []scene.Shape
		for _, end := range []struct {
			y     float64
			word  string
			shown bool
		}{{d.downY(o), down, o.From >= d.First}, {d.backY(o), back, o.Until <= d.Last || !d.windowed}} {
			if !end.shown {
				continue
			}
			shapes = append(shapes, scene.Polyline(scene.Point{X: x - 0.5*d.size, Y: end.y}, scene.Point{X: x + 0.5*d.size, Y: end.y}).Drawn(bar))
			if end.word != "" {
				word := scene.Text{String: end.word, At: scene.Point{X: x + 0.75*d.size, Y: end.y + 0.28*d.size}, Size: d.labelSize(), Colour: d.palette.Lost}
				shapes = append(shapes, scene.Rectangle(word.Box(d.face).Grown(0.1*d.size), 1).Filled(scene.White), word)
			}
		}
		d.add(scene.Item{
			Class: "outage", Title: fmt.Sprintf("%s is down from %d, back at %d", name, o.From, o.Until),
			Data: []scene.Attribute{
				{Name: "node", Value: name}, {Name: "time", Value: strconv.Itoa(o.From)}, {Name: "until", Value: strconv.Itoa(o.Until)},
			},
			Shapes: shapes,
			Node: &scene.Node{
				ID: fmt.Sprintf("d%d.%d", lane, o.From), Label: "down", Form: "plaintext", Style: bar,
				Box: scene.Around(scene.Point{X: x, Y: d.downY(o)}, d.size, d.size),
			},
		})
	}
}

// switched adds the pieces of a node's line to where it goes down before a time, and from where it
// is back.
func (d *diagram) switched(lane, time int, last string, lastY float64) (string, float64) {
	for _, o := range d.outages[lane] {
		if o.From == time {
			last, lastY = d.piece(lane, last, lastY, fmt.Sprintf("d%d.%d", lane, o.From), d.downY(o), false)
		}
		if o.Until == time {
			id, y := fmt.Sprintf("u%d.%d", lane, o.Until), d.backY(o)
			d.add(scene.Item{Class: "back", Node: &scene.Node{
				ID: id, Label: "back", Form: "plaintext", Style: scene.Pen{Colour: d.palette.Lost, Width: 1},
				Box: scene.Around(scene.Point{X: d.x[lane], Y: y}, d.size, d.size),
			}})
			d.add(scene.Item{Class: "piece down", Edge: &scene.Edge{
				From: last, To: id, Style: scene.Pen{Colour: d.palette.Hair, Width: 0.5, Dash: []float64{1, 3}},
				Route: scene.Polyline(scene.Point{X: d.x[lane], Y: lastY}, scene.Point{X: d.x[lane], Y: y}),
			}})
			last, lastY = id, y
		}
	}
	return last, lastY
}

// obstacles are what labels must not cover in a row: the words at the ends of outages, and inputs.
// The row's top is at 0.
func (d *diagram) obstacles(time int, height float64) []scene.Box {
	var list []scene.Box
	w := d.outageWidth() + 1.4*d.size
	for lane, outages := range d.outages {
		for _, o := range outages {
			if o.From == time+1 || o.Until == time+1 {
				list = append(list, scene.Box{X0: d.x[lane] - 0.6*d.size, Y0: height - 1.6*d.size, X1: d.x[lane] - 0.6*d.size + w, Y1: height})
			}
		}
	}
	for i, y := range [...]float64{0, height} {
		for _, in := range d.inputs[time+i] {
			list = append(list, scene.Box{X0: d.x[in.lane] - in.width, Y0: y - 0.7*d.size, X1: d.x[in.lane], Y1: y + 0.7*d.size})
		}
	}
	return list
}
