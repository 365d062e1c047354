package lineage

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"molly/viz"
	"molly/viz/dot"
	"molly/viz/scene"
	"molly/viz/svg"
)

// rich is a lineage of goals over rules, messages and leaves, that goes down in time: with
// what is kept, what is repeated, what faults took and what does not hold.
func rich(seed uint64, n int) viz.Graph {
	r := rand.New(rand.NewPCG(seed, 9))
	g := viz.Graph{Title: fmt.Sprintf("rich %d", seed), Roots: []int{0}, Places: []string{"a", "b", "c"}}
	goal := func(time int) int {
		place := g.Places[r.IntN(3)]
		tuple := fmt.Sprintf("%s(%q)", []string{"log", "seen", "votes_of_everyone"}[r.IntN(3)], place)
		for i, old := range g.Nodes {
			if old.Kind == viz.Goal && old.Time == time && old.Alike == tuple {
				return i
			}
		}
		g.Nodes = append(g.Nodes, viz.GraphNode{
			Kind: viz.Goal, Label: fmt.Sprintf("%s@%d", tuple, time), Title: tuple, Alike: tuple, Place: place, Time: time,
			Absent: r.IntN(4) == 0, Frontier: r.IntN(9) == 0, Crash: r.IntN(15) == 0,
		})
		return len(g.Nodes) - 1
	}
	goal(8)
	for i := 0; i < len(g.Nodes) && len(g.Nodes) < n; i++ {
		if g.Nodes[i].Kind != viz.Goal || g.Nodes[i].Crash {
			continue
		}
		at := g.Nodes[i]
		if at.Time == 1 {
			g.Nodes[i].Given = true
			continue
		}
		for range 1 + r.IntN(4)/2 {
			s := viz.GraphNode{Kind: viz.Rule, Label: "rule", Place: at.Place, Time: at.Time, Absent: at.Absent}
			below := at.Time
			switch r.IntN(4) {
			case 0:
				s.Kind, s.Label = viz.Sent, "a → "+at.Place
				s.Time, below = at.Time-1, at.Time-1
				if r.IntN(3) == 0 {
					s.Absent, s.Cut, s.Faults = true, true, []string{fmt.Sprintf("O(a,%s,%d)", at.Place, s.Time)}
				}
			case 1:
				s.Keeps, s.Label = true, "rule@next"
				s.Time, below = at.Time-1, at.Time-1
			case 2:
				s.Kind, s.Label = viz.Leaf, "1 < 0"
			default:
				below--
			}
			s.Alike = fmt.Sprint(s.Label, s.Place, r.IntN(2))
			step := len(g.Nodes)
			g.Nodes = append(g.Nodes, s)
			g.Nodes[i].Children = append(g.Nodes[i].Children, step)
			if s.Kind == viz.Leaf {
				continue
			}
			for range 1 + r.IntN(3)/2 {
				c := goal(max(below, 1))
				g.Nodes[step].Children = append(g.Nodes[step].Children, c)
			}
		}
	}
	return g
}

// Rich lineages are what they always were: whole, folded, in lanes, in each style.
func TestRich(t *testing.T) {
	style := scene.Style{Mono: true, Neutral: true, Size: 11, Family: scene.Mono}
	for name, s := range map[string]*scene.Scene{
		"rich": Draw(rich(1, 30), Options{}), "rich-lanes": Draw(rich(2, 40), Options{Lanes: true, Of: 99}),
		"rich-folded": Draw(rich(3, 120), Options{Fold: 30}), "rich-folded-more": Draw(rich(4, 200), Options{Fold: 12}),
		"rich-folded-lanes": Draw(rich(5, 90), Options{Fold: 40, Lanes: true}), "rich-mono": Draw(rich(6, 80), Options{Fold: 25, Style: style}),
	} {
		for ending, got := range map[string][]byte{".svg": svg.Write(s), ".dot": dot.Write(s)} {
			file := "testdata/" + name + ending
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s has changed; go test ./viz/lineage -update rewrites it", file)
			}
		}
	}
}
