package scene

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A box meets a line exactly if some place on the line lies in it.
func TestMeets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	met := 0
	for range 20_000 {
		n := func() float64 { return float64(r.IntN(12)) }
		b := Box{n(), n(), 0, 0}
		b.X1, b.Y1 = b.X0+1+n(), b.Y0+1+n()
		p, q := Point{n(), n()}, Point{n(), n()}
		want := false
		for i := 0; i <= 997 && !want; i++ {
			m := p.Between(q, float64(i)/997)
			want = b.X0 < m.X && m.X < b.X1 && b.Y0 < m.Y && m.Y < b.Y1
		}
		if got := b.Meets(p, q); got != want && p != q {
			t.Fatalf("%v meets %v to %v: %v", b, p, q, got)
		}
		if want {
			met++
		}
	}
	if met < 2000 {
		t.Errorf("only %d lines meet a box", met)
	}
}

// Text is as wide as the font says.
func TestWidth(t *testing.T) {
	for _, family := range []Family{Sans, Serif, Mono} {
		f := NewTypeface(family)
		for _, bold := range []bool{false, true} {
			parsed, err := opentype.Parse(f.File(bold))
			if err != nil {
				t.Fatal(err)
			}
			face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 1000, DPI: 72, Hinting: font.HintingNone})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{"", "log", `relay("a", 12)`, "a → b ≤ …", "naïve"} {
				sum := fixed.Int26_6(0)
				for _, r := range text {
					a, _ := face.GlyphAdvance(r)
					sum += a
				}
				if got, want := f.Width(text, 9, bold), 9*float64(sum)/64/1000; math.Abs(got-want) > 0.01 {
					t.Errorf("%v: %q is %v wide, the font says %v", family, text, got, want)
				}
			}
		}
	}
}

// What the font lacks is as wide as it is high, and stands alone.
func TestRuns(t *testing.T) {
	f := NewTypeface(Sans)
	runs := f.Runs(Text{String: "a日本b😀", Size: 10})
	var got []string
	for _, r := range runs {
		text := r.Text
		if r.Missing {
			text = "?" + text
		}
		got = append(got, text)
	}
	if strings.Join(got, " ") != "a ?日 ?本 b ?😀" {
		t.Errorf("the runs are %q", got)
	}
	if w := f.Width("日本", 10, false); w != 20 {
		t.Errorf("two characters that are missing are %v wide", w)
	}
}

func TestWrap(t *testing.T) {
	f := NewTypeface(Mono) // every character is 0.6 wide
	for _, c := range []struct {
		text  string
		width float64
		lines int
		want  string
	}{
		{"", 10, 3, ""},
		{"one two", 100, 3, "one two"},
		{"one two three", 5.4, 3, "one two|three"},
		{"abcdefgh", 2.4, 5, "abcd|efgh"},
		{"one two three four five", 4.8, 2, "one two|three…"},
		{"abcdefghijkl", 2.4, 1, "abc…"},
	} {
		got := f.Wrap(c.text, 1, c.width+0.01, c.lines)
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q is wrapped as %q, want %q", c.text, got, c.want)
		}
		for _, l := range got {
			if f.Width(l, 1, false) > c.width+0.02 {
				t.Errorf("%q is wider than %v", l, c.width)
			}
		}
	}
}

// A scene that is scaled has all in another size.
func TestScaled(t *testing.T) {
	s := &Scene{W: 100, H: 50, Items: []Item{{
		Shapes: []Shape{Polyline(Point{1, 2}, Point{3, 4}).Drawn(Pen{RGB(0), 2, []float64{1, 3}}), Text{String: "x", At: Point{5, 6}, Size: 9}},
		Node:   &Node{Box: Box{1, 2, 3, 4}},
	}}}
	got := s.Scaled(2)
	p, text := got.Items[0].Shapes[0].(Path), got.Items[0].Shapes[1].(Text)
	if got.W != 200 || got.H != 100 || p.Steps[1].To != (Point{6, 8}) || p.Stroke.Width != 4 || p.Stroke.Dash[1] != 6 || text.Size != 18 || got.Items[0].Node.Box.X1 != 6 {
		t.Errorf("%+v", got.Items[0])
	}
	if s.Items[0].Shapes[0].(Path).Steps[1].To != (Point{3, 4}) || s.Items[0].Node.Box.X1 != 3 {
		t.Error("the scene itself has changed")
	}
}

// An outlined scene has no text, and the letters cover what the text did.
func TestOutlined(t *testing.T) {
	text := Text{String: "aé日", At: Point{10, 20}, Size: 10, Colour: RGB(1)}
	s := &Scene{W: 50, H: 30, Face: NewTypeface(Sans), Items: []Item{{Title: "it", Shapes: []Shape{text, Circle(Point{5, 5}, 2)}}}}
	out := s.Outlined()
	box := text.Box(s.Face)
	letters := 0
	for _, shape := range out.Items[0].Shapes {
		p, ok := shape.(Path)
		if !ok {
			t.Fatalf("there is %T", shape)
		}
		for _, step := range p.Steps {
			if step.To.X >= 9 {
				letters++
				if step.To.X > box.X1+0.5 || step.To.Y < box.Y0-1 || step.To.Y > box.Y1+1 {
					t.Errorf("a letter goes to %v, the text is in %v", step.To, box)
				}
			}
		}
	}
	if letters < 20 || len(s.Items[0].Shapes) != 2 || out.Items[0].Title != "it" {
		t.Errorf("%d places of letters; %v", letters, s.Items[0].Shapes)
	}
}
