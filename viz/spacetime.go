package viz

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// SpaceTime draws a trace as text: one column a node, time from top to bottom, an
// arrow for what a node sends at a time, with its label.
//
//	time  a              b              c
//	   1  ●─────log──────✗──────────────▶
//	   2  │              │              │
//	   3  †              │              │
//	   4  ╎              │              │
//
// ▶ and ◀ are where something arrives, one time later; ✗ is where something lost
// would have arrived. What a node sends at one time under one label is one line. A
// node that crashed at † continues as ╎.
//
// What else faults do is explained in a last line where it happens (see legend): what is late
// leaves as ↘ or ↙ and arrives as label@sent; ┴ and ┬ are the ends of an outage, a gap in the
// node's line; ◆ is an input.
func SpaceTime(t Trace) string {
	d := newDiagram(t)
	d.heading()
	for time := t.First; time <= t.Last; {
		if quiet := d.quiet(time); t.Quiet > 0 && quiet > t.Quiet {
			d.line(fmt.Sprintf(margin, "⋮") + string(d.lives(time)))
			time += quiet
			continue
		}
		d.time(time)
		time++
	}
	d.legend()
	return d.text.String()
}

// The narrowest distance between two columns, which leaves room for a label.
const narrowest = 12

type diagram struct {
	Trace
	column  map[string]int
	crashed map[string]int
	sent    map[int][]Message // by time, but those to oneself
	arrives map[int][]Message // those that are late or come again, by the time before they do
	busy    []int             // the times at which there is something to show, sorted
	width   int               // from one column to the next
	text    strings.Builder
}

func newDiagram(t Trace) *diagram {
	d := &diagram{Trace: t, column: map[string]int{}, crashed: map[string]int{}, sent: map[int][]Message{}, arrives: map[int][]Message{}, width: narrowest}
	for i, n := range t.Nodes {
		d.column[n] = i
		d.width = max(d.width, runewidth.StringWidth(n)+2)
	}
	for _, c := range t.Crashes {
		d.crashed[c.Node] = c.Time
		d.busy = append(d.busy, c.Time)
	}
	for _, o := range t.Outages {
		d.busy = append(d.busy, o.From, o.Until)
	}
	for _, in := range t.Inputs {
		d.busy = append(d.busy, in.Time)
		if _, ok := d.column[in.Node]; ok {
			d.width = max(d.width, min(runewidth.StringWidth(in.Text)+4, 2*narrowest))
		}
	}
	for _, m := range t.Messages {
		if m.From != m.To {
			if !m.Copy {
				d.sent[m.Sent] = append(d.sent[m.Sent], m)
				d.busy = append(d.busy, m.Sent)
			}
			if apart(m) && m.Ending != AfterEnd {
				d.arrives[m.Arrives-1] = append(d.arrives[m.Arrives-1], m)
				d.busy = append(d.busy, m.Arrives-1)
				d.width = max(d.width, runewidth.StringWidth(arrivalLabel(m))+5)
			}
		}
		d.width = max(d.width, runewidth.StringWidth(m.Label)+5)
	}
	slices.Sort(d.busy)
	return d
}

// margin is the width of what is left of the first column.
const margin = "%4s  "

func (d *diagram) heading() {
	line := fmt.Sprintf(margin, "time")
	for _, n := range d.Nodes {
		line += n + strings.Repeat(" ", d.width-runewidth.StringWidth(n))
	}
	d.line(line)
}

func (d *diagram) line(s string) {
	d.text.WriteString(strings.TrimRight(s, " ") + "\n")
}

// quiet counts the times from one on in which there is nothing to show.
func (d *diagram) quiet(time int) int {
	if i, _ := slices.BinarySearch(d.busy, time); i < len(d.busy) {
		return min(d.busy[i], d.Last+1) - time
	}
	return d.Last + 1 - time
}

// time draws one time: a line, and one more for each further arrow.
func (d *diagram) time(time int) {
	var rows [][]rune
	for _, a := range d.arrows(time) {
		rows = append(rows, d.lives(time))
		d.draw(rows[len(rows)-1], a)
	}
	if rows == nil {
		rows = append(rows, d.lives(time))
	}
	for i, n := range d.Nodes {
		if d.crashed[n] == time {
			rows = d.crash(rows, time, i)
		}
	}
	rows = d.switches(rows, time)
	for i, row := range rows {
		label := ""
		if i == 0 {
			label = fmt.Sprint(time)
		}
		d.line(fmt.Sprintf(margin, label) + string(row))
	}
}

