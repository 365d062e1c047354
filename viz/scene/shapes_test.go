package scene

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func bounds(p Path) Box {
	b := Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, q := range p.Flat() {
		b = Box{min(b.X0, q.X), min(b.Y0, q.Y), max(b.X1, q.X), max(b.Y1, q.Y)}
	}
	return b
}

// A circle is one, to a thousandth of its radius, and stays in its box; so do the corners of
// a rectangle.
func TestRound(t *testing.T) {
	c := Circle(Point{3, -2}, 10)
	for _, q := range c.Flat() {
		if d := q.Distance(Point{3, -2}); math.Abs(d-10) > 0.01 {
			t.Errorf("%v is %v away from the middle", q, d)
		}
	}
	if b := bounds(c); b != (Box{-7, -12, 13, 8}) {
		t.Errorf("the circle covers %v", b)
	}
	box := Box{10, 20, 50, 40}
	for _, radius := range []float64{0, 4, 100} {
		r := min(radius, 10)
		p := Rectangle(box, radius)
		if b := bounds(p); b != box {
			t.Errorf("radius %v: it covers %v", radius, b)
		}
		for _, q := range p.Flat() {
			x := max(box.X0+r-q.X, q.X-box.X1+r, 0)
			y := max(box.Y0+r-q.Y, q.Y-box.Y1+r, 0)
			if x > 0 && y > 0 && math.Abs(math.Hypot(x, y)-r) > 0.01 {
				t.Errorf("radius %v: %v is not on the corner", radius, q)
			}
		}
		first, last := p.Steps[0], p.Steps[len(p.Steps)-1]
		if first.Kind != Move || last.Kind != Close || last.To != first.To {
			t.Errorf("radius %v: it goes from %v to %v", radius, first, last)
		}
	}
}

// A curve begins and ends where it should, and goes as Bézier says.
func TestBezier(t *testing.T) {
	p := Bezier(Point{0, 0}, Point{0, 8}, Point{16, 8}, Point{16, 0})
	flat := p.Flat()
	if len(flat) != 9 || flat[0] != (Point{0, 0}) || flat[8] != (Point{16, 0}) || flat[4] != (Point{8, 6}) {
		t.Errorf("%v", flat)
	}
	if q := bezierAt(Point{1, 2}, Step{Kind: Curve, C1: Point{3, 4}, C2: Point{5, 6}, To: Point{7, 8}}, 0.5); !near(q.X, 4) || !near(q.Y, 5) {
		t.Errorf("%v", q)
	}
}

// An arrowhead has its tip where it points, is as long as it should be, and lies behind; one
// that comes from nowhere is a point without a number that is none.
func TestArrowheads(t *testing.T) {
	for _, from := range []Point{{0, 0}, {10, 0}, {20, 20}, {10, 20}} {
		tip := Point{10, 10}
		p := Arrowhead(from, tip, 5)
		q := p.Flat()
		if q[0] != tip || !near(q[1].Between(q[2], 0.5).Distance(tip), 5) || !near(q[1].Distance(q[2]), 2*0.38*5) {
			t.Errorf("from %v: %v", from, q)
		}
		if behind := q[1].Between(q[2], 0.5); !near(behind.Distance(from)+5, tip.Distance(from)) {
			t.Errorf("from %v: its back is at %v", from, behind)
		}
	}
	for _, q := range Arrowhead(Point{1, 1}, Point{1, 1}, 5).Flat() {
		if q != (Point{1, 1}) {
			t.Errorf("from nowhere: %v", q)
		}
	}
}

// A line meets a box where it has an inner point of it.
func TestLinesMeetBoxes(t *testing.T) {
	b := Box{0, 0, 10, 10}
	for _, c := range []struct {
		p, q  Point
		meets bool
	}{
		{Point{-5, 5}, Point{15, 5}, true}, {Point{5, -5}, Point{5, 15}, true}, {Point{2, 2}, Point{3, 3}, true}, {Point{-1, -1}, Point{11, 11}, true},
		{Point{-5, 0}, Point{15, 0}, false}, {Point{-5, 10}, Point{15, 10}, false}, {Point{0, -5}, Point{0, 15}, false}, {Point{10, -5}, Point{10, 15}, false},
		{Point{10, 5}, Point{20, 5}, false}, {Point{20, 5}, Point{10, 5}, false}, {Point{-3, 5}, Point{0, 5}, false}, {Point{5, 10}, Point{5, 20}, false},
		{Point{-5, 6}, Point{6, -5}, true}, {Point{-5, 4}, Point{4, -5}, false}, {Point{-5, 5}, Point{5, -5}, false},
		{Point{5, 5}, Point{20, 5}, true}, {Point{9, 20}, Point{20, 9}, false}, {Point{12, 5}, Point{12, 6}, false}, {Point{5, 12}, Point{6, 12}, false},
	} {
		if b.Meets(c.p, c.q) != c.meets || b.Meets(c.q, c.p) != c.meets {
			t.Errorf("from %v to %v: %v", c.p, c.q, !c.meets)
		}
	}
}

