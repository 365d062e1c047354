package plot

import "molly/viz/scene"

// canvas is a plot that is being drawn.
type canvas struct {
	title   string
	size    float64 // of its text
	face    *scene.Typeface
	palette scene.Palette
	inks    []scene.Colour
	items   []scene.Item
}

func newCanvas(title string, style scene.Style) *canvas {
	return &canvas{title: title, size: style.Points(), face: scene.NewTypeface(style.Family), palette: style.Palette(), inks: inks(style)}
}

func (c *canvas) hair() scene.Pen { return scene.Pen{Colour: c.palette.Hair, Width: 0.5} }

// axisX draws upright lines at the ticks, their names below, and the label below those.
func (c *canvas) axisX(s scale, top, bottom float64) {
	item := scene.Item{Class: "axis x", Title: s.Label}
	for _, t := range s.ticks() {
		x := s.at(t.value)
		item.Shapes = append(item.Shapes, scene.Polyline(scene.Point{X: x, Y: top}, scene.Point{X: x, Y: bottom}).Drawn(c.hair()))
		item.Shapes = append(item.Shapes, t.label(scene.Point{X: x, Y: bottom + 1.3*c.size}, scene.Middle, 0.9*c.size, c.palette.Soft, c.face)...)
	}
	item.Shapes = append(item.Shapes, scene.Text{
		String: s.Label, At: scene.Point{X: (s.from + s.to) / 2, Y: bottom + 2.7*c.size}, Anchor: scene.Middle, Size: c.size, Colour: c.palette.Ink,
	})
	c.items = append(c.items, item)
}

// axisY draws level lines at the ticks, their names on the left, and the label above.
func (c *canvas) axisY(s scale, left, right float64) {
	item := scene.Item{Class: "axis y", Title: s.Label}
	for _, t := range s.ticks() {
		y := s.at(t.value)
		item.Shapes = append(item.Shapes, scene.Polyline(scene.Point{X: left, Y: y}, scene.Point{X: right, Y: y}).Drawn(c.hair()))
		item.Shapes = append(item.Shapes, t.label(scene.Point{X: left - 0.5*c.size, Y: y + 0.33*c.size}, scene.End, 0.9*c.size, c.palette.Soft, c.face)...)
	}
	item.Shapes = append(item.Shapes, scene.Text{String: s.Label, At: scene.Point{X: 0.5 * c.size, Y: s.to - 1.1*c.size}, Size: c.size, Colour: c.palette.Ink})
	c.items = append(c.items, item)
}

func (c *canvas) scene(w, h float64) *scene.Scene {
	return &scene.Scene{Title: c.title, W: w, H: h, Face: c.face, Items: c.items}
}
