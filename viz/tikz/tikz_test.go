package tikz

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"molly/viz/scene"
)

func picture(texts ...string) *scene.Scene {
	s := &scene.Scene{W: 300, H: 200, Face: scene.NewTypeface(scene.Sans)}
	for i, text := range texts {
		s.Items = append(s.Items, scene.Item{
			Title: text,
			Shapes: []scene.Shape{
				scene.Rectangle(scene.Box{X0: 5, Y0: 5, X1: 50, Y1: 30}, 3).Drawn(scene.Pen{Colour: scene.RGB(0xff0000), Width: 1, Dash: []float64{2, 1}}).Filled(scene.White),
				scene.Text{String: text, At: scene.Point{X: 10, Y: 12 * float64(i)}, Anchor: scene.Anchor(i % 3), Size: 8, Bold: i%2 == 0, Colour: scene.RGB(0)},
			},
		})
	}
	return s
}

// However large a picture is, TeX has lengths for all of its places.
func TestLargest(t *testing.T) {
	const tex = 16_383 // points of 1/72.27 inch
	place := regexp.MustCompile(`\((-?[\d.]+),(-?[\d.]+)\)`)
	size := regexp.MustCompile(`fontsize\{([\d.]+)\}`)
	for _, by := range []float64{1, 40, 50, 100} { // 12,000 to 30,000 points
		written := string(Write(picture("a", "b").Scaled(by)))
		most := 0.0
		for _, m := range place.FindAllStringSubmatch(written, -1) {
			for _, text := range m[1:] {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, math.Abs(x)*72.27/72)
			}
		}
		if most >= tex || most < 300 {
			t.Errorf("%v times as large, it goes to %.0f pt", by, most)
		}
		want := 8 * min(by, Largest/300.0)
		if got := size.FindStringSubmatch(written)[1]; got != number(want) {
			t.Errorf("%v times as large, its text has %s pt, want %s", by, got, number(want))
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		`a_b`: `a\_b`, `50%`: `50\%`, `\x`: `\textbackslash{}x`, `{a}`: `\{a\}`, `--`: `{-}{-}`, "é": "é", "日": `\mollychar{日}{U+65E5}`, "\x00": "U+0000", "a b": `a\ b`,
	} {
		if got := escape(text); got != want {
			t.Errorf("%q is written as %s, want %s", text, got, want)
		}
	}
}

// What is written is read by LaTeX, whatever the texts are.
func TestCompiles(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex here: that LaTeX reads the pictures is not tested")
	}
	folder := t.TempDir()
	body := Write(picture(
		`"`, `'quoted' "twice"`, "<b>&amp;</b>", `back\slash \n`, "", " ", "日本", "naïve", "😀", "a\nb", "\x1b", "%d $x$ {y} ~^_#&|", "[a], (b); c",
		strings.Repeat("x", 500), "]]>", "--", "→≤†…×–¬", "ff fi ?`", "čžšł",
	))
	if err := os.WriteFile(filepath.Join(folder, "picture.tikz"), body, 0o666); err != nil {
		t.Fatal(err)
	}
	const document = `\documentclass{article}\usepackage{tikz}\begin{document}\input{picture.tikz}\end{document}`
	if err := os.WriteFile(filepath.Join(folder, "document.tex"), []byte(document), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "document.tex")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A text is never wider than it was planned, whatever the fonts of the document are; one that is
// narrower is left alone.
func TestTextFits(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex here: how wide LaTeX sets texts is not tested")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "picture.tikz"), Write(picture("a")), 0o666); err != nil {
		t.Fatal(err)
	}
	const document = `\documentclass{article}\usepackage{tikz}\begin{document}\input{picture.tikz}
\setbox2\hbox{\mollytext{60bp}{\ttfamily many wide words}}\typeout{WIDE \the\wd2 \the\ht2}
\setbox2\hbox{\ttfamily many wide words}\typeout{HIGH \the\ht2}
\setbox2\hbox{\mollytext{60bp}{i}}\setbox3\hbox{i}\typeout{NARROW \the\wd2 \the\wd3}\end{document}`
	if err := os.WriteFile(filepath.Join(folder, "document.tex"), []byte(document), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "document.tex")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out[max(0, len(out)-2000):])
	}
	said := func(word string) (list []float64) {
		line := regexp.MustCompile(word + ` (.*)`).FindString(string(out))
		for _, m := range regexp.MustCompile(`[\d.]+pt`).FindAllString(line, -1) {
			x, err := strconv.ParseFloat(strings.TrimSuffix(m, "pt"), 64)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, x)
		}
		return list
	}
	wide, high, narrow := said("WIDE"), said("HIGH"), said("NARROW")
	if len(wide) != 2 || len(high) != 1 || len(narrow) != 2 {
		t.Fatalf("%v %v %v", wide, high, narrow)
	}
	if math.Abs(wide[0]-60*72.27/72) > 0.1 || math.Abs(wide[1]-high[0]) > 0.01 {
		t.Errorf("a wide text is %v pt wide and high, want %v wide and %v high", wide, 60*72.27/72, high[0])
	}
	if narrow[0] != narrow[1] {
		t.Errorf("a narrow text is %v pt wide, and was %v", narrow[0], narrow[1])
	}
}
