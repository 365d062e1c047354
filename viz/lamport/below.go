package lamport

import (
	"strings"

	"molly/viz"
	"molly/viz/scene"
)

// remark is a line below a picture.
type remark struct {
	class, text string
	colour      scene.Colour
}

// remarks are what is said below a picture: what the numbers of labels mean, what the ground of
// some times does, and which faults of the execution are not in it.
func (d *diagram) remarks() []remark {
	var list []remark
	if d.keys {
		var parts []string
		for i, text := range d.legend {
			parts = append(parts, key(i+1)+"\u00a0"+strings.ReplaceAll(text, " ", "\u00a0"))
		}
		for _, line := range d.flowed(parts) {
			list = append(list, remark{"legend", line, d.palette.Ink})
		}
	}
	if d.band == 0 && !d.Neutral {
		for _, b := range d.bands {
			if b.Text == "" {
				continue
			}
			for _, line := range d.face.Wrap(b.Text, d.labelSize(), d.room(), 4) {
				list = append(list, remark{"band-text", line, d.palette.Lost})
			}
		}
	}
	for _, text := range d.unseen() {
		for _, line := range d.face.Wrap(text, d.labelSize(), d.room(), 40) {
			list = append(list, remark{"unseen", line, d.palette.Lost})
		}
	}
	return list
}

// room is how wide a line below the picture may be.
func (d *diagram) room() float64 { return max(d.width, d.Width) - d.size }

// flowed puts parts in lines, beside each other where they fit.
func (d *diagram) flowed(parts []string) []string {
	var lines []string
	for _, p := range parts {
		last := len(lines) - 1
		if last >= 0 && d.face.Width(lines[last]+"   "+p, d.labelSize(), false) <= d.room() {
			lines[last] += "   " + p
			continue
		}
		p = strings.ReplaceAll(p, "\u00a0", " ")
		lines = append(lines, d.face.Wrap(p, d.labelSize(), d.room(), 6)...)
	}
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], "\u00a0", " ")
	}
	return lines
}

// unseen says which faults are not in the picture, as they are before or after its times, or as
// nothing was sent that they take.
func (d *diagram) unseen() []string {
	var elsewhere, idle []string
	for _, f := range d.Faults {
		switch {
		case d.shows(f):
		case f.Time < d.First || f.Time > d.Last || f.Time == d.Last && d.windowed:
			elsewhere = append(elsewhere, f.Text)
		default:
			idle = append(idle, f.Text)
		}
	}
	say := func(words string, faults []string) (list []string) {
		switch {
		case faults == nil:
		case d.Neutral:
			list = append(list, "("+strings.Join(faults, " ")+")")
		default:
			list = append(list, words+": "+strings.Join(faults, ", "))
		}
		return list
	}
	return append(say("at other times", elsewhere), say("without a message", idle)...)
}

// shows reports whether a fault has a mark.
func (d *diagram) shows(f viz.Fault) bool {
	if f.Place != "" {
		for _, c := range d.Crashes {
			if f.Crash && c.Node == f.Place && c.Time == f.Time && d.First <= c.Time && c.Time <= d.Last {
				return true
			}
		}
		for _, o := range d.Outages {
			if !f.Crash && o.Node == f.Place && o.From == f.Time && o.From >= d.First {
				return true
			}
		}
		return false
	}
	for _, a := range d.arrows {
		for _, m := range a.messages {
			if strings.Contains(m.Cause, f.Text) {
				return true
			}
		}
	}
	return false
}

// paintBelow writes the remarks.
func (d *diagram) paintBelow(top float64) {
	y := top
	for _, r := range d.below {
		y += 1.25 * d.labelSize()
		d.add(scene.Item{Class: r.class, Shapes: []scene.Shape{scene.Text{
			String: r.text, At: scene.Point{X: 0.5*d.size - d.aside, Y: y}, Size: d.labelSize(), Colour: r.colour,
		}}})
	}
}

// belowHeight is how high the remarks are.
func (d *diagram) belowHeight() float64 {
	if len(d.below) == 0 {
		return 0
	}
	return 1.25*d.labelSize()*float64(len(d.below)) + 0.7*d.size
}
