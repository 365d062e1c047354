// Package svg writes a scene as SVG: text stays text, and each item is a group with its
// title and its data attributes.
//
// Text is set in the width that the layout has measured (textLength), so that a viewer
// without the fonts draws the same picture in another one.
package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"molly/viz/scene"
)

// Write returns the scene as a file.
func Write(s *scene.Scene) []byte {
	w := &writer{face: s.Face}
	fmt.Fprintf(&w.out, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %s %s" role="img" font-family="%s">`+"\n",
		number(s.W), number(s.H), number(s.W), number(s.H), families[s.Face.Family])
	w.title(s.Title)
	fmt.Fprintf(&w.out, `<rect width="%s" height="%s" fill="#ffffff"/>`+"\n", number(s.W), number(s.H))
	for _, it := range s.Items {
		w.item(it)
	}
	w.out.WriteString("</svg>\n")
	return w.out.Bytes()
}

var families = [...]string{
	scene.Sans:  "Liberation Sans, Arimo, Arial, Helvetica, sans-serif",
	scene.Serif: "Liberation Serif, Tinos, Times New Roman, Times, serif",
	scene.Mono:  "Liberation Mono, Cousine, Courier New, Courier, monospace",
}

type writer struct {
	out  bytes.Buffer
	face *scene.Typeface
}

func (w *writer) title(text string) {
	if text != "" {
		w.out.WriteString("<title>" + escape(text) + "</title>\n")
	}
}

func (w *writer) item(it scene.Item) {
	w.out.WriteString("<g")
	if it.Class != "" {
		fmt.Fprintf(&w.out, ` class="%s"`, escape(it.Class))
	}
	for _, a := range it.Data {
		fmt.Fprintf(&w.out, ` data-%s="%s"`, a.Name, escape(a.Value))
	}
	w.out.WriteString(">\n")
	w.title(it.Title)
	for _, s := range it.Shapes {
		switch s := s.(type) {
		case scene.Path:
			w.path(s)
		case scene.Text:
			w.text(s)
		}
	}
	w.out.WriteString("</g>\n")
}

func (w *writer) path(p scene.Path) {
	w.out.WriteString(`<path d="` + PathData(p) + `"`)
	fill := "none"
	if p.Fill != 0 {
		fill = colour(p.Fill)
	}
	fmt.Fprintf(&w.out, ` fill="%s"`, fill)
	if pen := p.Stroke; pen.Colour != 0 {
		fmt.Fprintf(&w.out, ` stroke="%s" stroke-width="%s"`, colour(pen.Colour), number(pen.Width))
		if pen.Dash != nil {
			dash := make([]string, len(pen.Dash))
			for i, d := range pen.Dash {
				dash[i] = number(d)
			}
			fmt.Fprintf(&w.out, ` stroke-dasharray="%s"`, strings.Join(dash, " "))
		}
	}
	w.out.WriteString("/>\n")
}

// PathData returns a path as SVG writes it.
func PathData(p scene.Path) string {
	var parts []string
	for _, s := range p.Steps {
		switch s.Kind {
		case scene.Move:
			parts = append(parts, "M"+place(s.To))
		case scene.Line:
			parts = append(parts, "L"+place(s.To))
		case scene.Curve:
			parts = append(parts, "C"+place(s.C1)+" "+place(s.C2)+" "+place(s.To))
		case scene.Close:
			parts = append(parts, "Z")
		}
	}
	return strings.Join(parts, "")
}

var anchors = [...]string{scene.Start: "", scene.Middle: ` text-anchor="middle"`, scene.End: ` text-anchor="end"`}

func (w *writer) text(t scene.Text) {
	if t.String == "" {
		return
	}
	bold := ""
	if t.Bold {
		bold = ` font-weight="bold"`
	}
	fmt.Fprintf(&w.out, `<text x="%s" y="%s" font-size="%s"%s%s fill="%s" textLength="%s" lengthAdjust="spacingAndGlyphs" xml:space="preserve">%s</text>`+"\n",
		number(t.At.X), number(t.At.Y), number(t.Size), anchors[t.Anchor], bold, colour(t.Colour),
		number(w.face.Width(t.String, t.Size, t.Bold)), escape(t.String))
}

func place(p scene.Point) string { return number(p.X) + " " + number(p.Y) }

// number writes at most two digits after the point.
func number(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func colour(c scene.Colour) string {
	r, g, b := c.Parts()
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// escape writes text as XML has it. What XML cannot hold becomes the replacement character.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}
