package plot

import "molly/viz/scene"

// mark draws the mark of the i-th series: a filled circle, an open square, a cross, an
// open circle, a filled square, an open diamond, and so on. inside is the colour of the
// paper in open marks; none lets shine through what is below.
func mark(i int, at scene.Point, r float64, ink, inside scene.Colour) scene.Path {
	pen := scene.Pen{Colour: ink, Width: 0.8}
	diamond := scene.Polygon(scene.Point{X: at.X, Y: at.Y - 1.2*r}, scene.Point{X: at.X + 1.2*r, Y: at.Y}, scene.Point{X: at.X, Y: at.Y + 1.2*r}, scene.Point{X: at.X - 1.2*r, Y: at.Y})
	square := scene.Rectangle(scene.Around(at, 1.8*r, 1.8*r), 0)
	switch i % 6 {
	case 0:
		return scene.Circle(at, r).Filled(ink).Drawn(pen)
	case 1:
		return square.Filled(inside).Drawn(pen)
	case 2:
		return scene.Cross(at, 0.9*r).Drawn(scene.Pen{Colour: ink, Width: 1.1})
	case 3:
		return scene.Circle(at, r).Filled(inside).Drawn(pen)
	case 4:
		return square.Filled(ink).Drawn(pen)
	}
	return diamond.Filled(inside).Drawn(pen)
}

// dash is the line of the i-th series.
func dash(i int) []float64 {
	return [...][]float64{nil, {5, 2}, {1.5, 1.5}, {6, 1.5, 1.5, 1.5}, {3, 1}, {9, 2}}[i%6]
}

// inks are the colours of series, different in brightness, too.
func inks(s scene.Style) []scene.Colour {
	if s.Mono {
		return []scene.Colour{scene.RGB(0), scene.RGB(0x555555), scene.RGB(0x888888)}
	}
	return []scene.Colour{scene.RGB(0x16559b), scene.RGB(0xc4541c), scene.RGB(0x2c7d4f), scene.RGB(0x7b4397), scene.RGB(0x777777)}
}
