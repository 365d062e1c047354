package lineage

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/viz"
	"molly/viz/dot"
	"molly/viz/pdf"
	"molly/viz/png"
	"molly/viz/scene"
	"molly/viz/svg"
	"molly/viz/tikz"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata")

// broadcast is a lineage with all that there is: log at b rests on a message from a, which
// rests on a fact, and on b's absence from what is negated; another message was lost.
func broadcast() viz.Graph {
	return viz.Graph{
		Title: "broadcast", Roots: []int{0, 9}, Places: []string{"a", "b"},
		Nodes: []viz.GraphNode{
			{Kind: viz.Goal, Label: `log("b")@3`, Title: `log("b")@3`, Place: "b", Time: 3, Children: []int{1}},
			{Kind: viz.Rule, Label: "log@next", Place: "b", Time: 2, Keeps: true, Children: []int{2}},
			{Kind: viz.Goal, Label: `log("b")@2`, Place: "b", Time: 2, Children: []int{3, 7}},
			{Kind: viz.Sent, Label: "a → b", Place: "a", Time: 1, Children: []int{4, 5, 6}},
			{Kind: viz.Goal, Label: `bcast("a")@1`, Place: "a", Time: 1, Given: true, Frontier: true},
			{Kind: viz.Goal, Label: `done("a")@1`, Place: "a", Time: 1, Absent: true},
			{Kind: viz.Goal, Label: `crash("a", "a", 2)`, Place: "a", Time: 1, Crash: true},
			{Kind: viz.Sent, Label: "c → b", Time: 1, Absent: true, Cut: true, Children: []int{8}},
			{Kind: viz.Leaf, Label: "1 < 0", Time: 1, Absent: true},
			{Kind: viz.Goal, Label: `post("b")@3`, Place: "b", Time: 3, Absent: true, Cut: true, Children: []int{10}},
			{Kind: viz.Rule, Label: "post", Place: "b", Time: 3, Absent: true, Children: []int{0}},
		},
	}
}

func TestGolden(t *testing.T) {
	for name, o := range map[string]Options{"broadcast": {}, "lanes": {Lanes: true}, "mono": {Style: scene.Style{Mono: true, Neutral: true, Family: scene.Serif}}} {
		s := Draw(broadcast(), o)
		for ending, got := range map[string][]byte{".svg": svg.Write(s), ".dot": dot.Write(s)} {
			file := filepath.Join("testdata", name+ending)
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
				continue
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

// drawn reads the nodes and edges back from an SVG.
func drawn(t *testing.T, picture []byte) (labels []string, edges int) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return labels, edges
		}
		if err != nil {
			t.Fatalf("no XML: %v", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "g" {
			continue
		}
		data := map[string]string{}
		for _, a := range start.Attr {
			data[a.Name.Local] = a.Value
		}
		if data["data-id"] != "" {
			labels = append(labels, data["data-label"])
		}
		if data["data-from"] != "" {
			edges++
		}
	}
}

// Every node is drawn once, and every way to rest on one.
func TestReadBack(t *testing.T) {
	g := broadcast()
	labels, edges := drawn(t, svg.Write(Draw(g, Options{})))
	var want []string
	ways := 0
	for _, n := range g.Nodes {
		want = append(want, n.Label)
		ways += len(n.Children)
	}
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(labels)), want) || edges != ways {
		t.Errorf("the picture has %q and %d edges", labels, edges)
	}
}

// chain is a goal that is kept for n times, from a message.
func chain(n int) viz.Graph {
	g := viz.Graph{Roots: []int{0}}
	for i := range n {
		g.Nodes = append(g.Nodes,
			viz.GraphNode{Kind: viz.Goal, Label: fmt.Sprintf("log@%d", n-i+1), Time: n - i + 1, Children: []int{2*i + 1}},
			viz.GraphNode{Kind: viz.Rule, Label: "next", Time: n - i, Keeps: true, Children: []int{2*i + 2}},
		)
	}
	g.Nodes = append(g.Nodes, viz.GraphNode{Kind: viz.Goal, Label: "log@1", Time: 1})
	return g
}

func TestFolding(t *testing.T) {
	g := chain(100)
	// Below the end of the chain, a message, and something that rests on none.
	last := len(g.Nodes) - 1
	g.Nodes[last].Children = []int{last + 1, last + 2}
	g.Nodes = append(g.Nodes,
		viz.GraphNode{Kind: viz.Sent, Label: "a → b", Children: []int{last + 3}},
		viz.GraphNode{Kind: viz.Rule, Label: "quiet", Time: 1, Children: []int{last + 4}},
		viz.GraphNode{Kind: viz.Goal, Label: "sent", Given: true},
		viz.GraphNode{Kind: viz.Goal, Label: "quiet@1", Time: 1, Children: []int{last + 5}},
		viz.GraphNode{Kind: viz.Rule, Label: "why", Time: 1, Children: []int{last + 6}},
		viz.GraphNode{Kind: viz.Goal, Label: "because", Time: 1, Given: true},
	)
	for _, c := range []struct {
		limit int
		want  string
		note  bool
	}{
		{0, "", false},
		{300, "a → b,because,log@1,log@101,next,quiet,quiet@1,sent,why", true},
		{10, "a → b,because,log@1,log@101,next,quiet,quiet@1,sent,why", true},
		{8, "a → b,log@1,log@101,next,quiet,quiet@1,sent", true},
	} {
		picture := svg.Write(Draw(g, Options{Fold: c.limit}))
		labels, _ := drawn(t, picture)
		if got := strings.Join(slices.Sorted(slices.Values(labels)), ","); c.want != "" && got != c.want {
			t.Errorf("folded at %d: %s", c.limit, got)
		} else if c.want == "" && len(labels) != len(g.Nodes) {
			t.Errorf("folded at %d: %d nodes of %d", c.limit, len(labels), len(g.Nodes))
		}
		if got := bytes.Contains(picture, []byte("boxes are drawn")); got != c.note {
			t.Errorf("folded at %d: it says so: %v", c.limit, got)
		}
		if c.note && !bytes.Contains(picture, []byte("next, held from 1 to 101")) {
			t.Errorf("folded at %d: no step stands for 100", c.limit)
		}
		if c.limit == 8 && !bytes.Contains(picture, []byte("quiet@1 …2")) {
			t.Error("what is left out is not counted")
		}
	}
}

