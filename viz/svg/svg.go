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
		number(s.W), number(s.H), number(s.W), number(s.H), Family(s.Face))
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

// Family returns the fonts of a typeface, the best first.
func Family(f *scene.Typeface) string { return families[f.Family] }

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
	w.attributes(PathStyle(p))
	w.out.WriteString("/>\n")
}

func (w *writer) attributes(list []string) {
	for i := 0; i < len(list); i += 2 {
		fmt.Fprintf(&w.out, ` %s="%s"`, list[i], list[i+1])
	}
}

// PathStyle returns how a path is drawn: attributes, each followed by its value.
func PathStyle(p scene.Path) []string {
	fill := "none"
	if p.Fill != 0 {
		fill = colour(p.Fill)
	}
	list := []string{"fill", fill}
	if pen := p.Stroke; pen.Colour != 0 {
		list = append(list, "stroke", colour(pen.Colour), "stroke-width", number(pen.Width))
		if pen.Dash != nil {
			dash := make([]string, len(pen.Dash))
			for i, d := range pen.Dash {
				dash[i] = number(d)
			}
			list = append(list, "stroke-dasharray", strings.Join(dash, " "))
		}
	}
	return list
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

func (w *writer) text(t scene.Text) {
	if t.String == "" {
		return
	}
	fmt.Fprintf(&w.out, `<text x="%s" y="%s"`, number(t.At.X), number(t.At.Y))
	w.attributes(TextStyle(t))
	fmt.Fprintf(&w.out, ` textLength="%s" lengthAdjust="spacingAndGlyphs" xml:space="preserve">%s</text>`+"\n",
		number(w.face.Width(t.String, t.Size, t.Bold)), escape(t.String))
}

var anchors = [...]string{scene.Middle: "middle", scene.End: "end"}

// TextStyle returns how a text is drawn: attributes, each followed by its value.
func TextStyle(t scene.Text) []string {
	list := []string{"font-size", number(t.Size)}
	if t.Anchor != scene.Start {
		list = append(list, "text-anchor", anchors[t.Anchor])
	}
	if t.Bold {
		list = append(list, "font-weight", "bold")
	}
	return append(list, "fill", colour(t.Colour))
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
