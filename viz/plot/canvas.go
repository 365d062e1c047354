package plot

import "molly/viz/scene"

// canvas is a plot that is being drawn.
type canvas struct {
	title   string
	style   scene.Style
	size    float64 // of its text
	face    *scene.Typeface
	palette scene.Palette
	inks    []scene.Colour
	items   []scene.Item
}

func newCanvas(title string, style scene.Style) *canvas {
	return &canvas{title: title, style: style, size: style.Points(), face: scene.NewTypeface(style.Family), palette: style.Palette(), inks: inks(style)}
}

// drawn lays a plot out by a function of its style and of how wide what it shows is. Where the picture
// has a width, that is as wide as its names let it be, if need be with smaller text.
func drawn(style scene.Style, usual float64, lay func(style scene.Style, width float64) *scene.Scene) *scene.Scene {
	if style.Width <= 0 {
		return lay(style, usual)
	}
	var s *scene.Scene
	for _, size := range style.Sizes() {
		style.Size = size
		around := lay(style, usual).W - usual
		room := style.Width - around
		s = lay(style, max(room, narrowest*size))
		if room >= narrowest*size {
			break
		}
	}
	return s
}

// narrowest is how wide what a plot shows is at least, in sizes of the text.
const narrowest = 12

func (c *canvas) hair() scene.Pen { return scene.Pen{Colour: c.palette.Hair, Width: 0.5} }

// axisX draws upright lines at the ticks, their names below, and the label below those.
func (c *canvas) axisX(s scale, top, bottom float64) {
	item := scene.Item{Class: "axis x", Title: s.Label}
	for _, t := range s.ticks() {
		x := s.at(t.value)
		item.Shapes = append(item.Shapes, scene.Polyline(scene.Point{X: x, Y: top}, scene.Point{X: x, Y: bottom}).Drawn(c.hair()))
		item.Shapes = append(item.Shapes, t.label(scene.Point{X: x, Y: bottom + 1.3*c.size}, scene.Middle, c.style.Smaller(0.9), c.palette.Soft, c.face)...)
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
		item.Shapes = append(item.Shapes, t.label(scene.Point{X: left - 0.5*c.size, Y: y + 0.33*c.size}, scene.End, c.style.Smaller(0.9), c.palette.Soft, c.face)...)
	}
	item.Shapes = append(item.Shapes, scene.Text{String: s.Label, At: scene.Point{X: 0.5 * c.size, Y: s.to - 1.1*c.size}, Size: c.size, Colour: c.palette.Ink})
	c.items = append(c.items, item)
}

func (c *canvas) scene(w, h float64) *scene.Scene {
	return &scene.Scene{Title: c.title, W: w, H: h, Face: c.face, Items: c.items}
}
