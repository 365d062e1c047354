package lamport

import (
	"molly/viz"
	"molly/viz/scene"
)

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
		if a.lost && a.ending == viz.OnItsWay {
			to.X, to.Y = to.X+1.6*d.size, top+reach*(bottom-top)
		} else {
			to.X++
		}
		a.path = scene.Bezier(from, scene.Point{X: from.X + out, Y: top + part}, scene.Point{X: d.x[a.to] + out, Y: bottom - part}, to)
		a.route = a.path.Flat()
		return
	}
	if a.lost && a.ending == viz.OnItsWay {
		to = from.Between(to, reach)
	} else if to.X > from.X {
		to.X -= 0.8
	} else {
		to.X += 0.8
	}
	a.path = scene.Polyline(from, to)
	a.route = []scene.Point{from, to}
}

// moved reports whether faults make an arrow another one than it would be, and do not lose it.
func (a *arrow) moved() bool { return a.late > 0 || a.copied }

// cutOff ends an arrow where its nodes' lines end.
func (d *diagram) cutOff(a *arrow) {
	from, to := a.route[0], a.route[len(a.route)-1]
	bottom := d.at(d.Last) + 0.5*d.size
	if to.Y <= bottom || to.Y <= from.Y {
		return
	}
	share := (bottom - from.Y) / (to.Y - from.Y)
	to = scene.Point{X: from.X + (to.X-from.X)*max(share, 0.12), Y: bottom} // it must be seen where it goes
	a.path = scene.Polyline(from, to)
	a.route = []scene.Point{from, to}
}
