package lamport

import "molly/viz/scene"

// end draws the outcomes, below everything.
func (d *diagram) end() {
	y := d.at(d.Last) + 1.4*d.size
	for _, r := range d.cells {
		h := d.size * (1.25*float64(r.lines) + 0.9)
		d.add(scene.Item{Class: "outcome", Data: []scene.Attribute{{Name: "outcome", Value: r.name}}, Shapes: []scene.Shape{
			scene.Rectangle(scene.Box{X0: d.margin() - 0.7*d.size, Y0: y, X1: d.right() - 0.8*d.size, Y1: y + h}, 2).Filled(d.palette.Band),
		}})
		d.margined(r.name, "outcome-name", y+1.25*d.size)
		lanes := 0
		for _, c := range r.cells {
			if c.lane >= 0 {
				lanes = max(lanes, c.first+len(c.lines))
			}
		}
		for _, c := range r.cells {
			d.cell(r, c, y, lanes)
		}
		y += h + 0.35*d.size
	}
}

// cell draws an entry with ✓ or ✗ before it.
func (d *diagram) cell(r outcomeRow, c outcomeCell, top float64, lanes int) {
	first := c.first
	w := d.face.WidthOf(c.lines, d.size, c.missing) + 1.3*d.size
	left := d.margin()
	if c.lane >= 0 {
		left = d.x[c.lane] - w/2
	} else {
		first += lanes
	}
	y := top + d.size*(1.25+1.25*float64(first))
	colour, class := d.palette.Ink, "holds"
	mark := scene.Tick(scene.Point{X: left + 0.4*d.size, Y: y - 0.33*d.size}, 0.33*d.size).Drawn(scene.Pen{Colour: d.palette.Soft, Width: 1})
	if c.missing {
		colour, class = d.palette.Lost, "missing"
		mark = scene.Cross(scene.Point{X: left + 0.4*d.size, Y: y - 0.33*d.size}, 0.36*d.size).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 1.6})
	}
	shapes := []scene.Shape{mark}
	if c.missing {
		box := scene.Box{X0: left - 0.4*d.size, Y0: y - 0.93*d.size, X1: left + w + 0.4*d.size, Y1: y + d.size*(0.27+1.25*float64(len(c.lines)-1))}
		shapes = append([]scene.Shape{scene.Rectangle(box, 2).Filled(d.palette.Danger).Drawn(scene.Pen{Colour: d.palette.Lost, Width: 0.8})}, shapes...)
	}
	for k, line := range c.lines {
		shapes = append(shapes, scene.Text{String: line, At: scene.Point{X: left + 1.2*d.size, Y: y + 1.25*float64(k)*d.size}, Size: d.size, Bold: c.missing, Colour: colour})
	}
	node := ""
	if c.lane >= 0 {
		node = d.Nodes[c.lane]
	}
	d.add(scene.Item{
		Class: class, Title: r.name + "(" + c.text + ")", Shapes: shapes,
		Data: []scene.Attribute{{Name: "outcome", Value: r.name}, {Name: "node", Value: node}},
	})
}

// finished returns the picture.
func (d *diagram) finished() *scene.Scene {
	h := d.at(d.Last) + 1.9*d.size
	for _, r := range d.cells {
		h += d.size * (1.25*float64(r.lines) + 1.25)
	}
	if d.below != nil {
		d.paintBelow(h)
		h += d.belowHeight()
	}
	h = max(h, d.bandEnd)
	s := &scene.Scene{Title: d.Title, W: d.width, H: h, Face: d.face, Items: d.items}
	if d.Width > 0 {
		s.W, s.Items = max(d.width, d.Width), scene.Moved(d.items, d.aside, 0)
	}
	return s
}
