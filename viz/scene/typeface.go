package scene

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Family is a family of fonts.
type Family uint8

// The families.
const (
	Sans Family = iota
	Serif
	Mono
)

var familyNames = [...]string{"sans", "serif", "mono"}

func (f Family) String() string { return familyNames[f] }

// ParseFamily reads the name of a family.
func ParseFamily(name string) (Family, error) {
	for i, n := range familyNames {
		if n == name {
			return Family(i), nil
		}
	}
	return 0, fmt.Errorf("there is no font %q: choose %s", name, strings.Join(familyNames[:], ", "))
}

// Typeface measures text. A font is parsed when it is first asked for. One goroutine may
// use it at a time.
type Typeface struct {
	Family Family
	fonts  [2]*face // regular and bold
}

type face struct {
	font     *sfnt.Font
	buffer   sfnt.Buffer
	advances map[rune]float64 // of a font of size 1; negative for characters that it lacks
}

// NewTypeface returns a family's typeface.
func NewTypeface(f Family) *Typeface { return &Typeface{Family: f} }

func (f *Typeface) face(bold bool) *face {
	i := 0
	if bold {
		i = 1
	}
	if f.fonts[i] == nil {
		parsed, err := sfnt.Parse(f.File(bold))
		if err != nil {
			panic("scene: a font that is built in cannot be read: " + err.Error())
		}
		f.fonts[i] = &face{font: parsed, advances: map[rune]float64{}}
	}
	return f.fonts[i]
}

// unit is the size at which fonts are measured.
const unit = fixed.Int26_6(1000 << 6)

// advance is a character's width in a font of size 1.
func (f *Typeface) advance(r rune, bold bool) float64 {
	c := f.face(bold)
	w, known := c.advances[r]
	if !known {
		w = -1
		if i, err := c.font.GlyphIndex(&c.buffer, r); err == nil && i != 0 && r <= unicode.MaxRune && r < 0x10000 {
			if a, err := c.font.GlyphAdvance(&c.buffer, i, unit, font.HintingNone); err == nil {
				w = float64(a) / float64(unit)
			}
		}
		c.advances[r] = w
	}
	if w < 0 {
		return 1
	}
	return w
}

// Has reports whether the font has a character.
func (f *Typeface) Has(r rune, bold bool) bool {
	f.advance(r, bold)
	return f.face(bold).advances[r] >= 0
}

// Width returns the width of a text.
func (f *Typeface) Width(text string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range text {
		w += f.advance(r, bold)
	}
	return w * size
}

// Run is a part of a text that the font has, or one character that it lacks.
type Run struct {
	Text    string
	X       float64 // where it begins
	Missing bool
}

// Runs cuts a text into what the font has and what it lacks.
func (f *Typeface) Runs(t Text) []Run {
	var list []Run
	x := t.Left(f)
	for _, r := range t.String {
		missing := !f.Has(r, t.Bold)
		if last := len(list) - 1; last >= 0 && !missing && !list[last].Missing {
			list[last].Text += string(r)
		} else {
			list = append(list, Run{string(r), x, missing})
		}
		x += f.advance(r, t.Bold) * t.Size
	}
	return list
}

// Box returns the shapes of a character that the font lacks: a box with its number.
func (f *Typeface) Box(t Text, r Run) []Shape {
	b := Box{r.X + 0.06*t.Size, t.At.Y - 0.76*t.Size, r.X + 0.94*t.Size, t.At.Y + 0.12*t.Size}
	shapes := []Shape{Rectangle(b, 0).Drawn(Pen{t.Colour, 0.04 * t.Size, nil})}
	digits := fmt.Sprintf("%04X", []rune(r.Text)[0])
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	half := len(digits) / 2
	size := 0.42 * t.Size
	if half > 2 {
		size = 0.4 * t.Size
	}
	c := b.Centre()
	for i, part := range []string{digits[:half], digits[half:]} {
		shapes = append(shapes, Text{String: part, At: Point{c.X, c.Y - 0.04*t.Size + float64(i)*0.4*t.Size}, Anchor: Middle, Size: size, Colour: t.Colour})
	}
	return shapes
}

// Outline returns the outline of a text that the font has, beginning at x.
func (f *Typeface) Outline(text string, x, baseline, size float64, bold bool) Path {
	c := f.face(bold)
	var p Path
	for _, r := range text {
		if i, err := c.font.GlyphIndex(&c.buffer, r); err == nil {
			if segments, err := c.font.LoadGlyph(&c.buffer, i, unit, nil); err == nil {
				p.Steps = append(p.Steps, outline(segments, Point{x, baseline}, size)...)
			}
		}
		x += f.advance(r, bold) * size
	}
	return p
}

func outline(segments sfnt.Segments, at Point, size float64) []Step {
	place := func(q fixed.Point26_6) Point {
		return Point{at.X + float64(q.X)/float64(unit)*size, at.Y + float64(q.Y)/float64(unit)*size}
	}
	var steps []Step
	last := at
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(steps) > 0 {
				steps = append(steps, Step{Kind: Close, To: last})
			}
			last = place(s.Args[0])
			steps = append(steps, Step{Kind: Move, To: last})
		case sfnt.SegmentOpLineTo:
			last = place(s.Args[0])
			steps = append(steps, Step{Kind: Line, To: last})
		case sfnt.SegmentOpQuadTo:
			c, to := place(s.Args[0]), place(s.Args[1])
			steps = append(steps, Step{Kind: Curve, C1: last.Between(c, 2.0/3), C2: to.Between(c, 2.0/3), To: to})
			last = to
		case sfnt.SegmentOpCubeTo:
			last = place(s.Args[2])
			steps = append(steps, Step{Kind: Curve, C1: place(s.Args[0]), C2: place(s.Args[1]), To: last})
		}
	}
	if len(steps) > 0 {
		steps = append(steps, Step{Kind: Close, To: last})
	}
	return steps
}
