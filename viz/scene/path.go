package scene

import "math"

// Path is a line that may be filled.
type Path struct {
	Steps  []Step
	Stroke Pen // drawn where it has a colour
	Fill   Colour
}

// Step goes one step along a path: over two controls to a place, where it is a curve.
type Step struct {
	Kind   StepKind
	To     Point
	C1, C2 Point
}

// StepKind tells steps apart.
type StepKind uint8

// The kinds of steps. Every path begins with a Move; Close goes back to the last one.
const (
	Move StepKind = iota
	Line
	Curve
	Close
)

func (p Path) moved(dx, dy float64) Shape {
	d := Point{dx, dy}
	steps := make([]Step, len(p.Steps))
	for i, s := range p.Steps {
		steps[i] = Step{s.Kind, s.To.Add(d), s.C1.Add(d), s.C2.Add(d)}
	}
	p.Steps = steps
	return p
}

func (p Path) scaled(by float64) Shape {
	steps := make([]Step, len(p.Steps))
	for i, s := range p.Steps {
		steps[i] = Step{s.Kind, s.To.times(by), s.C1.times(by), s.C2.times(by)}
	}
	p.Steps, p.Stroke = steps, p.Stroke.scaled(by)
	return p
}

// Drawn returns the path with a pen.
func (p Path) Drawn(pen Pen) Path { p.Stroke = pen; return p }

// Filled returns the path with a colour inside.
func (p Path) Filled(c Colour) Path { p.Fill = c; return p }

// Joined returns one path of the steps of several.
func Joined(list ...Path) Path {
	var p Path
	for _, q := range list {
		p.Steps = append(p.Steps, q.Steps...)
	}
	return p
}

// Polyline goes straight from place to place.
func Polyline(points ...Point) Path {
	var p Path
	for i, q := range points {
		kind := Line
		if i == 0 {
			kind = Move
		}
		p.Steps = append(p.Steps, Step{Kind: kind, To: q})
	}
	return p
}

// Polygon goes straight from place to place, and back to the first.
func Polygon(points ...Point) Path {
	p := Polyline(points...)
	p.Steps = append(p.Steps, Step{Kind: Close, To: points[0]})
	return p
}

// Bezier is one curve.
func Bezier(from, c1, c2, to Point) Path {
	return Path{Steps: []Step{{Kind: Move, To: from}, {Kind: Curve, To: to, C1: c1, C2: c2}}}
}

// Rectangle has corners of a radius.
func Rectangle(b Box, radius float64) Path {
	if radius <= 0 {
		return Polygon(Point{b.X0, b.Y0}, Point{b.X1, b.Y0}, Point{b.X1, b.Y1}, Point{b.X0, b.Y1})
	}
	r := min(radius, b.Width()/2, b.Height()/2)
	k := r * (1 - kappa)
	return Path{Steps: []Step{
		{Kind: Move, To: Point{b.X0 + r, b.Y0}},
		{Kind: Line, To: Point{b.X1 - r, b.Y0}},
		{Kind: Curve, C1: Point{b.X1 - k, b.Y0}, C2: Point{b.X1, b.Y0 + k}, To: Point{b.X1, b.Y0 + r}},
		{Kind: Line, To: Point{b.X1, b.Y1 - r}},
		{Kind: Curve, C1: Point{b.X1, b.Y1 - k}, C2: Point{b.X1 - k, b.Y1}, To: Point{b.X1 - r, b.Y1}},
		{Kind: Line, To: Point{b.X0 + r, b.Y1}},
		{Kind: Curve, C1: Point{b.X0 + k, b.Y1}, C2: Point{b.X0, b.Y1 - k}, To: Point{b.X0, b.Y1 - r}},
		{Kind: Line, To: Point{b.X0, b.Y0 + r}},
		{Kind: Curve, C1: Point{b.X0, b.Y0 + k}, C2: Point{b.X0 + k, b.Y0}, To: Point{b.X0 + r, b.Y0}},
		{Kind: Close, To: Point{b.X0 + r, b.Y0}},
	}}
}

// kappa makes a quarter of a circle of a cubic curve.
const kappa = 0.5522847498

// Circle is a circle around a place.
func Circle(c Point, r float64) Path { return Rectangle(Around(c, 2*r, 2*r), r) }

// Cross is ✗ at a place.
func Cross(c Point, r float64) Path {
	return Joined(
		Polyline(Point{c.X - r, c.Y - r}, Point{c.X + r, c.Y + r}),
		Polyline(Point{c.X - r, c.Y + r}, Point{c.X + r, c.Y - r}),
	)
}

// Dagger is † at a place.
func Dagger(c Point, r float64) Path {
	return Joined(
		Polyline(Point{c.X, c.Y - r}, Point{c.X, c.Y + 1.2*r}),
		Polyline(Point{c.X - 0.65*r, c.Y - 0.42*r}, Point{c.X + 0.65*r, c.Y - 0.42*r}),
	)
}

// Tick is ✓ at a place.
func Tick(c Point, r float64) Path {
	return Polyline(Point{c.X - r, c.Y + 0.1*r}, Point{c.X - 0.3*r, c.Y + 0.8*r}, Point{c.X + r, c.Y - 0.8*r})
}

// Arrowhead is a filled triangle that points from one place to another, where its tip is.
func Arrowhead(from, tip Point, size float64) Path {
	d := from.Distance(tip)
	if d == 0 {
		d = 1
	}
	ux, uy := (tip.X-from.X)/d, (tip.Y-from.Y)/d
	back := Point{tip.X - size*ux, tip.Y - size*uy}
	side := 0.38 * size
	return Polygon(tip, Point{back.X - side*uy, back.Y + side*ux}, Point{back.X + side*uy, back.Y - side*ux})
}

// Flat returns the places of straight lines that are nearly the path's last piece.
func (p Path) Flat() []Point {
	var list []Point
	at := Point{}
	for _, s := range p.Steps {
		switch s.Kind {
		case Move:
			list = append(list[:0], s.To)
		case Line:
			list = append(list, s.To)
		case Curve:
			const n = 8
			for i := 1; i <= n; i++ {
				list = append(list, bezierAt(at, s, float64(i)/n))
			}
		}
		at = s.To
	}
	return list
}

func bezierAt(from Point, s Step, t float64) Point {
	a, b, c, d := math.Pow(1-t, 3), 3*t*(1-t)*(1-t), 3*t*t*(1-t), t*t*t
	return Point{a*from.X + b*s.C1.X + c*s.C2.X + d*s.To.X, a*from.Y + b*s.C1.Y + c*s.C2.Y + d*s.To.Y}
}
