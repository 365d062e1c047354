package scene

import "math"

// Scene is a picture of W by H points.
type Scene struct {
	Title string // what it shows, for viewers that read aloud
	W, H  float64
	Face  *Typeface
	Items []Item // in the order of drawing
}

// Item is a part of a picture that means something.
type Item struct {
	// Class says what kind of part it is, in words such as "message lost". It is no style.
	Class string
	Title string // what it means, for a viewer that is asked
	Data  []Attribute
	Node  *Node // where it is a node of a graph
	Edge  *Edge // where it is an edge of a graph

	Shapes []Shape
}

// Attribute is something that a program can read of an item.
type Attribute struct{ Name, Value string }

// Node says that an item is a node of a graph.
type Node struct {
	ID    string
	Label string
	Box   Box
	Form  string // of Graphviz: box, rounded (a box), hexagon, point, plaintext
	Style Pen
}

// Edge says that an item is an edge of a graph.
type Edge struct {
	From, To string // IDs of nodes
	Label    string
	Route    Path // one piece
	Style    Pen
	Arrow    bool
}

// Pen is how a line is drawn.
type Pen struct {
	Colour Colour
	Width  float64
	Dash   []float64
}

// Shape is a Path or a Text.
type Shape interface {
	moved(dx, dy float64) Shape
	scaled(by float64) Shape
}

// Point is a place.
type Point struct{ X, Y float64 }

// Add returns the place that lies d further.
func (p Point) Add(d Point) Point { return Point{p.X + d.X, p.Y + d.Y} }

func (p Point) times(by float64) Point { return Point{p.X * by, p.Y * by} }

// Between returns the place at a share of the way to another one.
func (p Point) Between(q Point, share float64) Point {
	return Point{p.X + (q.X-p.X)*share, p.Y + (q.Y-p.Y)*share}
}

// Distance returns how far another place is.
func (p Point) Distance(q Point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// Box is a rectangle, given by its corners.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Around returns the box of a size around a place.
func Around(p Point, w, h float64) Box { return Box{p.X - w/2, p.Y - h/2, p.X + w/2, p.Y + h/2} }

// Overlaps reports whether two boxes have an inner point in common.
func (b Box) Overlaps(c Box) bool {
	return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1
}

// Grown returns the box with a margin around it.
func (b Box) Grown(by float64) Box { return Box{b.X0 - by, b.Y0 - by, b.X1 + by, b.Y1 + by} }

// Centre returns the middle of the box.
func (b Box) Centre() Point { return Point{(b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2} }

// Width and Height return the lengths of its sides.
func (b Box) Width() float64 { return b.X1 - b.X0 }

// Height returns the length of its upright sides.
func (b Box) Height() float64 { return b.Y1 - b.Y0 }

// Meets reports whether a line from p to q has an inner point of the box.
func (b Box) Meets(p, q Point) bool {
	if p.X <= b.X0 && q.X <= b.X0 || p.X >= b.X1 && q.X >= b.X1 || p.Y <= b.Y0 && q.Y <= b.Y0 || p.Y >= b.Y1 && q.Y >= b.Y1 {
		return false
	}
	low, high := 0.0, 1.0
	for _, side := range [...][4]float64{{p.X, q.X, b.X0, b.X1}, {p.Y, q.Y, b.Y0, b.Y1}} {
		start, delta := side[0], side[1]-side[0]
		if delta == 0 {
			if start <= side[2] || start >= side[3] {
				return false
			}
			continue
		}
		s, t := (side[2]-start)/delta, (side[3]-start)/delta
		low, high = max(low, min(s, t)), min(high, max(s, t))
	}
	return low < high
}

// Moved returns a scene's items, shifted.
func Moved(items []Item, dx, dy float64) []Item {
	list := make([]Item, len(items))
	for i, it := range items {
		shapes := make([]Shape, len(it.Shapes))
		for j, s := range it.Shapes {
			shapes[j] = s.moved(dx, dy)
		}
		it.Shapes = shapes
		if it.Node != nil {
			n := *it.Node
			n.Box = Box{n.Box.X0 + dx, n.Box.Y0 + dy, n.Box.X1 + dx, n.Box.Y1 + dy}
			it.Node = &n
		}
		if it.Edge != nil {
			e := *it.Edge
			e.Route = e.Route.moved(dx, dy).(Path)
			it.Edge = &e
		}
		list[i] = it
	}
	return list
}

// Colour is red, green and blue in the lowest three bytes. The zero value is no colour.
type Colour uint32

// RGB makes a colour of a number such as 0xff0000.
func RGB(hex uint32) Colour { return Colour(hex&0xffffff | 1<<24) }

// Parts returns its red, green and blue.
func (c Colour) Parts() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// White is the paper.
const White Colour = 0x1ffffff

// Scaled returns the scene in another size, text and lines included.
func (s *Scene) Scaled(by float64) *Scene {
	t := *s
	t.W, t.H = s.W*by, s.H*by
	t.Items = make([]Item, len(s.Items))
	for i, it := range s.Items {
		shapes := make([]Shape, len(it.Shapes))
		for j, shape := range it.Shapes {
			shapes[j] = shape.scaled(by)
		}
		it.Shapes = shapes
		if it.Node != nil {
			n := *it.Node
			n.Box = Box{n.Box.X0 * by, n.Box.Y0 * by, n.Box.X1 * by, n.Box.Y1 * by}
			n.Style = n.Style.scaled(by)
			it.Node = &n
		}
		if it.Edge != nil {
			e := *it.Edge
			e.Route, e.Style = e.Route.scaled(by).(Path), e.Style.scaled(by)
			it.Edge = &e
		}
		t.Items[i] = it
	}
	return &t
}

func (p Pen) scaled(by float64) Pen {
	p.Width *= by
	dash := make([]float64, len(p.Dash))
	for i, d := range p.Dash {
		dash[i] = d * by
	}
	if p.Dash != nil {
		p.Dash = dash
	}
	return p
}
