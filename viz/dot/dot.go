// Package dot writes the graph in a scene for Graphviz, with the places that the scene has:
// neato -n2 -Tsvg keeps them, and dot computes its own layout.
package dot

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/emicklei/dot"

	"molly/viz/scene"
)

// Write returns the scene's nodes and edges as a file.
func Write(s *scene.Scene) []byte {
	g := dot.NewGraph(dot.Directed)
	g.Attr("bb", fmt.Sprintf("0,0,%s,%s", number(s.W), number(s.H)))
	g.Attr("label", "")
	g.Attr("splines", "true")
	nodes := map[string]dot.Node{}
	count := 0
	for _, it := range s.Items {
		if it.Node == nil {
			continue
		}
		n := it.Node
		count++
		// The library sorts by ID.
		d := g.Node(fmt.Sprintf("%08d", count))
		nodes[n.ID] = d
		d.Attr("label", n.Label)
		d.Attr("shape", n.Form)
		var styles []string
		if n.Form == "rounded" {
			d.Attr("shape", "box")
			styles = append(styles, n.Form)
		}
		if n.Style.Dash != nil {
			styles = append(styles, "dashed")
		}
		if styles != nil {
			d.Attr("style", strings.Join(styles, ","))
		}
		d.Attr("margin", "0")
		d.Attr("width", inches(n.Box.Width()))
		d.Attr("height", inches(n.Box.Height()))
		d.Attr("fixedsize", "true")
		d.Attr("fontsize", "9")
		d.Attr("fontname", []string{"Helvetica", "Times", "Courier"}[s.Face.Family])
		d.Attr("pos", place(n.Box.Centre(), s.H))
		pen(d.AttributesMap, n.Style)
		describe(d.AttributesMap, it)
	}
	for _, it := range s.Items {
		if it.Edge == nil {
			continue
		}
		e := it.Edge
		d := g.Edge(nodes[e.From], nodes[e.To])
		if e.Label != "" {
			d.Attr("label", e.Label)
			d.Attr("fontsize", "8")
		}
		d.Attr("pos", spline(e, s.H))
		if e.Arrow {
			d.Attr("arrowsize", "0.6")
		} else {
			d.Attr("dir", "none")
		}
		pen(d.AttributesMap, e.Style)
		if e.Style.Dash != nil {
			d.Attr("style", "dashed")
		}
		describe(d.AttributesMap, it)
	}
	return []byte(g.String())
}

// describe adds what an item means.
func describe(a dot.AttributesMap, it scene.Item) {
	if it.Title != "" {
		a.Attr("tooltip", it.Title)
	}
	if it.Class != "" {
		a.Attr("class", it.Class)
	}
}

func pen(a dot.AttributesMap, p scene.Pen) {
	if p.Colour != 0 {
		r, g, b := p.Colour.Parts()
		a.Attr("color", fmt.Sprintf("#%02x%02x%02x", r, g, b))
		a.Attr("penwidth", number(p.Width))
	}
}

// head is how long an arrowhead is.
const head = 6

// spline is a route as Graphviz has it: cubic curves, one after the other.
func spline(e *scene.Edge, height float64) string {
	var points []scene.Point
	for _, s := range e.Route.Steps {
		switch s.Kind {
		case scene.Move:
			points = append(points[:0], s.To)
		case scene.Line:
			from := points[len(points)-1]
			points = append(points, from.Between(s.To, 1.0/3), from.Between(s.To, 2.0/3), s.To)
		case scene.Curve:
			points = append(points, s.C1, s.C2, s.To)
		}
	}
	var parts []string
	if last := len(points) - 1; e.Arrow {
		// The line ends where the arrowhead begins.
		tip, from := points[last], points[last-1]
		if far := from.Distance(tip); far > head {
			points[last] = tip.Between(from, head/far)
		}
		parts = append(parts, "e,"+place(tip, height))
	}
	for _, p := range points {
		parts = append(parts, place(p, height))
	}
	return strings.Join(parts, " ")
}

// place turns y upwards.
func place(p scene.Point, height float64) string { return number(p.X) + "," + number(height-p.Y) }

func inches(points float64) string {
	return strconv.FormatFloat(max(points, 1)/72, 'f', 4, 64)
}

func number(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
