// Package tikz writes a scene as a TikZ picture, to be read with \input and edited by hand.
//
// Text is set in the document's fonts. Where one is wider than Liberation, it is set as narrow as the
// layout has it, so that it stays in its box: \usepackage[scaled]{helvet} has the same widths.
package tikz

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"molly/viz/scene"
)

// Largest is how many points a side has at most. TeX has no lengths beyond 16,322 of them, and
// PDF has no pages beyond these.
const Largest = 14_400

// Write returns the scene as a file. Where it is larger than Largest, it is smaller there.
func Write(s *scene.Scene) []byte {
	s = s.Within(Largest)
	w := &writer{names: map[scene.Colour]string{}, face: s.Face}
	var body bytes.Buffer
	for _, it := range s.Items {
		if it.Title != "" {
			fmt.Fprintf(&body, "  %% %s\n", comment(it.Title))
		}
		for _, shape := range it.Shapes {
			switch shape := shape.(type) {
			case scene.Path:
				w.path(&body, shape)
			case scene.Text:
				w.text(&body, shape)
			}
		}
	}
	var out bytes.Buffer
	out.WriteString("% Needs \\usepackage{tikz}; characters beyond Latin letters need LuaLaTeX or XeLaTeX.\n")
	out.WriteString("\\providecommand\\mollychar[2]{\\ifdefined\\Umathcode #1\\else #2\\fi}%\n")
	out.WriteString("\\providecommand\\mollytext[2]{\\setbox0\\hbox{#2}\\ifdim\\wd0>#1\\relax\\pgfmathparse{#1/\\the\\wd0}\\scalebox{\\pgfmathresult}[1]{\\box0}\\else\\box0\\fi}%\n")
	out.WriteString("\\begin{tikzpicture}[x=1bp, y=-1bp, inner sep=0pt, outer sep=0pt]\n")
	for i, c := range w.colours {
		r, g, b := c.Parts()
		fmt.Fprintf(&out, "  \\definecolor{molly%d}{RGB}{%d,%d,%d}\n", i, r, g, b)
	}
	fmt.Fprintf(&out, "  \\useasboundingbox (0,0) rectangle (%s,%s);\n", number(s.W), number(s.H))
	out.Write(body.Bytes())
	out.WriteString("\\end{tikzpicture}%\n")
	return out.Bytes()
}

type writer struct {
	face    *scene.Typeface
	names   map[scene.Colour]string
	colours []scene.Colour
}

func (w *writer) colour(c scene.Colour) string {
	name, known := w.names[c]
	if !known {
		name = fmt.Sprintf("molly%d", len(w.colours))
		w.names[c] = name
		w.colours = append(w.colours, c)
	}
	return name
}

func (w *writer) path(out *bytes.Buffer, p scene.Path) {
	var options []string
	if p.Fill != 0 {
		options = append(options, "fill="+w.colour(p.Fill))
	}
	if pen := p.Stroke; pen.Colour != 0 {
		options = append(options, "draw="+w.colour(pen.Colour), "line width="+number(pen.Width)+"bp")
		if pen.Dash != nil {
			var dash strings.Builder
			for i, d := range pen.Dash {
				fmt.Fprintf(&dash, "%s %sbp ", [...]string{"on", "off"}[i%2], number(d))
			}
			options = append(options, "dash pattern="+strings.TrimSpace(dash.String()))
		}
	}
	if options == nil || len(p.Steps) == 0 {
		return
	}
	var steps []string
	for _, s := range p.Steps {
		switch s.Kind {
		case scene.Move:
			steps = append(steps, place(s.To))
		case scene.Line:
			steps = append(steps, "-- "+place(s.To))
		case scene.Curve:
			steps = append(steps, fmt.Sprintf(".. controls %s and %s .. %s", place(s.C1), place(s.C2), place(s.To)))
		case scene.Close:
			steps = append(steps, "-- cycle")
		}
	}
	fmt.Fprintf(out, "  \\path[%s] %s;\n", strings.Join(options, ", "), strings.Join(steps, " "))
}

var anchors = [...]string{scene.Start: "base west", scene.Middle: "base", scene.End: "base east"}

var families = [...]string{scene.Sans: `\sffamily`, scene.Serif: `\rmfamily`, scene.Mono: `\ttfamily`}

func (w *writer) text(out *bytes.Buffer, t scene.Text) {
	if t.String == "" {
		return
	}
	font := fmt.Sprintf(`\fontsize{%s}{%s}%s\selectfont`, number(t.Size), number(t.Size*1.2), families[w.face.Family])
	if t.Bold {
		font += `\bfseries`
	}
	fmt.Fprintf(out, "  \\node[anchor=%s, text=%s, font=%s] at %s {\\mollytext{%sbp}{%s}};\n",
		anchors[t.Anchor], w.colour(t.Colour), font, place(t.At), number(w.face.Width(t.String, t.Size, t.Bold)), escape(t.String))
}

func place(p scene.Point) string { return "(" + number(p.X) + "," + number(p.Y) + ")" }

func number(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// comment keeps a text on one line.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

// special are the characters that mean something to TeX, or look otherwise in its older
// encodings.
var special = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '#': `\#`, '$': `\$`, '%': `\%`, '&': `\&`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': `{\ttfamily\char34}`, '-': `{-}`, '`': "{`}", '\'': `{'}`, ',': `{,}`, '?': `{?}`, '!': `{!}`, ' ': `\ `,
	'[': `{[}`, ']': `{]}`,
	'→': `$\rightarrow$`, '←': `$\leftarrow$`, '≤': `$\leq$`, '≥': `$\geq$`, '≠': `$\neq$`, '×': `$\times$`, '¬': `$\neg$`,
	'…': `\ldots{}`, '·': `$\cdot$`, '†': `\dag{}`, '–': `--`,
}

// escape writes a text so that TeX shows it.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		written, isSpecial := special[r]
		switch {
		case isSpecial:
			b.WriteString(written)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "U+%04X", r)
		case r < 0x7f || 0xc0 <= r && r <= 0x17f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\mollychar{%c}{U+%04X}`, r, r)
		}
	}
	return b.String()
}
