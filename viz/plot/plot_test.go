package plot_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/viz/plot"
	"molly/viz/scene"
	"molly/viz/svg"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func points(n int, f func(x float64) float64) []scene.Point {
	var list []scene.Point
	for i := 1; i <= n; i++ {
		list = append(list, scene.Point{X: float64(i), Y: f(float64(i))})
	}
	return list
}

func pictures() map[string]*scene.Scene {
	nan := math.NaN()
	lines := plot.Lines{
		Title: "Growth", X: plot.Axis{Label: "EFF"}, Y: plot.Axis{Label: "executions", Log: true},
		Series: []plot.Series{
			{Name: "combinations", Points: points(10, func(x float64) float64 { return math.Pow(64, x) })},
			{Name: "redun", Points: points(10, func(x float64) float64 { return x })},
			{Name: "ack", Points: points(7, func(x float64) float64 { return x * 1.1 })},
		},
	}
	return map[string]*scene.Scene{
		"lines":  lines.Draw(scene.Style{}),
		"column": lines.Draw(scene.Style{Width: 238}),
		"rows": plot.Rows{
			Title: "Executions", X: plot.Axis{Label: "executions", Log: true}, Marks: []string{"random, paper", "random, here", "ldfi, paper", "ldfi, here", "symbolic, which runs one or two"},
			Rows: []plot.RowOf{{"delivery/simple", []float64{4.08, 3.9, 2, 2, 1}}, {"replication/kafka", []float64{1183, nan, 38, 9, 2}}},
		}.Draw(scene.Style{Mono: true}),
		"nothing": plot.Lines{Title: "Nothing", X: plot.Axis{Label: "x"}, Y: plot.Axis{Label: "y", Log: true}, Series: []plot.Series{{Name: "none", Points: []scene.Point{{X: 1, Y: 0}}}}}.Draw(scene.Style{}),
		"linear":  plot.Lines{Title: "Small", X: plot.Axis{Label: "x"}, Y: plot.Axis{Label: "y"}, Series: []plot.Series{{Name: "a", Points: []scene.Point{{X: 0, Y: 0.1}, {X: 0.3, Y: 0.35}}}}}.Draw(scene.Style{}),
	}
}

func TestGolden(t *testing.T) {
	for name, s := range pictures() {
		got := svg.Write(s)
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s (go test ./viz/plot -update)", name, path)
		}
	}
}

// A plot has the width that it is given, or, where that is too small for its names, one that is not.
func TestWidth(t *testing.T) {
	lines := plot.Lines{X: plot.Axis{Label: "x"}, Series: []plot.Series{{Name: "a name", Points: points(3, math.Sqrt)}}}
	rows := plot.Rows{X: plot.Axis{Label: "x"}, Marks: []string{"m"}, Rows: []plot.RowOf{{"a name", []float64{3}}}}
	for _, c := range []struct{ width, size, want, text float64 }{{238, 0, 238, 9}, {600, 0, 600, 9}, {160, 0, 160, 7}, {238, 5, 238, 5}} {
		style := scene.Style{Width: c.width, Size: c.size}
		for name, s := range map[string]*scene.Scene{"lines": lines.Draw(style), "rows": rows.Draw(style)} {
			if math.Abs(s.W-c.want) > 0.01 || s.SmallestText() < min(c.text, scene.Legible) {
				t.Errorf("%s for %v points: %v wide, with text of %v", name, c.width, s.W, s.SmallestText())
			}
		}
	}
	if s := lines.Draw(scene.Style{Width: 40}); s.W < 80 {
		t.Errorf("there is nothing to see in %v points", s.W)
	}
}

// No text of a plot leaves the paper or covers other text.
func TestTextKeepsApart(t *testing.T) {
	for name, s := range pictures() {
		var boxes []scene.Box
		var texts []string
		for _, it := range s.Items {
			for _, shape := range it.Shapes {
				text, ok := shape.(scene.Text)
				if !ok {
					continue
				}
				b := text.Box(s.Face)
				if b.X0 < 0 || b.Y0 < 0 || b.X1 > s.W || b.Y1 > s.H {
					t.Errorf("%s: %q leaves the paper", name, text.String)
				}
				for i, other := range boxes {
					// A power stands close to its 10, on purpose.
					if b.Grown(-0.5).Overlaps(other.Grown(-0.5)) && !strings.HasPrefix(texts[i], "10") {
						t.Errorf("%s: %q covers %q", name, text.String, texts[i])
					}
				}
				boxes, texts = append(boxes, b), append(texts, text.String)
			}
		}
	}
}
