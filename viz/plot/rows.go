package plot

import (
	"fmt"

	"molly/viz/scene"
)

// Rows is a plot with a row for each of some things, and in it a mark for each number
// that was measured of it.
type Rows struct {
	Title string
	X     Axis
	Marks []string // the names of the marks
	Rows  []RowOf
}

// RowOf is a row of a plot: the numbers are those of the marks; NaN is none.
type RowOf struct {
	Name    string
	Numbers []float64
}

// Draw lays the plot out.
func (r Rows) Draw(style scene.Style) *scene.Scene { return drawn(style, 270, r.lay) }

func (r Rows) lay(style scene.Style, width float64) *scene.Scene {
	c := newCanvas(r.Title, style)
	var all []float64
	names := make([]string, len(r.Rows))
	for i, row := range r.Rows {
		names[i] = row.Name
		all = append(all, row.Numbers...)
	}
	pitch := 1.9 * c.size
	left := 1.2*c.size + c.face.WidthOf(names, c.size, false)
	top := (1.2 + 1.3*float64(c.keyLines(r.Marks, left+width))) * c.size
	bottom := top + pitch*float64(len(r.Rows))
	x := newScale(r.X, all, left, left+width)
	c.key(r.Marks, left+width)
	c.axisX(x, top, bottom)
	for i, row := range r.Rows {
		y := top + pitch*(float64(i)+0.5)
		item := scene.Item{Class: "row", Title: row.Name}
		item.Shapes = append(item.Shapes,
			scene.Polyline(scene.Point{X: left, Y: y}, scene.Point{X: left + width, Y: y}).Drawn(c.hair()),
			scene.Text{String: row.Name, At: scene.Point{X: left - 0.6*c.size, Y: y + 0.33*c.size}, Anchor: scene.End, Size: c.size, Colour: c.palette.Ink})
		for m, n := range row.Numbers {
			item.Data = append(item.Data, scene.Attribute{Name: fmt.Sprintf("m%d", m), Value: fmt.Sprintf("%g", n)})
			if x.drawable(n) {
				item.Shapes = append(item.Shapes, mark(m, scene.Point{X: x.at(n), Y: y}, 0.33*c.size, c.inks[m%len(c.inks)], 0))
			}
		}
		c.items = append(c.items, item)
	}
	return c.scene(left+width+1.2*c.size, bottom+3.4*c.size)
}

// key names the marks above the plot, outside the data.
func (c *canvas) key(marks []string, right float64) {
	c.eachKey(marks, right, func(i int, at scene.Point) {
		ink := c.inks[i%len(c.inks)]
		c.items = append(c.items, scene.Item{Class: "key", Title: marks[i], Shapes: []scene.Shape{
			mark(i, scene.Point{X: at.X + 0.4*c.size, Y: at.Y - 0.33*c.size}, 0.33*c.size, ink, 0),
			scene.Text{String: marks[i], At: scene.Point{X: at.X + 1.2*c.size, Y: at.Y}, Size: c.size, Colour: ink},
		}})
	})
}

func (c *canvas) keyLines(marks []string, right float64) int {
	lines := 1
	c.eachKey(marks, right, func(_ int, at scene.Point) { lines = int(at.Y/(1.3*c.size) + 0.5) })
	return lines
}

// eachKey finds places for the names of the marks, in lines.
func (c *canvas) eachKey(marks []string, right float64, visit func(i int, at scene.Point)) {
	at := scene.Point{X: 0.8 * c.size, Y: 1.3 * c.size}
	for i, name := range marks {
		w := c.face.Width(name, c.size, false) + 3*c.size
		if at.X > c.size && at.X+w-1.8*c.size > right {
			at = scene.Point{X: 0.8 * c.size, Y: at.Y + 1.3*c.size}
		}
		visit(i, at)
		at.X += w
	}
}
