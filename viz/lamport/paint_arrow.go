package lamport

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/viz"
	"molly/viz/scene"
)

// arrow draws what one node sends another at one time.
func (d *diagram) arrow(a *arrow) {
	pen := scene.Pen{Colour: d.palette.Ink, Width: 1}
	class := "message"
	switch {
	case a.lost && a.faint:
		pen = scene.Pen{Colour: d.palette.Faint, Width: 0.7, Dash: []float64{2.5, 2}}
	case a.ending == viz.AfterEnd:
		pen = scene.Pen{Colour: d.palette.Late, Width: 1.3}
	case a.lost:
		pen = scene.Pen{Colour: d.palette.Lost, Width: 1.1, Dash: []float64{3, 2}}
	case a.faint:
		pen = scene.Pen{Colour: d.palette.Faint, Width: 0.7}
	case a.copied:
		pen = scene.Pen{Colour: d.palette.Late, Width: 1, Dash: []float64{7, 1.5}}
	case a.late > 0:
		pen = scene.Pen{Colour: d.palette.Late, Width: 1.3}
	}
	if len(d.flying[a.sent]) > many {
		pen.Width *= 0.6
	}
	end := a.route[len(a.route)-1]
	tail := a.route[len(a.route)-2]
	shapes := []scene.Shape{a.path.Drawn(pen)}
	origin, to := event(a.from, a.sent), event(a.to, a.arrives)
	if a.sent < d.First { // it comes from above
		origin = a.name() + ".in"
		shapes = append(shapes, d.onward(a.route[1], a.route[0], pen))
		d.add(scene.Item{Class: "onward", Node: &scene.Node{ID: origin, Label: "…", Box: scene.Around(a.route[0], d.size, d.size), Form: "plaintext"}})
	}
	if a.late > 0 {
		class += " late"
	}
	if a.copied {
		class += " copy"
	}
	switch {
	case a.ending == viz.AfterEnd:
		class += " after"
		to = a.name()
		shapes = append(shapes, d.onward(tail, end, pen))
		d.add(scene.Item{Class: "onward", Node: &scene.Node{ID: to, Label: "…", Box: scene.Around(end, d.size, d.size), Form: "plaintext"}})
	case a.lost:
		class += " lost"
		to = a.name()
		solid := scene.Pen{Colour: pen.Colour, Width: pen.Width * 1.3}
		shapes = append(shapes, scene.Cross(end, 0.36*d.size).Drawn(solid))
		d.add(scene.Item{Class: "loss", Node: &scene.Node{ID: to, Label: "x", Box: scene.Around(end, d.size, d.size), Form: "plaintext"}})
	default:
		shapes = append(shapes, scene.Arrowhead(tail, end, 0.62*d.size).Filled(pen.Colour))
	}
	if a.faint {
		class += " faint"
	}
	var texts []string
	var causes []string
	for _, m := range a.messages {
		texts = append(texts, full(m))
		if m.Cause != "" && !slices.Contains(causes, m.Cause) {
			causes = append(causes, m.Cause)
		}
	}
	list, err := json.Marshal(texts)
	if err != nil {
		panic("lamport: strings that JSON cannot hold: " + err.Error())
	}
	from, target := d.Nodes[a.from], d.Nodes[a.to]
	title := fmt.Sprintf("%s\n%s@%d → %s@%d", strings.Join(texts, "\n"), from, a.sent, target, a.arrives)
	switch {
	case a.lost && a.ending == viz.OnItsWay:
		title = fmt.Sprintf("%s\n%s@%d → %s ✗ %s", strings.Join(texts, "\n"), from, a.sent, target, strings.Join(causes, " "))
	case a.ending == viz.AtReceiver:
		title += " ✗ " + strings.Join(causes, " ")
	case a.lost || len(causes) > 0:
		title += " " + strings.Join(causes, " ")
	}
	d.add(scene.Item{
		Class: class, Title: strings.TrimRight(title, " "), Shapes: shapes,
		Data: []scene.Attribute{
			{Name: "from", Value: from}, {Name: "to", Value: target}, {Name: "sent", Value: strconv.Itoa(a.sent)},
			{Name: "arrives", Value: arrival(a)}, {Name: "messages", Value: string(list)},
		},
		Edge: &scene.Edge{From: origin, To: to, Label: strings.Join(a.lines, "\n"), Route: a.path, Style: pen, Arrow: !a.lost},
	})
}

// name is that of the place where an arrow ends that does not arrive.
func (a *arrow) name() string {
	name := fmt.Sprintf("x%d.%d.%d", a.from, a.to, a.sent)
	if a.copied {
		name += ".2"
	}
	return name
}

// onward are three dots on the way on.
func (d *diagram) onward(tail, end scene.Point, pen scene.Pen) scene.Shape {
	far := max(tail.Distance(end), 1)
	step := scene.Point{X: (end.X - tail.X) / far * 0.45 * d.size, Y: (end.Y - tail.Y) / far * 0.45 * d.size}
	var dots []scene.Path
	for range 3 {
		end = end.Add(step)
		dots = append(dots, scene.Circle(end, 0.11*d.size))
	}
	return scene.Joined(dots...).Filled(pen.Colour)
}

// arrival is when an arrow arrives, or that it never does.
func arrival(a *arrow) string {
	if a.lost {
		return "never"
	}
	return strconv.Itoa(a.arrives)
}

// tag draws a label on paper, so that no line goes through it.
func (d *diagram) tag(t tag) {
	if !t.placed {
		return
	}
	colour := d.palette.Ink
	switch {
	case t.faint:
		colour = d.palette.Soft
	case t.lost && t.arrows[0].ending != viz.AfterEnd:
		colour = d.palette.Lost
	case t.late:
		colour = d.palette.Late
	}
	b := t.box(t.at)
	shapes := []scene.Shape{scene.Rectangle(b, 1).Filled(scene.White)}
	for k, line := range t.lines {
		at := scene.Point{X: t.at.X, Y: b.Y0 + d.labelSize()*(0.05+scene.Ascent+scene.Leading*float64(k))}
		shapes = append(shapes, scene.Text{String: line, At: at, Anchor: scene.Middle, Size: d.labelSize(), Colour: colour})
	}
	d.add(scene.Item{Class: "label", Shapes: shapes})
}
