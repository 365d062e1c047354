// Package scenes has a picture for the tests of all that write pictures: with every shape,
// pen, colour and kind of text that there is.
package scenes

import "molly/viz/scene"

// All returns the picture.
func All(family scene.Family) *scene.Scene {
	p := func(x, y float64) scene.Point { return scene.Point{X: x, Y: y} }
	red, ink, soft := scene.RGB(0xc4161c), scene.RGB(0x1d2733), scene.RGB(0xdfebf8)
	s := &scene.Scene{Title: `All <there> & "is"`, W: 320, H: 240, Face: scene.NewTypeface(family)}
	add := func(class string, shapes ...scene.Shape) {
		s.Items = append(s.Items, scene.Item{Class: class, Title: "a " + class, Data: []scene.Attribute{{Name: "kind", Value: class + " & more"}}, Shapes: shapes})
	}
	add("boxes",
		scene.Rectangle(scene.Box{X0: 10, Y0: 10, X1: 60, Y1: 40}, 0).Drawn(scene.Pen{Colour: ink, Width: 1}),
		scene.Rectangle(scene.Box{X0: 70, Y0: 10, X1: 120, Y1: 40}, 6).Filled(soft),
		scene.Rectangle(scene.Box{X0: 130, Y0: 10, X1: 180, Y1: 40}, 99).Drawn(scene.Pen{Colour: red, Width: 0.5, Dash: []float64{2.5, 2}}).Filled(scene.White),
		scene.Rectangle(scene.Box{X0: 190, Y0: 10, X1: 240, Y1: 40}, 6), // neither drawn nor filled
	)
	add("lines",
		scene.Polyline(p(10, 60), p(40.125, 70.5), p(70, 60)).Drawn(scene.Pen{Colour: ink, Width: 2}),
		scene.Polygon(p(80, 60), p(100, 60), p(90, 75)).Filled(red),
		scene.Bezier(p(110, 60), p(130, 60), p(130, 80), p(150, 80)).Drawn(scene.Pen{Colour: ink, Width: 0.7}),
		scene.Joined(scene.Cross(p(170, 70), 5), scene.Dagger(p(190, 70), 6), scene.Tick(p(210, 70), 6)).Drawn(scene.Pen{Colour: red, Width: 1.2}),
		scene.Arrowhead(p(220, 60), p(240, 75), 7).Filled(ink),
		scene.Arrowhead(p(250, 60), p(250, 60), 7).Filled(ink), // from nowhere
		scene.Circle(p(280, 70), 9).Drawn(scene.Pen{Colour: ink, Width: 1}).Filled(soft),
		scene.Path{}.Drawn(scene.Pen{Colour: ink, Width: 1}).Filled(red), // no steps
	)
	for i, text := range []string{"Start ÄöŁ", "Middle", "End 0.5", `<&"'>`, "日本 ✗", ""} {
		add("text", scene.Text{String: text, At: p(160, 100+14*float64(i)), Anchor: scene.Anchor(i % 3), Size: 9 + float64(i)/4, Bold: i%2 == 1, Colour: []scene.Colour{ink, red}[i%2]})
	}
	node := func(id, form string, x float64, pen scene.Pen) {
		b := scene.Around(p(x, 205), 50, 24)
		s.Items = append(s.Items, scene.Item{Class: "node", Title: "node " + id, Node: &scene.Node{ID: id, Label: "node " + id, Box: b, Form: form, Style: pen},
			Shapes: []scene.Shape{scene.Rectangle(b, 3).Drawn(pen)}})
	}
	node("A", "rounded", 50, scene.Pen{Colour: ink, Width: 1})
	node("B", "hexagon", 160, scene.Pen{Colour: red, Width: 2, Dash: []float64{1, 1}})
	node("C", "point", 270, scene.Pen{})
	route := scene.Bezier(p(75, 205), p(95, 190), p(115, 220), p(135, 205)).Drawn(scene.Pen{Colour: ink, Width: 1})
	back := scene.Polyline(p(245, 205), p(210, 225), p(185, 205)).Drawn(scene.Pen{Colour: red, Width: 1, Dash: []float64{2, 2}})
	s.Items = append(s.Items,
		scene.Item{Class: "edge", Edge: &scene.Edge{From: "A", To: "B", Label: "an edge", Route: route, Style: route.Stroke, Arrow: true}, Shapes: []scene.Shape{route}},
		scene.Item{Class: "edge", Edge: &scene.Edge{From: "C", To: "B", Route: back, Style: back.Stroke}, Shapes: []scene.Shape{back}},
	)
	return s
}
