package lamport

import (
	"fmt"
	"strconv"

	"molly/viz"
)

// mostLines is how many lines a label has.
const mostLines = 4

// labelOf returns the lines of an arrow's label: what each message is called, once.
func (d *diagram) labelOf(a *arrow) []string {
	lines := d.namesOf(a)
	switch rounds := strconv.Itoa(a.late); {
	case len(lines) == 0:
	case a.copied && d.Neutral:
		lines = append(lines, "2×")
	case a.copied:
		lines = append(lines, "second copy")
	case a.late == 0:
	case d.Neutral:
		lines = append(lines, "+"+rounds)
	case a.late == 1:
		lines = append(lines, "1 round late")
	default:
		lines = append(lines, rounds+" rounds late")
	}
	return lines
}

// namesOf returns the names of an arrow's messages, in lines.
func (d *diagram) namesOf(a *arrow) []string {
	var names []string
	times := map[string]int{}
	for _, faint := range []bool{false, true} { // what matters comes first
		for _, m := range a.messages {
			if m.Faint != faint {
				continue
			}
			name := m.Label
			if d.Details {
				name = full(m)
			}
			if times[name] == 0 {
				names = append(names, name)
			}
			times[name]++
		}
	}
	var lines []string
	for i, n := range names {
		if times[n] > 1 {
			n = fmt.Sprintf("%s ×%d", n, times[n])
		}
		last := len(lines) - 1
		if last >= 0 && d.face.Width(lines[last]+", "+n, d.labelSize(), false) <= joined*d.size {
			lines[last] += ", " + n
			continue
		}
		if last >= 0 && !d.Details {
			lines[last] += ","
		}
		if left := len(names) - i; len(lines) >= mostLines-1 && left > 1 {
			return append(lines, plus(left))
		}
		lines = append(lines, d.face.Wrap(n, d.labelSize(), widest*d.size, 2)...)
	}
	return lines
}

// How wide a label's lines are, in sizes of the text: at most, and where they join what
// several messages are called.
const (
	widest = 13
	joined = 9
)

// full is a message with all that it says.
func full(m viz.Message) string {
	if m.Detail == "" {
		return m.Label
	}
	return m.Label + "(" + m.Detail + ")"
}

func plus(n int) string { return fmt.Sprintf("+%d", n) }

func (d *diagram) labelSize() float64 { return 0.9 * d.size }

func (d *diagram) labelWidth(a *arrow) float64 { return d.face.WidthOf(a.lines, d.labelSize(), false) }
