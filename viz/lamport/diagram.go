package lamport

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"molly/viz"
	"molly/viz/scene"
)

// diagram is a picture under way.
type diagram struct {
	viz.Trace
	Options
	setting
	size    float64
	face    *scene.Typeface
	palette scene.Palette

	lane     map[string]int
	x        []float64 // by lane
	width    float64
	needs    float64 // the least width
	aside    float64 // what is left of everything, where the picture is wider than it has to be
	crammed  bool    // there is a label that has no place
	windowed bool    // the execution goes on after the last time
	crashed  map[string]int
	outages  [][]viz.Outage // by lane
	inputs   map[int][]input
	bands    []band
	said     float64    // where what is said of bands is
	bandEnd  float64    // and where it ends
	names    [][]string // of the lanes, wrapped
	arrows   []*arrow   // by time of sending, then lane
	sent     map[int][]*arrow
	labelled map[int][]*arrow // by the time below which their label is
	flying   map[int][]*arrow // under way from a time to the next
	cells    []outcomeRow
	title    []string // its lines
	legend   []string // what the labels are that are numbers
	below    []remark

	top  float64   // of the first time
	rows []row     // from top to bottom
	y    []float64 // by time, from First
	tags map[int][]tag

	items []scene.Item
}

// row is what is between a time and the next that is drawn.
type row struct {
	time   int
	more   int  // times after this one that it represents, too
	gap    bool // it represents times at which there is nothing to show
	height float64
	labels grouping
	tried  []tag // its labels, placed in this height; nil where they are to be placed
}

// name is what the axis says of a row.
func (r row) name() string {
	if r.more == 0 {
		return strconv.Itoa(r.time)
	}
	return fmt.Sprintf("%d…%d", r.time, r.time+r.more)
}

// planned plans a diagram that draws some busy times, and not all of those between them.
func planned(t viz.Trace, o Options, s setting, busy map[int]bool) *diagram {
	d := &diagram{
		Trace: t, Options: o, setting: s, size: o.Points(), face: scene.NewTypeface(o.Family), palette: o.Palette(),
		lane: map[string]int{}, crashed: map[string]int{}, outages: make([][]viz.Outage, len(t.Nodes)), inputs: map[int][]input{},
		sent: map[int][]*arrow{}, labelled: map[int][]*arrow{}, flying: map[int][]*arrow{}, tags: map[int][]tag{},
	}
	for i, n := range t.Nodes {
		d.lane[n] = i
	}
	for _, c := range t.Crashes {
		d.crashed[c.Node] = c.Time
	}
	for _, m := range t.Messages {
		if !m.Lost && m.Ending != viz.AfterEnd {
			d.Last = max(d.Last, m.Arrives)
		}
	}
	for _, o := range t.Outages {
		if lane, ok := d.lane[o.Node]; ok {
			d.outages[lane] = append(d.outages[lane], o)
		}
	}
	d.gatherInputs()
	d.bundle()
	d.plan(busy)
	lines := 1
	for _, n := range t.Nodes {
		d.names = append(d.names, d.face.Wrap(n, d.size, d.name*d.size, 3))
		lines = max(lines, len(d.names[len(d.names)-1]))
	}
	d.outcomes(func(int) float64 { return d.column * d.size })
	d.gatherBands()
	d.columns()
	d.heads()
	d.top = d.size * (3.6 + 1.15*float64(lines))
	if d.title != nil {
		d.top += d.size * (0.65 + 1.15*float64(len(d.title)))
	}
	d.below = d.remarks()
	return d
}

// plan decides which times are drawn: of more than a few in a row at which there is nothing to show,
// there is one row.
func (d *diagram) plan(busy map[int]bool) {
	for t := d.First; t <= d.Last; t++ {
		empty := 0
		for t+empty < d.Last && !busy[t+empty] {
			empty++
		}
		r := row{time: t}
		if d.Quiet > 0 && empty > d.Quiet {
			r.more, r.gap = empty-1, true
		}
		d.rows = append(d.rows, r)
		t += r.more
	}
}

