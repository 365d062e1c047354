package lamport

import (
	"cmp"
	"slices"

	"molly/viz"
	"molly/viz/scene"
)

// diagram is a picture under way.
type diagram struct {
	viz.Trace
	Options
	size    float64
	face    *scene.Typeface
	palette scene.Palette

	lane     map[string]int
	x        []float64 // by lane
	width    float64
	crashed  map[string]int
	outages  [][]viz.Outage // by lane
	inputs   map[int][]input
	bands    []band
	beside   float64    // where what is said of bands is
	bandEnd  float64    // and where it ends
	names    [][]string // of the lanes, wrapped
	arrows   []*arrow   // by time of sending, then lane
	sent     map[int][]*arrow
	labelled map[int][]*arrow // by the time below which their label is
	flying   map[int][]*arrow // under way from a time to the next
	cells    []outcomeRow

	top  float64   // of the first time
	rows []row     // from top to bottom
	y    []float64 // by time, from First
	tags map[int][]tag

	items []scene.Item
}

// row is what is between a time and the next that is drawn.
type row struct {
	time   int
	more   int // times that are left out after this one
	height float64
	labels grouping
	tried  []tag // its labels, placed in this height; nil where they are to be placed
}

// newDiagram plans a diagram that draws some busy times, and not all of those between them.
func newDiagram(t viz.Trace, o Options, busy map[int]bool) *diagram {
	d := &diagram{
		Trace: t, Options: o, size: o.Points(), face: scene.NewTypeface(o.Family), palette: o.Palette(),
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
		if !m.Lost {
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
		d.names = append(d.names, d.face.Wrap(n, d.size, 11*d.size, 3))
		lines = max(lines, len(d.names[len(d.names)-1]))
	}
	d.top = d.size * (3.6 + 1.15*float64(lines))
	if t.Title != "" {
		d.top += 1.8 * d.size
	}
	d.outcomes()
	d.columns()
	d.gatherBands()
	return d
}

// plan decides which times are drawn.
func (d *diagram) plan(busy map[int]bool) {
	for t := d.First; t <= d.Last; t++ {
		d.rows = append(d.rows, row{time: t})
		quiet := 0
		for t+1+quiet < d.Last && !busy[t+1+quiet] {
			quiet++
		}
		if d.Quiet > 0 && quiet > d.Quiet && !busy[t] {
			d.rows[len(d.rows)-1].more = quiet
			t += quiet
		}
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
		middle := a.sent + min(a.span()/2, max(d.Last-1-a.sent, 0))
		d.labelled[middle] = append(d.labelled[middle], a)
		for t := a.sent; t < a.sent+a.span() && t <= max(d.Last, a.sent); t++ {
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

func (d *diagram) outcomes() {
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
			width, most := 10*d.size, 2
			if !ok {
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
	return w + 2.4*d.size
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
		gap[i] = max(8*d.size, half[i-1]+max(half[i], before[i]))
	}
	for _, a := range d.arrows {
		w := d.labelWidth(a)
		switch {
		case a.from == a.to:
			gap[a.from+1] = max(gap[a.from+1], w+(loop+1.5)*d.size)
		case a.to > a.from:
			gap[a.from+1] = max(gap[a.from+1], 1.7*w+2.6*d.size)
		default:
			gap[a.from] = max(gap[a.from], 1.7*w+2.6*d.size)
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
	if t := d.face.Width(d.Title, d.size, true) + 2*d.size; t > d.width {
		d.width = min(t, max(d.width, 40*d.size))
	}
	for _, r := range d.cells {
		for _, c := range r.cells {
			if c.lane < 0 {
				d.width = max(d.width, d.margin()+d.face.WidthOf(c.lines, d.size, c.missing)+2.5*d.size)
			}
		}
	}
}
