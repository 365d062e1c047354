package lineage

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"molly/internal/scenes"
	"molly/viz"
	"molly/viz/scene"
)

// However narrow a diagram has to be, it has the nodes and edges that a wide one has, can be read, and has
// its width, or as little more as it can have.
func TestWidths(t *testing.T) {
	graphs := map[string]viz.Graph{"broadcast": broadcast(), "chain": chain(9), "retry": retry(8), "wide": wide(30)}
	for seed := range uint64(6) {
		graphs[fmt.Sprintf("rich %d", seed)] = rich(seed, 12+6*int(seed))
	}
	for name, g := range graphs {
		g.Faults = []viz.Fault{{Text: "O(elsewhere,b,2)", Time: 2}}
		for _, fold := range []int{0, 20} {
			shown := func(s *scene.Scene) (list []string) {
				for _, it := range s.Items {
					if it.Node != nil {
						list = append(list, it.Node.ID+" "+it.Node.Label)
					}
					if it.Edge != nil {
						list = append(list, it.Edge.From+" → "+it.Edge.To)
					}
				}
				slices.Sort(list)
				return list
			}
			want := shown(Draw(g, Options{Fold: fold}))
			for _, width := range []float64{60, 150, 240, 505} {
				o := Options{Fold: fold, Style: scene.Style{Width: width}}
				s := Draw(g, o)
				for _, fault := range scenes.Unreadable(s) {
					t.Errorf("%s in %v points: %s", name, width, fault)
				}
				if got := shown(s); !slices.Equal(got, want) {
					t.Errorf("%s in %v points shows\n%s\nand not\n%s", name, width, strings.Join(got, ", "), strings.Join(want, ", "))
				}
				if s.W < width-0.01 || s.W > width+0.01 && width > 300 {
					t.Errorf("%s in %v points: it is %.1f wide", name, width, s.W)
				}
				o.Width = s.W
				if again := Draw(g, o); math.Abs(again.W-s.W) > 0.01 {
					t.Errorf("%s fits in %.1f points, and then it does not", name, s.W)
				}
			}
		}
	}
}

// Columns of places are not given up to be narrow.
func TestWidthWithLanes(t *testing.T) {
	s := Draw(broadcast(), Options{Lanes: true, Style: scene.Style{Width: 100}})
	lanes := 0
	for _, it := range s.Items {
		if it.Class == "lane" {
			lanes++
		}
	}
	if lanes < 2 || s.W <= 100 {
		t.Errorf("%d lanes in %.1f points", lanes, s.W)
	}
	for _, fault := range scenes.Unreadable(s) {
		t.Error(fault)
	}
}