// What neither repeats nor is quiet is cut off far from the roots.
func TestCutOff(t *testing.T) {
	g := wide(2000)
	labels, _ := drawn(t, svg.Write(Draw(g, Options{Fold: 20})))
	if len(labels) < 20 || len(labels) > 25 {
		t.Errorf("%d boxes are left of 2000", len(labels))
	}
}

// wide is a lineage of about n nodes: rounds of messages from everyone to everyone.
func wide(n int) viz.Graph {
	const width = 6
	g := viz.Graph{Roots: []int{0}}
	goal := map[[2]int]int{}
	goalAt := func(node, time int) int {
		i, known := goal[[2]int{node, time}]
		if !known {
			i = len(g.Nodes)
			goal[[2]int{node, time}] = i
			g.Nodes = append(g.Nodes, viz.GraphNode{Kind: viz.Goal, Label: fmt.Sprintf(`log("node-%d", "hello")@%d`, node, time), Time: time, Place: fmt.Sprint(node)})
		}
		return i
	}
	rounds := n/(width*(width+1)) + 1
	goalAt(0, rounds+1)
	for time := rounds; time >= 1; time-- {
		for to := range width {
			above, known := goal[[2]int{to, time + 1}]
			if !known {
				continue
			}
			for from := range width {
				below := goalAt(from, time)
				step := viz.GraphNode{Kind: viz.Sent, Label: fmt.Sprintf("%d → %d", from, to), Time: time, Place: fmt.Sprint(from), Children: []int{below}}
				if from == to {
					step.Kind, step.Label, step.Keeps = viz.Rule, "log@next", true
				}
				g.Nodes[above].Children = append(g.Nodes[above].Children, len(g.Nodes))
				g.Nodes = append(g.Nodes, step)
			}
		}
	}
	return g
}

func TestStrangeNames(t *testing.T) {
	g := viz.Graph{Title: `<"&\`, Roots: []int{0}}
	for i, name := range []string{
		`"`, `'quoted' "twice"`, "<b>&amp;</b>", `back\slash \n`, "", " ", "日本", "naïve", "😀", "a\nb", "%d $x$ {y} ~^_#&",
		strings.Repeat("x", 500), strings.Repeat("long words ", 46), "]]>", "--", "→≤†",
	} {
		n := viz.GraphNode{Kind: viz.GraphKind(i % 4), Label: name, Title: name, Place: name, Time: 100 - i, Cut: i%3 == 0, Absent: i%2 == 0}
		if i < 15 {
			n.Children = []int{i + 1}
		}
		g.Nodes = append(g.Nodes, n)
	}
	for _, lanes := range []bool{false, true} {
		s := Draw(g, Options{Lanes: lanes})
		if labels, _ := drawn(t, svg.Write(s)); len(labels) != len(g.Nodes) {
			t.Errorf("%d nodes of %d", len(labels), len(g.Nodes))
		}
		if _, err := pdf.Write(s); err != nil {
			t.Error(err)
		}
		if _, err := png.Write(s.Scaled(0.3)); err != nil {
			t.Error(err)
		}
		if len(tikz.Write(s)) == 0 || len(dot.Write(s)) == 0 {
			t.Error("nothing is written")
		}
	}
}

// Goals of one time may rest on each other.
func TestCircle(t *testing.T) {
	g := viz.Graph{Roots: []int{0}, Nodes: []viz.GraphNode{
		{Kind: viz.Goal, Label: "a", Time: 1, Children: []int{1}},
		{Kind: viz.Rule, Label: "a", Time: 1, Children: []int{2}},
		{Kind: viz.Goal, Label: "b", Time: 1, Children: []int{3, 4}},
		{Kind: viz.Rule, Label: "b", Time: 1, Children: []int{0}},
		{Kind: viz.Rule, Label: "b", Time: 1, Children: []int{2}},
	}}
	if _, edges := drawn(t, svg.Write(Draw(g, Options{}))); edges != 6 {
		t.Errorf("%d edges", edges)
	}
}

// A lineage of 1,000 nodes takes less than 2 s.
func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{300, 1000, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := wide(n)
			for b.Loop() {
				svg.Write(Draw(g, Options{}))
			}
		})
	}
}
