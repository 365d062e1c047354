// Package pdf writes a scene as PDF: one page of its size, text as text, in a subset of the
// font.
package pdf

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"molly/viz/scene"
)

// Largest is how many points a side of a page has at most, as readers of PDF agree on.
const Largest = 14_400

// Write returns the scene as a file. Where it is larger than Largest, it is smaller there. It is
// the same each time: it carries no date.
func Write(s *scene.Scene) ([]byte, error) {
	s = s.Within(Largest)
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.W, Ht: s.H}})
	f.SetCreationDate(time.Unix(0, 0).UTC())
	f.SetModificationDate(time.Unix(0, 0).UTC())
	f.SetCatalogSort(true)
	f.SetProducer("molly", false)
	f.SetTitle(s.Title, true)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.AddUTF8FontFromBytes("text", "", s.Face.File(false))
	f.AddUTF8FontFromBytes("text", "B", s.Face.File(true))
	f.AddPage()
	w := &writer{f, s.Face}
	for _, it := range s.Items {
		for _, shape := range it.Shapes {
			w.shape(shape)
		}
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

type writer struct {
	f    *fpdf.Fpdf
	face *scene.Typeface
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
	how := ""
	if p.Fill != 0 {
		how = "F"
		r, g, b := p.Fill.Parts()
		w.f.SetFillColor(int(r), int(g), int(b))
	}
	if pen := p.Stroke; pen.Colour != 0 {
		how += "D"
		r, g, b := pen.Colour.Parts()
		w.f.SetDrawColor(int(r), int(g), int(b))
		w.f.SetLineWidth(pen.Width)
		w.f.SetDashPattern(pen.Dash, 0)
	}
	if how == "" || len(p.Steps) == 0 {
		return
	}
	for _, s := range p.Steps {
		switch s.Kind {
		case scene.Move:
			w.f.MoveTo(s.To.X, s.To.Y)
		case scene.Line:
			w.f.LineTo(s.To.X, s.To.Y)
		case scene.Curve:
			w.f.CurveBezierCubicTo(s.C1.X, s.C1.Y, s.C2.X, s.C2.Y, s.To.X, s.To.Y)
		case scene.Close:
			w.f.ClosePath()
		}
	}
	w.f.DrawPath(how)
}

func (w *writer) text(t scene.Text) {
	style := ""
	if t.Bold {
		style = "B"
	}
	for _, r := range w.face.Runs(t) {
		if r.Missing {
			for _, s := range w.face.Box(t, r) {
				w.shape(s)
			}
			continue
		}
		red, green, blue := t.Colour.Parts()
		w.f.SetTextColor(int(red), int(green), int(blue))
		w.f.SetFont("text", style, t.Size)
		w.f.Text(r.X, t.At.Y, r.Text)
	}
}
