// Package png writes a scene as PNG.
package png

import (
	"bytes"
	"fmt"
	"math"

	"git.sr.ht/~sbinet/gg"

	"molly/viz/scene"
)

// Resolution is how many pixels there are in an inch, where a picture is not too large.
const Resolution = 192

// Beyond so many pixels, of one side and in all, the resolution is lower.
const (
	longest = 16_000
	largest = 30e6
)

// Scale returns how many pixels a point has.
func Scale(s *scene.Scene) float64 {
	return min(Resolution/72.0, longest/max(s.W, s.H), math.Sqrt(largest/(s.W*s.H)))
}

// Write returns the scene as a file.
func Write(s *scene.Scene) ([]byte, error) {
	scale := Scale(s)
	if scale < 0.25 {
		return nil, fmt.Errorf("a picture of %.0f by %.0f points is too large for PNG", s.W, s.H)
	}
	c := gg.NewContext(int(math.Ceil(s.W*scale)), int(math.Ceil(s.H*scale)))
	c.SetRGB(1, 1, 1)
	c.Clear()
	c.Scale(scale, scale)
	c.SetLineCapButt()
	w := &writer{c, s.Face, scale}
	for _, it := range s.Items {
		for _, shape := range it.Shapes {
			w.shape(shape)
		}
	}
	var out bytes.Buffer
	if err := c.EncodePNG(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

type writer struct {
	c     *gg.Context
	face  *scene.Typeface
	scale float64
}

func (w *writer) shape(s scene.Shape) {
	switch s := s.(type) {
	case scene.Path:
		w.path(s)
	case scene.Text:
		w.text(s)
	}
}

func (w *writer) path(p scene.Path) {
	w.outline(p)
	if p.Fill != 0 {
		w.colour(p.Fill)
		w.c.FillPreserve()
	}
	if pen := p.Stroke; pen.Colour != 0 {
		w.colour(pen.Colour)
		w.c.SetLineWidth(pen.Width * w.scale)
		dash := make([]float64, len(pen.Dash))
		for i, d := range pen.Dash {
			dash[i] = d * w.scale
		}
		w.c.SetDash(dash...)
		w.c.StrokePreserve()
	}
	w.c.ClearPath()
}

func (w *writer) outline(p scene.Path) {
	for _, s := range p.Steps {
		switch s.Kind {
		case scene.Move:
			w.c.MoveTo(s.To.X, s.To.Y)
		case scene.Line:
			w.c.LineTo(s.To.X, s.To.Y)
		case scene.Curve:
			w.c.CubicTo(s.C1.X, s.C1.Y, s.C2.X, s.C2.Y, s.To.X, s.To.Y)
		case scene.Close:
			w.c.ClosePath()
		}
	}
}

func (w *writer) text(t scene.Text) {
	for _, r := range w.face.Runs(t) {
		if r.Missing {
			for _, s := range w.face.Box(t, r) {
				w.shape(s)
			}
			continue
		}
		w.path(w.face.Outline(r.Text, r.X, t.At.Y, t.Size, t.Bold).Filled(t.Colour))
	}
}

func (w *writer) colour(c scene.Colour) {
	r, g, b := c.Parts()
	w.c.SetRGB255(int(r), int(g), int(b))
}
