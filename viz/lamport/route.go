package lamport

import "molly/viz/scene"

// loop is how far a message to oneself swings out, in sizes of the text.
const loop = 1.7

// reach is how far a lost message goes, in shares of its way.
const reach = 0.72

// route draws the line of an arrow from one height to another.
func (d *diagram) route(a *arrow, top, bottom float64) {
	from := scene.Point{X: d.x[a.from], Y: top}
	to := scene.Point{X: d.x[a.to], Y: bottom}
	if a.from == a.to {
		out, part := loop*d.size, 0.25*(bottom-top)
		if a.lost {
			to.X, to.Y = to.X+1.6*d.size, top+reach*(bottom-top)
		} else {
			to.X++
		}
		a.path = scene.Bezier(from, scene.Point{X: from.X + out, Y: top + part}, scene.Point{X: d.x[a.to] + out, Y: bottom - part}, to)
		a.route = a.path.Flat()
		return
	}
	if a.lost {
		to = from.Between(to, reach)
	} else if to.X > from.X {
		to.X -= 0.8
	} else {
		to.X += 0.8
	}
	a.path = scene.Polyline(from, to)
	a.route = []scene.Point{from, to}
}
