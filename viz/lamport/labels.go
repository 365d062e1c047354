package lamport

import (
	"slices"
	"strings"

	"molly/viz"
	"molly/viz/scene"
)

// tag is a label on its way to a place.
type tag struct {
	lines  []string
	faint  bool
	lost   bool
	late   bool     // or a second copy
	arrows []*arrow // on any of which it may be
	w, h   float64
	at     scene.Point
	placed bool
}

func (t *tag) box(at scene.Point) scene.Box { return scene.Around(at, t.w, t.h) }

// heights finds for each row how high it must be.
func (d *diagram) heights() []float64 {
	list := make([]float64, len(d.rows))
	for i := range d.rows {
		list[i] = d.height(&d.rows[i])
	}
	return list
}

const (
	usual = 4.4 // the height of a row in which something is under way, in sizes of the text
	quiet = 1.9 // and of one in which nothing is
)

// height tries heights, from low to high, until the labels of a row fit: without crossing
// other arrows, if that takes little more room.
func (d *diagram) height(r *row) float64 {
	if len(d.flying[r.time]) == 0 {
		return quiet * d.size
	}
	base := usual * d.size * (1 + min(1, float64(max(0, len(d.flying[r.time])-10))/90)) // steeper, where there are many
	for _, t := range d.tagsOf(r.time, byArrow) {
		base = max(base, t.h+1.6*d.size)
	}
	best, least := 0.0, 0.0
	ways := []grouping{byArrow, byFan}
	if len(d.flying[r.time]) > many {
		ways = ways[1:]
	}
	for _, g := range ways {
		for _, factor := range []float64{1, 1.25, 1.6, 2, 2.5} {
			list, cost, fits := d.placed(r.time, base*factor, g)
			if cost += (factor - 1) * 7; fits && (best == 0 || cost < least) {
				best, least, r.labels = base*factor, cost, g
				r.tried, r.height = list, best
			}
			if best > 0 && (least < clean || len(d.flying[r.time]) > many) {
				break
			}
		}
		if best > 0 && least < 2*clean {
			return best
		}
	}
	if best > 0 {
		return best
	}
	r.labels = bySender
	most := 40 * base
	if d.Width > 0 {
		most = mostTall * base
	}
	for h := base; ; h *= 1.25 {
		if list, _, fits := d.placed(r.time, h, bySender); fits || h > most {
			r.tried, r.height = list, h
			d.crammed = d.crammed || !fits
			return h
		}
	}
}

const (
	clean = 1.5 // what labels cost that cover nothing of importance
	many  = 30  // arrows, of which a row is not tried over and over
)

// settle fixes the heights of rows and the places of labels.
func (d *diagram) settle(heights []float64) {
	y := d.top
	d.y = make([]float64, d.Last-d.First+1)
	for i := range d.rows {
		r := &d.rows[i]
		if r.height != heights[i] {
			r.height, r.tried = heights[i], nil
		}
		for t := r.time; t <= r.time+r.more; t++ {
			d.y[t-d.First] = y
		}
		if i < len(d.rows)-1 {
			y += r.height
		}
	}
	for _, r := range d.rows {
		if len(d.labelled[r.time]) == 0 {
			continue
		}
		list := r.tried
		if list == nil {
			list, _, _ = d.placed(r.time, r.height, r.labels)
		} else if slices.ContainsFunc(d.flying[r.time], func(a *arrow) bool { return a.span() > 1 }) {
			// Only now it is known where these go through the row.
			if better, _, fits := d.placed(r.time, r.height, r.labels); fits {
				list = better
			}
		}
		for i := range list { // from the row's place to the picture's
			list[i].at.Y += d.at(r.time)
		}
		d.tags[r.time] = list
	}
	for _, a := range d.arrows { // placing has drawn them row by row
		d.route(a, d.at)
		if a.ending == viz.AfterEnd {
			d.cutOff(a)
		}
	}
}

// at is the height of a time. What arrives after the last one does so below it.
func (d *diagram) at(time int) float64 {
	if i := time - d.First; i < len(d.y) {
		return d.y[max(i, 0)]
	}
	return d.y[len(d.y)-1] + d.rows[len(d.rows)-1].height
}

// grouping is how arrows share labels.
type grouping uint8

const (
	byArrow  grouping = iota // each has its own
	byFan                    // those to one side that say the same have one
	bySender                 // all that a node sends at one time has one
)

// shares reports whether an arrow has the same label as another one.
func (g grouping) shares(a, b *arrow) bool {
	if a.from != b.from || a.faint != b.faint || a.lost != b.lost || a.ending != b.ending || a.copied != b.copied || (a.late > 0) != (b.late > 0) {
		return false
	}
	switch g {
	case byFan:
		return a.to != a.from && b.to != b.from && (a.to > a.from) == (b.to > b.from) && slices.Equal(a.lines, b.lines)
	case bySender:
		return true
	}
	return false
}

// tagsOf are the labels of what is sent at a time.
func (d *diagram) tagsOf(time int, g grouping) []tag {
	var list []tag
	for _, a := range d.labelled[time] {
		if i := slices.IndexFunc(list, func(t tag) bool { return g.shares(t.arrows[0], a) }); i >= 0 {
			list[i].arrows = append(list[i].arrows, a)
			for _, l := range a.lines {
				if !slices.Contains(list[i].lines, l) {
					list[i].lines = append(list[i].lines, l)
				}
			}
			continue
		}
		list = append(list, tag{lines: slices.Clone(a.lines), faint: a.faint, lost: a.lost, late: a.moved(), arrows: []*arrow{a}})
	}
	list = slices.DeleteFunc(list, func(t tag) bool { return strings.Join(t.lines, "") == "" })
	for i := range list {
		t := &list[i]
		if len(t.lines) > mostLines {
			t.lines = append(t.lines[:mostLines-1], plus(len(t.lines)-mostLines+1))
		}
		t.w = d.face.WidthOf(t.lines, d.labelSize(), false) + 0.5*d.size
		t.h = d.labelSize() * (scene.Leading*float64(len(t.lines)-1) + scene.Ascent + scene.Descent + 0.1)
	}
	return list
}

// placed finds places for the labels of a row that is so high, with 0 at its top. It
// reports how much they cross, and whether all that matter have one.
func (d *diagram) placed(time int, height float64, g grouping) (list []tag, cost float64, fits bool) {
	list = d.tagsOf(time, g)
	w := &placing{diagram: d, height: height, tags: list, marks: d.obstacles(time, height)}
	at := func(t int) float64 { return float64(t-time) * height }
	if d.y != nil {
		at = func(t int) float64 { return d.at(t) - d.at(time) }
	}
	for _, a := range d.flying[time] {
		d.route(a, at)
		w.arrows = append(w.arrows, a)
		if a.lost {
			w.marks = append(w.marks, scene.Around(a.route[len(a.route)-1], 0.9*d.size, 0.9*d.size))
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &list[i], &list[j]
		switch {
		case a.faint != b.faint && b.faint:
			return -1
		case a.faint != b.faint:
			return 1
		}
		return int(b.w - a.w)
	})
	sweeps := 3
	if len(w.arrows) > many {
		sweeps = 1
	}
	costs := make([]float64, len(list))
	for range sweeps {
		for _, i := range order {
			list[i].placed = false
			costs[i] = w.place(i)
		}
	}
	fits = true
	for i := range list {
		if !list[i].placed {
			// What does not matter can do without a label, where there is no room.
			fits = fits && list[i].faint && g == bySender
			continue
		}
		cost += costs[i]
	}
	return list, cost, fits
}
