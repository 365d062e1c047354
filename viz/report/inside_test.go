package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"molly/viz"
)

// lineageOf is a lineage of a chain of so many boxes, of which three are shown first.
func lineageOf(n int) Lineage {
	var l Lineage
	for i := range n {
		node := viz.GraphNode{Label: fmt.Sprintf("log@%d", i), Time: n - i}
		if i%2 == 1 {
			node.Kind, node.Label = viz.Rule, "log@next"
		}
		if i+1 < n {
			node.Children = []int{i + 1}
		}
		l.Whole.Nodes = append(l.Whole.Nodes, node)
	}
	l.Whole.Roots = []int{0}
	l.Shown = viz.Graph{Roots: []int{0}, Nodes: slices.Clone(l.Whole.Nodes[:3])}
	l.Shown.Nodes[2].Children = nil
	return l
}

// scriptData takes the data out of a script's call.
func scriptData(t *testing.T, path string, name, data any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, arguments, _ := strings.Cut(string(text), "(")
	arguments = strings.TrimSuffix(strings.TrimSpace(arguments), ");")
	var both []json.RawMessage
	if err := json.Unmarshal([]byte("["+arguments+"]"), &both); err != nil || len(both) != 2 {
		t.Fatalf("%s: %v", path, err)
	}
	if json.Unmarshal(both[0], name) != nil || json.Unmarshal(both[1], data) != nil {
		t.Fatalf("%s: %s", path, arguments)
	}
}

// Each execution has the pictures that it should have, in order, each in its file: a lineage
// that leaves something out has a second one, and all but the first execution a difference.
func TestPicturesOfExecutions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	w, err := NewWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	trace := viz.Trace{Nodes: []string{"a", "b"}, First: 1, Last: 2, Messages: []viz.Message{{Label: "log", From: "a", To: "b", Sent: 1, Arrives: 2}}}
	before := 0
	for i, e := range []Execution{
		{Name: "first", Trace: trace, Lineage: lineageOf(3)},
		{Name: "second", Trace: trace, Lineage: lineageOf(Boxes + 5), Lost: lineageOf(4)},
		{Name: "third", Trace: trace, Before: trace, Lost: lineageOf(Boxes + 1)},
	} {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
		if w.Bytes() <= before || w.Bytes() != w.folder.Bytes()+w.shared.bytes() || w.shared.bytes() <= 0 {
			t.Errorf("after execution %d: %d bytes, %d in files, %d to come", i, w.Bytes(), w.folder.Bytes(), w.shared.bytes())
		}
		before = w.Bytes()
	}
	if err := w.Close(Report{Kind: Good}); err != nil {
		t.Fatal(err)
	}
	want := [][]pictureData{
		{{Tab: "diagram", Name: "0-run"}, {Tab: "lineage", Name: "0-lineage"}},
		{{Tab: "diagram", Name: "1-run"}, {Tab: "lineage", Name: "1-lineage", Whole: "1-lineage-whole", Boxes: Boxes + 5}, {Tab: "difference", Name: "1-difference"}, {Tab: "what was lost", Name: "1-lost"}},
		{{Tab: "diagram", Name: "2-run"}, {Tab: "difference", Name: "2-difference"}, {Tab: "what was lost", Name: "2-lost", Whole: "2-lost-whole", Boxes: Boxes + 1}},
	}
	for i, pictures := range want {
		var d executionData
		var number int
		scriptData(t, filepath.Join(path, "data", fmt.Sprintf("%d.js", i)), &number, &d)
		if number != i || !slices.Equal(d.Pictures, pictures) {
			t.Errorf("execution %d has number %d and the pictures %+v, want %+v", i, number, d.Pictures, pictures)
		}
		for _, p := range d.Pictures {
			for _, name := range []string{p.Name, p.Whole} {
				if name != "" {
					var written string
					var data any
					if scriptData(t, filepath.Join(path, "pictures", name+".js"), &written, &data); written != name {
						t.Errorf("%s is called %s", name, written)
					}
				}
			}
		}
	}
}

// What cannot be written as JSON is an error.
func TestNoData(t *testing.T) {
	w, err := NewWriter(filepath.Join(t.TempDir(), "page"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abandon()
	for _, x := range [][2]any{{1, make(chan int)}, {make(chan int), 1}} {
		if err := w.script("data/x.js", "x", x[0], x[1]); err == nil {
			t.Error("a channel is written")
		}
	}
}

// Firings that are the same are one, and whether the message was lost is part of it.
func TestFirings(t *testing.T) {
	var s shared
	one := Firing{Rule: 1, Time: 2, Head: "p", Premises: []string{"q", "r"}}
	lost, other := one, one
	lost.Lost = true
	other.Premises = []string{"q"}
	numbers := []int{s.firing(&one), s.firing(&lost), s.firing(&other), s.firing(&one)}
	if numbers[0] != numbers[3] || numbers[0] == numbers[1] || numbers[1] == numbers[2] || numbers[0] == numbers[2] {
		t.Errorf("%v", numbers)
	}
	text, err := json.Marshal(s.data())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[2,0,", "[2,1,"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no firing %s in %s", want, text)
		}
	}
}

// A diagram beside a crowded one loses what does not matter, too.
func TestThinnedBesideCrowd(t *testing.T) {
	message := func(i int) viz.Message {
		return viz.Message{Label: "m", From: "a", To: "b", Sent: i, Arrives: i + 1, Faint: i != 2}
	}
	var small, crowd viz.Trace
	for i := range crowded + 1 {
		crowd.Messages = append(crowd.Messages, message(i))
	}
	small.Messages = slices.Clone(crowd.Messages[:5])
	if got := thinned(small, &crowd); len(got.Messages) != 1 || got.Messages[0].Sent != 2 {
		t.Errorf("%+v", got.Messages)
	}
	if got := thinned(small, &small); len(got.Messages) != 5 {
		t.Errorf("%+v", got.Messages)
	}
}
