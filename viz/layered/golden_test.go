package layered

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"molly/viz/scene"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Layouts are what they always were: each node's box, each edge's way.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		seed     uint64
		n, lanes int
		gaps     Gaps
	}{{1, 12, 1, gaps}, {2, 30, 1, gaps}, {3, 45, 1, Gaps{Nodes: 4, Edges: 3, Layers: 9, Lanes: 5}}, {4, 30, 3, gaps}, {5, 60, 4, gaps}} {
		nodes, edges := random(c.seed, c.n, c.lanes)
		l := Compute(nodes, edges, c.gaps)
		var b strings.Builder
		fmt.Fprintf(&b, "layers %.1f\nlanes %.1f\n", l.Layers, l.Lanes)
		for i, box := range l.Boxes {
			fmt.Fprintf(&b, "%d: %.1f %.1f %.1f %.1f\n", i, box.X0, box.Y0, box.X1, box.Y1)
		}
		for k, e := range edges {
			fmt.Fprintf(&b, "%d-%d:", e.From, e.To)
			for _, s := range l.Routes[k].Steps {
				fmt.Fprintf(&b, " %d,%.1f,%.1f", s.Kind, s.To.X, s.To.Y)
				if s.Kind == scene.Curve {
					fmt.Fprintf(&b, "(%.1f,%.1f %.1f,%.1f)", s.C1.X, s.C1.Y, s.C2.X, s.C2.Y)
				}
			}
			b.WriteByte('\n')
		}
		path := fmt.Sprintf("testdata/%d.txt", c.seed)
		if *update {
			if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s has changed (go test ./viz/layered -update)", path)
		}
	}
}
