package lamport

import (
	"strconv"

	"molly/viz"
	"molly/viz/scene"
)

// band is a stretch of times at which nodes do not hear each other.
type band struct {
	viz.Band
	left, right int // lanes
	lines       []string
}

// gatherBands finds the lanes of bands, and what is said of them.
func (d *diagram) gatherBands() {
	for _, b := range d.Bands {
		left, right := -1, -1
		for _, n := range b.Nodes {
			if lane, ok := d.lane[n]; ok {
				if left < 0 {
					left, right = lane, lane
				}
				left, right = min(left, lane), max(right, lane)
			}
		}
		if left < 0 || b.First > d.Last {
			continue
		}
		g := band{Band: b, left: left, right: right}
		if b.Text != "" && !d.Neutral && d.band > 0 {
			g.lines = d.face.Wrap(b.Text, d.labelSize(), d.band*d.size, 8)
		}
		d.bands = append(d.bands, g)
	}
}

// saidWidth is how wide is what is said of bands, beside the lanes.
func (d *diagram) saidWidth() float64 {
	width := 0.0
	for _, b := range d.bands {
		width = max(width, d.face.WidthOf(b.lines, d.labelSize(), false))
	}
	if width > 0 {
		width += 1.4 * d.size
	}
	return width
}

// right is where the lanes end.
func (d *diagram) right() float64 {
	if d.said > 0 {
		return d.said
	}
	return d.width
}

// stretch is where a band begins and ends.
func (d *diagram) stretch(b band) (top, bottom float64) {
	top, bottom = d.at(b.First)-0.5*d.size, d.at(b.Last+1)-0.9*d.size
	if b.Last >= d.Last {
		bottom = d.at(d.Last) + 0.9*d.size
	}
	return top, max(bottom, top+d.size)
}

// shadeBands draws the bands: their ground, and a bracket at the right with what is said of them.
func (d *diagram) shadeBands() {
	free := 0.0 // where there is room to say more
	for _, b := range d.bands {
		top, bottom := d.stretch(b)
		shapes := []scene.Shape{scene.Rectangle(scene.Box{X0: d.x[b.left] - 0.6*d.size, Y0: top, X1: d.x[b.right] + 0.6*d.size, Y1: bottom}, 3).Filled(d.palette.Shade)}
		if b.lines != nil {
			x := d.said
			shapes = append(shapes, scene.Polyline(
				scene.Point{X: x - 0.5*d.size, Y: top}, scene.Point{X: x, Y: top}, scene.Point{X: x, Y: bottom}, scene.Point{X: x - 0.5*d.size, Y: bottom},
			).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 0.8}))
			y := max(top, free)
			for _, line := range b.lines {
				y += scene.Leading * d.labelSize()
				shapes = append(shapes, scene.Text{String: line, At: scene.Point{X: x + 0.6*d.size, Y: y}, Size: d.labelSize(), Colour: d.palette.Lost})
			}
			free = y + 0.6*d.size
		}
		d.add(scene.Item{
			Class: "band", Title: b.Text, Shapes: shapes,
			Data: []scene.Attribute{{Name: "first", Value: strconv.Itoa(b.First)}, {Name: "last", Value: strconv.Itoa(b.Last)}},
		})
	}
	d.bandEnd = free
}