// heads breaks the title into lines.
func (d *diagram) heads() {
	switch {
	case d.Title == "":
	case d.Width > 0:
		d.title = d.face.Wrap(d.Title, d.size, 0.92*(max(d.width, d.Width)-d.size), 5)
	default:
		d.title = d.face.Wrap(d.Title, d.size, d.width-d.size, 1)
	}
}

// arrow is what one node sends another at one time.
type arrow struct {
	messages      []viz.Message
	from, to      int // lanes
	sent, arrives int
	late          int // rounds
	lost, faint   bool
	copied        bool
	ending        viz.Ending
	lines         []string // its label
	route         []scene.Point
	path          scene.Path
}

// span is how many times an arrow is under way: at least one.
func (a *arrow) span() int { return max(1, a.arrives-a.sent) }

// bundle makes arrows of messages.
func (d *diagram) bundle() {
	type key struct {
		from, to, sent, arrives, late int
		lost, copied                  bool
		ending                        viz.Ending
	}
	known := map[key]*arrow{}
	for _, m := range d.Messages {
		from, ok := d.lane[m.From]
		to, okTo := d.lane[m.To]
		if !ok || !okTo || m.Faint && d.Strong {
			continue
		}
		k := key{from, to, m.Sent, m.Arrives, m.Late, m.Lost, m.Copy, m.Ending}
		a := known[k]
		if a == nil {
			a = &arrow{from: from, to: to, sent: m.Sent, arrives: m.Arrives, late: m.Late, lost: m.Lost, copied: m.Copy, ending: m.Ending, faint: true}
			known[k] = a
			d.arrows = append(d.arrows, a)
		}
		a.messages = append(a.messages, m)
		a.faint = a.faint && m.Faint
	}
	slices.SortStableFunc(d.arrows, func(a, b *arrow) int {
		return cmp.Or(cmp.Compare(a.sent, b.sent), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, a := range d.arrows {
		a.lines = d.labelOf(a)
		d.sent[a.sent] = append(d.sent[a.sent], a)
		middle := max(a.sent+min(a.span()/2, max(d.Last-1-a.sent, 0)), d.First)
		d.labelled[middle] = append(d.labelled[middle], a)
		for t := max(a.sent, d.First); t < a.sent+a.span() && t <= max(d.Last, a.sent); t++ {
			d.flying[t] = append(d.flying[t], a)
		}
	}
}

// outcomeRow is an outcome with its cells laid out.
type outcomeRow struct {
	name  string
	cells []outcomeCell
	lines int
}

type outcomeCell struct {
	lane    int // or -1
	lines   []string
	missing bool
	text    string
	first   int // the line in the lane at which it begins
}

// mostCells is how many entries of one outcome are under one node.
const mostCells = 4

// outcomes lays out what is below the lanes, in lines of so much width.
func (d *diagram) outcomes(room func(lane int) float64) {
	d.cells = nil
	for _, o := range d.Outcomes {
		r := outcomeRow{name: o.Name}
		used, left := map[int]int{}, map[int]int{}
		number := map[int]int{}
		cells := slices.Clone(o.Cells)
		slices.SortStableFunc(cells, func(a, b viz.Cell) int { // what is missing must be seen
			switch {
			case a.Missing == b.Missing:
				return 0
			case a.Missing:
				return -1
			}
			return 1
		})
		for _, c := range cells {
			lane, ok := d.lane[c.Node]
			width, most := 0.0, d.setting.lines
			switch {
			case ok:
				width = max(room(lane), d.column*d.size)
			case d.Width > 0:
				lane, width, most = -1, max(0.9*(d.Width-d.margin()-3*d.size), 5*d.size), 4
			default:
				lane, width, most = -1, 60*d.size, 1
			}
			if number[lane]++; number[lane] > mostCells {
				left[lane]++
				continue
			}
			cell := outcomeCell{lane: lane, lines: d.face.Wrap(c.Text, d.size, width, most), missing: c.Missing, text: c.Text, first: used[lane]}
			used[lane] += len(cell.lines)
			r.cells = append(r.cells, cell)
		}
		for lane := -1; lane < len(d.Nodes); lane++ {
			if n := left[lane]; n > 0 {
				r.cells = append(r.cells, outcomeCell{lane: lane, lines: []string{plus(n)}, first: used[lane], text: plus(n)})
				used[lane]++
			}
			if lane >= 0 {
				r.lines = max(r.lines, used[lane])
			}
		}
		r.lines = max(r.lines+used[-1], 1)
		d.cells = append(d.cells, r)
	}
}

// margin is where the first lane may have its left edge.
func (d *diagram) margin() float64 {
	w := d.face.Width("time", d.size, false)
	for _, r := range d.cells {
		w = max(w, d.face.Width(r.name, d.size, false))
	}
	for _, r := range d.rows {
		if r.gap {
			w = max(w, d.face.Width(r.name(), d.labelSize(), false))
		}
	}
	return w + d.side*d.size
}

// columns finds the places of the lanes: as close as names, labels and outcomes let them be.
func (d *diagram) columns() {
	n := len(d.Nodes)
	half := make([]float64, n) // what a lane needs to each side
	for i, lines := range d.names {
		half[i] = d.face.WidthOf(lines, d.size, true)/2 + 0.9*d.size
		if d.outages[i] != nil {
			half[i] = max(half[i], d.outageWidth()+0.9*d.size)
		}
	}
	before := make([]float64, n) // what a lane needs to its left
	for _, list := range d.inputs {
		for _, in := range list {
			before[in.lane] = max(before[in.lane], in.width+0.9*d.size)
		}
	}
	for _, r := range d.cells {
		for _, c := range r.cells {
			if c.lane >= 0 {
				half[c.lane] = max(half[c.lane], (d.face.WidthOf(c.lines, d.size, c.missing)+1.3*d.size)/2+0.5*d.size)
			}
		}
	}
	gap := make([]float64, n+1) // gap[i] is left of lane i
	for i := 1; i < n; i++ {
		gap[i] = max(d.apart*d.size, half[i-1]+max(half[i], before[i]))
	}
	for _, a := range d.arrows {
		w := d.labelWidth(a)
		switch {
		case a.from == a.to:
			gap[a.from+1] = max(gap[a.from+1], w+(loop+1.5)*d.size)
		case a.to > a.from:
			gap[a.from+1] = max(gap[a.from+1], d.share*w+d.beside*d.size)
		default:
			gap[a.from] = max(gap[a.from], d.share*w+d.beside*d.size)
		}
	}
	d.x = make([]float64, n)
	at := d.margin()
	for i := range d.x {
		if i == 0 {
			at += max(half[0], before[0])
		} else {
			at += gap[i]
		}
		d.x[i] = at
	}
	d.width = at + d.size
	if n > 0 {
		d.width = at + max(half[n-1], gap[n]) + 0.8*d.size
	}
	if t := d.face.Width(d.Title, d.size, true) + 2*d.size; t > d.width && d.Width <= 0 {
		d.width = min(t, max(d.width, 40*d.size))
	}
	for _, r := range d.cells {
		for _, c := range r.cells {
			if c.lane < 0 {
				d.width = max(d.width, d.margin()+d.face.WidthOf(c.lines, d.size, c.missing)+2.5*d.size)
			}
		}
	}
	said := d.saidWidth()
	d.needs = d.width + said
	if d.spread(); d.Width > 0 {
		d.outcomes(d.underLane)
	}
	if said > 0 {
		d.said = d.width
		d.width += said
	}
}

// underLane is how wide an outcome under a node may be where the lanes have their places.
func (d *diagram) underLane(lane int) float64 {
	near := min(d.x[lane]-d.margin(), d.width-0.8*d.size-d.x[lane]) * 2
	if lane > 0 {
		near = min(near, d.x[lane]-d.x[lane-1])
	}
	if lane < len(d.x)-1 {
		near = min(near, d.x[lane+1]-d.x[lane])
	}
	return 0.94 * (near - 2.3*d.size) // it may be bold
}
