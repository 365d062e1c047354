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

const bandWidth = 13 // of what is said of a band, in sizes of the text

// gatherBands finds the lanes of bands, and makes room for what is said of them.
func (d *diagram) gatherBands() {
	width := 0.0 // of what is said
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
		if b.Text != "" && !d.Neutral {
			g.lines = d.face.Wrap(b.Text, d.labelSize(), bandWidth*d.size, 8)
			width = max(width, d.face.WidthOf(g.lines, d.labelSize(), false))
		}
		d.bands = append(d.bands, g)
	}
	if width > 0 {
		d.beside = d.width
		d.width += width + 1.4*d.size
	}
}

// right is where the lanes end.
func (d *diagram) right() float64 {
	if d.beside > 0 {
		return d.beside
	}
	return d.width
}

// stretch is where a band begins and ends.
func (d *diagram) stretch(b band) (top, bottom float64) {
	top, bottom = d.at(b.First)-0.5*d.size, d.at(b.Last+1)-0.9*d.size
	if b.Last >= d.Last {
		bottom = d.at(d.Last) + 0.9*d.size
	}
	return top, bottom
}

// shadeBands draws the bands: their ground, and a bracket at the right with what is said of them.
func (d *diagram) shadeBands() {
	free := 0.0 // where there is room to say more
	for _, b := range d.bands {
		top, bottom := d.stretch(b)
		shapes := []scene.Shape{scene.Rectangle(scene.Box{X0: d.x[b.left] - 0.6*d.size, Y0: top, X1: d.x[b.right] + 0.6*d.size, Y1: bottom}, 3).Filled(d.palette.Shade)}
		if b.lines != nil {
			x := d.beside
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