// crash marks a crash on the first of a time's lines where nothing arrives at the
// node; there may have to be one more.
func (d *diagram) crash(rows [][]rune, time, node int) [][]rune {
	at := node * d.width
	free := slices.IndexFunc(rows, func(row []rune) bool { return strings.ContainsRune("│●┼", row[at]) })
	if free < 0 {
		free = len(rows)
		rows = append(rows, d.lives(time))
	}
	rows[free][at] = '†'
	for _, row := range rows[free+1:] {
		if row[at] == '│' {
			row[at] = '╎'
		}
	}
	return rows
}

// lives draws the nodes' own lines. A node that crashes at just this time is still
// alive here.
func (d *diagram) lives(time int) []rune {
	row := []rune(strings.Repeat(" ", d.width*(len(d.Nodes)-1)+1))
	for i, n := range d.Nodes {
		row[i*d.width] = '│'
		if c, crashes := d.crashed[n]; crashes && time > c {
			row[i*d.width] = '╎'
		}
	}
	for _, o := range d.Outages {
		if i, ok := d.column[o.Node]; ok && o.From <= time && time < o.Until {
			row[i*d.width] = ' '
		}
	}
	return row
}

// arrow is what a node sends under one label at one time, or what arrives later.
type arrow struct {
	label   string
	from    int
	arrival bool
	to      []target // by column
}

type target struct {
	column int
	head   rune
}

// arrows collects what is sent at a time: by sender, then by first appearance of the
// label.
func (d *diagram) arrows(time int) []arrow {
	var list []arrow
	for from, n := range d.Nodes {
		start := len(list)
		for _, m := range d.sent[time] {
			if m.From != n {
				continue
			}
			i := start
			for i < len(list) && list[i].label != m.Label {
				i++
			}
			if i == len(list) {
				list = append(list, arrow{label: m.Label, from: from})
			}
			list[i].add(target{d.column[m.To], d.head(m, apart(m))})
		}
		for _, m := range d.arrives[time] {
			if m.From != n {
				continue
			}
			label := arrivalLabel(m)
			i := slices.IndexFunc(list[start:], func(a arrow) bool { return a.arrival && a.label == label })
			if i < 0 {
				i = len(list) - start
				list = append(list, arrow{label: label, from: from, arrival: true})
			}
			list[start+i].add(target{d.column[m.To], d.head(m, false)})
		}
	}
	return list
}

func (a *arrow) add(t target) {
	i, found := slices.BinarySearchFunc(a.to, t, func(x, y target) int { return cmp.Compare(x.column, y.column) })
	if !found {
		a.to = slices.Insert(a.to, i, t)
	}
}

// draw puts an arrow over the nodes' lines.
func (d *diagram) draw(row []rune, a arrow) {
	at, line := a.from*d.width, '┄'
	if !a.arrival {
		row[at], line = '●', '─'
	}
	for _, t := range a.to {
		d.shaft(row, a.from, t.column, line)
	}
	for _, t := range a.to {
		row[t.column*d.width] = t.head
	}
	// The label is once on each side, between the sender and its neighbour.
	if a.to[0].column < a.from {
		d.label(row, at-d.width+1, a.label)
	}
	if a.to[len(a.to)-1].column > a.from {
		d.label(row, at+1, a.label)
	}
}

// shaft draws the line between two columns; it crosses the nodes between them.
func (d *diagram) shaft(row []rune, from, to int, line rune) {
	low, high := min(from, to)*d.width, max(from, to)*d.width
	for i := low + 1; i < high; i++ {
		if i%d.width != 0 || row[i] == ' ' {
			row[i] = line
		} else if row[i] == '│' || row[i] == '╎' {
			row[i] = '┼'
		}
	}
}

// label writes in the middle of the space between two columns.
func (d *diagram) label(row []rune, start int, label string) {
	text := []rune(label)
	start += max(0, (d.width-1-len(text))/2)
	copy(row[start:], text)
}
