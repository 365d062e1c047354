package lamport

import (
	"math"
	"slices"

	"molly/viz/scene"
)

// placing finds places in one row.
type placing struct {
	*diagram
	height float64
	tags   []tag
	arrows []*arrow
	marks  []scene.Box
}

// shares are the places on an arrow that a label may have, the best first.
var shares = [...]float64{0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.15}

// asides are how far to the side of its arrow a label's middle may be, in its widths.
var asides = [...]float64{0, -0.22, 0.22}

// place gives a label the best place that is free, and returns what it crosses there.
func (w *placing) place(i int) float64 {
	t := &w.tags[i]
	least := -1.0
	for k, a := range t.arrows {
		if k >= 3 && w.height < 40*w.size {
			break
		}
		for _, share := range shares {
			for _, aside := range asides {
				if aside != 0 && (a.from == a.to || len(w.arrows) > many) {
					break
				}
				at, ok := along(a.route, w.within(a, share))
				if at.X += aside * t.w; a.from == a.to {
					at.X = a.route[len(a.route)/2].X + t.w/2 + 0.15*w.size // beside its loop
				}
				b := t.box(at)
				if !ok || b.Y0 < 0.2*w.size || b.Y1 > w.height-0.2*w.size || b.X0 < 0 || b.X1 > w.right() || w.taken(i, b) {
					continue
				}
				off := share - 0.5
				cost := 1.5*off*off + float64(k)*0.1 + 2*math.Abs(aside)
				if least < 0 {
					cost += w.crossing(t, b, math.Inf(1))
				} else {
					cost += w.crossing(t, b, least-cost)
				}
				if least < 0 || cost < least {
					least, t.at, t.placed = cost, at, true
				}
			}
		}
	}
	return max(least, 0)
}

// within is a share of an arrow's way through the row as one of its whole way.
func (w *placing) within(a *arrow, share float64) float64 {
	top, bottom := a.route[0].Y, a.route[len(a.route)-1].Y
	if a.from == a.to || bottom <= top {
		return share
	}
	first, last := max(0, -top/(bottom-top)), min(1, (w.height-top)/(bottom-top))
	return first + share*(last-first)
}

// taken reports whether another label or a mark is there.
func (w *placing) taken(i int, b scene.Box) bool {
	for j := range w.tags {
		if j != i && w.tags[j].placed && w.tags[j].box(w.tags[j].at).Overlaps(b) {
			return true
		}
	}
	return slices.ContainsFunc(w.marks, b.Overlaps)
}

// crossing is how much a label would cover, or at least enough, where that is too much.
func (w *placing) crossing(t *tag, b scene.Box, enough float64) float64 {
	cost := 0.0
	for _, x := range w.x {
		if b.X0-0.1*w.size < x && x < b.X1+0.1*w.size {
			cost += 3
		}
	}
	for _, a := range w.arrows {
		if cost >= enough {
			break
		}
		if slices.Contains(t.arrows, a) {
			continue
		}
		for i := 1; i < len(a.route); i++ {
			if b.Meets(a.route[i-1], a.route[i]) {
				cost += 4
				break
			}
		}
	}
	return cost
}

// along returns the place at a share of a route's way.
func along(route []scene.Point, share float64) (scene.Point, bool) {
	if len(route) < 2 {
		return scene.Point{}, false
	}
	if len(route) == 2 {
		return route[0].Between(route[1], share), true
	}
	i := min(int(share*float64(len(route)-1)), len(route)-2)
	return route[i].Between(route[i+1], share*float64(len(route)-1)-float64(i)), true
}