// A scene is made smaller where it is too large, and else stays; its smallest text is known.
func TestWithin(t *testing.T) {
	s := &Scene{W: 200, H: 100, Items: []Item{{Shapes: []Shape{Text{String: "a", Size: 9}, Text{Size: 1}, Text{String: "b", Size: 7}, Text{String: "c", Size: 8}, Circle(Point{}, 3)}}}}
	if s.Within(200) != s || s.Within(201) != s {
		t.Error("what fits is changed")
	}
	small := s.Within(50)
	if small.W != 50 || small.H != 25 || s.W != 200 {
		t.Errorf("%v by %v", small.W, small.H)
	}
	if tall := (&Scene{W: 10, H: 400}).Within(100); tall.W != 2.5 || tall.H != 100 {
		t.Errorf("%v by %v", tall.W, tall.H)
	}
	if s.SmallestText() != 7 || small.SmallestText() != 7.0/4 || (&Scene{}).SmallestText() != 0 {
		t.Errorf("the smallest text has %v, %v, %v", s.SmallestText(), small.SmallestText(), (&Scene{}).SmallestText())
	}
}

// Styles: any size that is one counts; without colours there are only shades of grey.
func TestStyles(t *testing.T) {
	for size, want := range map[float64]float64{0: DefaultSize, -1: DefaultSize, 0.5: 0.5, 1: 1, 12: 12} {
		if got := (Style{Size: size}).Points(); got != want {
			t.Errorf("size %v is %v points", size, got)
		}
	}
	for mono, p := range map[bool]Palette{true: Style{Mono: true}.Palette(), false: Style{}.Palette()} {
		coloured := 0
		for _, c := range []Colour{p.Ink, p.Soft, p.Faint, p.Hair, p.Lost, p.Band, p.Goal, p.Fact, p.Sent, p.Danger} {
			if r, g, b := c.Parts(); r != g || g != b {
				coloured++
			}
			if c == 0 {
				t.Errorf("mono %v: a colour is missing", mono)
			}
		}
		if mono == (coloured > 0) {
			t.Errorf("mono %v: %d colours", mono, coloured)
		}
	}
	if p := (Style{}).Palette(); p.Danger != RGB(0xfbe3e2) || p.Lost != RGB(0xc4161c) || p.Ink != RGB(0x1d2733) || p.Sent != RGB(0xdfebf8) {
		t.Errorf("%x", p)
	}
}

// A line takes what fits, and one character at least.
func TestFitting(t *testing.T) {
	f := NewTypeface(Mono)
	w := f.Width("x", 10, false)
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"abc", 3 * w, "abc"}, {"abcd", 3.5 * w, "abc"}, {"abc", 0.5 * w, "a"}, {"ab cd", 4.5 * w, "ab "}, {"ab cd", 2.5 * w, "ab"}, {"ab cd", 3.5 * w, "ab "}, {"", w, ""}, {" ab", 2.5 * w, " "}, {"a", 0, "a"},
	} {
		if got := f.fitting(c.text, 10, c.width+0.001); got != c.want {
			t.Errorf("of %q, %q fits %v characters, want %q", c.text, got, c.width/w, c.want)
		}
	}
}

// A character that the font lacks is a box with sharp corners and its number in two lines.
func TestMissing(t *testing.T) {
	f := NewTypeface(Sans)
	for r, want := range map[string][2]string{"日": {"65", "E5"}, "😀": {"01F", "600"}} {
		shapes := f.Box(Text{String: r, At: Point{0, 10}, Size: 10, Colour: RGB(1)}, Run{Text: r})
		if len(shapes) != 3 || len(shapes[0].(Path).Steps) != 5 {
			t.Fatalf("%s: %v", r, shapes)
		}
		for i, part := range want {
			if text := shapes[1+i].(Text); text.String != part || text.Anchor != Middle {
				t.Errorf("%s: line %d is %q", r, i, text.String)
			}
		}
	}
}

// Outlines have curves, are closed, and lie where the text does.
func TestOutlines(t *testing.T) {
	for _, family := range []Family{Sans, Serif, Mono} {
		f := NewTypeface(family)
		p := f.Outline("oe", 5, 20, 10, false)
		kinds := map[StepKind]int{}
		var last Point
		for _, s := range p.Steps {
			kinds[s.Kind]++
			if s.Kind == Curve && (s.C1.Distance(last) > 5 || s.C2.Distance(s.To) > 5) {
				t.Errorf("family %d: a curve from %v over %v and %v to %v", family, last, s.C1, s.C2, s.To)
			}
			if s.To.X < 5 || s.To.X > 5+f.Width("oe", 10, false) || s.To.Y < 10 || s.To.Y > 22 {
				t.Errorf("family %d: it goes to %v", family, s.To)
			}
			last = s.To
		}
		if kinds[Move] != kinds[Close] || kinds[Move] < 4 || kinds[Curve] < 20 {
			t.Errorf("family %d: %v", family, kinds)
		}
	}
}
