package lamport

import (
	"molly/viz"
	"molly/viz/scene"
)

// loop is how far a message to oneself swings out, in sizes of the text.
const loop = 1.7

// route draws the line of an arrow. at is the height of a time.
func (d *diagram) route(a *arrow, at func(time int) float64) {
	from, to := d.ends(a, at)
	top, bottom := from.Y, to.Y
	if a.from == a.to {
		out, part := loop*d.size, 0.25*(bottom-top)
		if a.lost && a.ending == viz.OnItsWay {
			to.X, to.Y = to.X+short*d.size, bottom-0.12*(bottom-top)
		} else {
			to.X++
		}
		a.path = scene.Bezier(from, scene.Point{X: from.X + out, Y: top + part}, scene.Point{X: d.x[a.to] + out, Y: bottom - part}, to)
		a.route = a.path.Flat()
		return
	}
	if a.lost && a.ending == viz.OnItsWay {
		to = d.stop(a, from, to, at)
	} else if to.X > from.X {
		to.X -= 0.8
	} else {
		to.X += 0.8
	}
	a.path = scene.Polyline(from, to)
	a.route = []scene.Point{from, to}
}

// ends are where an arrow begins, and where it arrives, or would do so. What is sent before the first
// time comes from above.
func (d *diagram) ends(a *arrow, at func(time int) float64) (from, to scene.Point) {
	from = scene.Point{X: d.x[a.from], Y: at(a.sent)}
	to = scene.Point{X: d.x[a.to], Y: at(a.sent + a.span())}
	if a.sent < d.First {
		from.Y = at(d.First) - 0.8*d.size
		from = from.Between(to, 0.4)
	}
	return from, to
}

// short is how far from the line of its receiver a lost message ends at least, in sizes of the text.
const short = 1.1

// stop is where a lost message ends: just before it arrives, where no other arrow comes so near that
// its cross could be taken for that one's.
func (d *diagram) stop(a *arrow, from, to scene.Point, at func(time int) float64) scene.Point {
	way := from.Distance(to)
	best, fewest := to, -1
	for _, far := range [...]float64{short, 1.6, 2.2, 2.9, 3.7, 4.6} {
		share := 1 - far*d.size/way
		if share < 0.55 && fewest >= 0 {
			break
		}
		p := from.Between(to, max(share, 0.55))
		cross := scene.Around(p, d.size, d.size)
		hits := 0
		for _, b := range d.flying[a.sent+a.span()-1] {
			if b == a || b.from == b.to {
				continue
			}
			start, end := d.ends(b, at)
			if b.lost && b.ending == viz.OnItsWay && b.to == a.to && b.sent == a.sent && !cross.Overlaps(scene.Around(end.Between(start, short*d.size/max(start.Distance(end), 1)), d.size, d.size)) {
				continue // it ends elsewhere
			}
			if cross.Meets(start, end) {
				hits++
			}
		}
		if fewest < 0 || hits < fewest {
			best, fewest = p, hits
		}
		if hits == 0 {
			break
		}
	}
	return best
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
