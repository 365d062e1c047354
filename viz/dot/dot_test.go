package dot

import (
	"os/exec"
	"strings"
	"testing"

	"molly/viz/scene"
)

func graph(names ...string) *scene.Scene {
	s := &scene.Scene{W: 200, H: 100, Face: scene.NewTypeface(scene.Sans)}
	for i, name := range names {
		s.Items = append(s.Items, scene.Item{
			Class: name, Title: name,
			Node: &scene.Node{ID: string(rune('A' + i)), Label: name, Box: scene.Around(scene.Point{X: 10 * float64(i), Y: 20}, 8, 6), Form: "rounded", Style: scene.Pen{Colour: scene.RGB(0xff), Width: 1, Dash: []float64{1}}},
		})
	}
	s.Items = append(s.Items, scene.Item{Edge: &scene.Edge{
		From: "A", To: "B", Label: names[0], Arrow: true,
		Route: scene.Bezier(scene.Point{X: 0, Y: 0}, scene.Point{X: 10, Y: 0}, scene.Point{X: 20, Y: 10}, scene.Point{X: 30, Y: 10}),
	}})
	return s
}

// Places are those of the scene, with y upwards; an edge with an arrow ends where its head
// begins.
func TestPlaces(t *testing.T) {
	got := string(Write(graph("a", "b")))
	for _, want := range []string{
		`pos="0,80"`, `pos="10,80"`, `width="0.1111"`, `height="0.0833"`, `style="rounded,dashed"`,
		`n1->n2[`, `pos="e,30,90 0,100 10,100 20,90 `,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// Graphviz reads what is written, whatever the names are, and keeps the places.
func TestGraphvizReads(t *testing.T) {
	if _, err := exec.LookPath("neato"); err != nil {
		t.Skip("no Graphviz here: that it reads the graphs is not tested")
	}
	cmd := exec.Command("neato", "-n2", "-Tplain")
	cmd.Stdin = strings.NewReader(string(Write(graph(
		`"`, `'quoted' "twice"`, "<b>&amp;</b>", `back\slash \n \N`, "", " ", "日本", "naïve", "😀", "a\nb", "{a|b}", strings.Repeat("x", 500), "]]>", "--",
	))))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if n := strings.Count(string(out), "\nnode "); n != 14 {
		t.Errorf("Graphviz reads %d nodes:\n%s", n, out)
	}
}
