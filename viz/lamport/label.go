package lamport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/viz"
)

// mostLines is how many lines a label has.
const mostLines = 4

// labelOf returns the lines of an arrow's label: what each message is called, once.
func (d *diagram) labelOf(a *arrow) []string {
	lines := d.namesOf(a)
	short := d.Neutral || d.keys
	switch rounds := strconv.Itoa(a.late); {
	case len(lines) == 0:
	case a.copied && short:
		lines = append(lines, "2×")
	case a.copied:
		lines = append(lines, "second copy")
	case a.late == 0:
	case short:
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
	for i, n := range names {
		if times[n] > 1 {
			names[i] = fmt.Sprintf("%s ×%d", n, times[n])
		}
	}
	if d.keys && len(names) > 0 {
		return []string{d.key(strings.Join(names, ", "))}
	}
	var lines []string
	for i, n := range names {
		last := len(lines) - 1
		if last >= 0 && d.face.Width(lines[last]+", "+n, d.labelSize(), false) <= d.joined*d.size {
			lines[last] += ", " + n
			continue
		}
		if last >= 0 && !d.Details {
			lines[last] += ","
		}
		if left := len(names) - i; len(lines) >= mostLines-1 && left > 1 {
			return append(lines, plus(left))
		}
		lines = append(lines, d.face.Wrap(n, d.labelSize(), d.widest*d.size, 2)...)
	}
	return lines
}

// key is the number that a legend explains.
func (d *diagram) key(text string) string {
	i := slices.Index(d.legend, text)
	if i < 0 {
		i = len(d.legend)
		d.legend = append(d.legend, text)
	}
	return key(i + 1)
}

func key(n int) string { return fmt.Sprintf("[%d]", n) }

// full is a message with all that it says.
func full(m viz.Message) string {
	if m.Detail == "" {
		return m.Label
	}
	return m.Label + "(" + m.Detail + ")"
}

func plus(n int) string { return fmt.Sprintf("+%d", n) }

func (d *diagram) labelSize() float64 { return d.Smaller(0.9) }

func (d *diagram) labelWidth(a *arrow) float64 { return d.face.WidthOf(a.lines, d.labelSize(), false) }
