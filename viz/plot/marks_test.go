package plot_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"molly/viz/plot"
	"molly/viz/scene"
	"molly/viz/svg"
)

// Seven series have all marks and lines, with colours and without; names that end at the
// same height keep apart.
func TestMarks(t *testing.T) {
	for name, style := range map[string]scene.Style{"marks": {}, "marks-mono": {Mono: true, Size: 11, Family: scene.Serif}} {
		l := plot.Lines{Title: "Marks", X: plot.Axis{Label: "x"}, Y: plot.Axis{Label: "y"}}
		r := plot.Rows{Title: "Marks", X: plot.Axis{Label: "x"}}
		var numbers []float64
		for i := range 7 {
			end := 30.0 + float64(i/3)
			l.Series = append(l.Series, plot.Series{Name: fmt.Sprintf("series %d", i), Points: []scene.Point{{X: 1, Y: float64(5 * i)}, {X: 3, Y: float64(40 - i*i)}, {X: 8 - float64(i%2), Y: end}}})
			r.Marks = append(r.Marks, fmt.Sprintf("mark %d", i))
			numbers = append(numbers, float64(i*i))
		}
		r.Rows = []plot.RowOf{{"first", numbers}, {"second", numbers[:3]}}
		for kind, s := range map[string]*scene.Scene{"lines": l.Draw(style), "rows": r.Draw(style)} {
			path := "testdata/" + name + "-" + kind + ".svg"
			got := svg.Write(s)
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
				t.Errorf("%s has changed (go test ./viz/plot -update)", path)
			}
		}
	}
}
