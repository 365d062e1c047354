package plot

import (
	"fmt"
	"slices"

	"molly/viz/scene"
)

// Lines is a plot of lines over an axis.
type Lines struct {
	Title  string
	X, Y   Axis
	Series []Series
}

// Series is a line with a name.
type Series struct {
	Name   string
	Points []scene.Point // by X
}

// Draw lays the plot out.
func (l Lines) Draw(style scene.Style) *scene.Scene { return drawn(style, 260, l.lay) }

func (l Lines) lay(style scene.Style, width float64) *scene.Scene {
	c := newCanvas(l.Title, style)
	var xs, ys []float64
	names := make([]string, len(l.Series))
	for i, s := range l.Series {
		names[i] = s.Name
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	const height = 170
	left, top := 5.2*c.size, 3.2*c.size
	x := newScale(l.X, xs, left, left+width)
	y := newScale(l.Y, ys, top+height, top)
	c.axisX(x, top, top+height)
	c.axisY(y, left, left+width)
	var ends []end
	for i, s := range l.Series {
		var path []scene.Point
		for _, p := range s.Points {
			if x.drawable(p.X) && y.drawable(p.Y) {
				path = append(path, scene.Point{X: x.at(p.X), Y: y.at(p.Y)})
			}
		}
		if len(path) == 0 {
			continue
		}
		ink := c.inks[i%len(c.inks)]
		item := scene.Item{Class: "series", Title: s.Name}
		item.Shapes = append(item.Shapes, scene.Polyline(path...).Drawn(scene.Pen{Colour: ink, Width: 1.2, Dash: dash(i)}))
		for _, at := range path {
			item.Shapes = append(item.Shapes, mark(i, at, 0.24*c.size, ink, scene.White))
		}
		for _, p := range s.Points {
			item.Data = append(item.Data, scene.Attribute{Name: fmt.Sprintf("p%d", len(item.Data)), Value: fmt.Sprintf("%g %g", p.X, p.Y)})
		}
		c.items = append(c.items, item)
		ends = append(ends, end{s.Name, path[len(path)-1], ink})
	}
	c.nameEnds(ends, left+width+0.8*c.size)
	return c.scene(left+width+1.6*c.size+c.face.WidthOf(names, c.size, false), top+height+3.4*c.size)
}

// end is where a line ends, with its name.
type end struct {
	name string
	at   scene.Point
	ink  scene.Colour
}

// nameEnds writes each name beside the end of its line, and moves names apart that would
// meet.
func (c *canvas) nameEnds(ends []end, x float64) {
	slices.SortStableFunc(ends, func(a, b end) int {
		switch {
		case a.at.Y < b.at.Y:
			return -1
		case a.at.Y > b.at.Y:
			return 1
		}
		return 0
	})
	places := make([]float64, len(ends))
	for i, e := range ends {
		places[i] = e.at.Y
		if i > 0 {
			places[i] = max(places[i], places[i-1]+1.15*c.size)
		}
	}
	for i, e := range ends {
		at := scene.Point{X: x, Y: places[i] + 0.33*c.size}
		shapes := []scene.Shape{scene.Text{String: e.name, At: at, Size: c.size, Colour: e.ink}}
		if e.at.X < x-1.5*c.size || places[i] != e.at.Y { // the line ends before, or its name was moved
			guide := scene.Polyline(scene.Point{X: e.at.X + 0.4*c.size, Y: e.at.Y}, scene.Point{X: x - 0.2*c.size, Y: places[i]})
			shapes = append(shapes, guide.Drawn(scene.Pen{Colour: c.palette.Hair, Width: 0.6}))
		}
		c.items = append(c.items, scene.Item{Class: "name", Shapes: shapes})
	}
}
