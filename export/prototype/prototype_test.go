package prototype

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/viz/scene"
)

// The folder is known by its files: runs.json, and nothing that is not of it.
func TestIsFolder(t *testing.T) {
	for _, c := range []struct {
		names []string
		is    bool
	}{
		{[]string{"runs.json"}, true}, {[]string{"run_0_spacetime.dot", "runs.json", "run_12_pre_provenance.json", "run_1_provenance.svg"}, true},
		{nil, false}, {[]string{"run_0_spacetime.dot"}, false}, {[]string{"runs.json", "mine.txt"}, false}, {[]string{"runs.json", "run_x_spacetime.dot"}, false},
	} {
		if IsFolder("", c.names) != c.is {
			t.Errorf("%q: %v", c.names, !c.is)
		}
	}
}

// A run as a graph: nodes at times, dashed from a crash on, and messages, those that are lost
// to places of their own.
func TestSpaceTime(t *testing.T) {
	r := Run{
		FailureSpec: FailureSpec{EOT: 3, Nodes: []string{"a", `b"`}, Crashes: []Crash{{Node: "a", Time: 2}}},
		Messages: []Message{
			{Table: "log", From: "a", To: `b"`, SendTime: 1, ReceiveTime: 2}, {Table: "log", From: "a", To: `b"`, SendTime: 2, ReceiveTime: Never},
			{Table: "ack", From: `b"`, To: "a", SendTime: 2, ReceiveTime: Never}, {Table: "odd", From: "zz", To: "a", SendTime: 1, ReceiveTime: Never},
		},
	}
	const want = `digraph spacetime {
  rankdir=TD;
  splines=line;
  outputorder=nodesfirst;
  { rank=same; "proc_a"; "proc_b\""; }
  "proc_a" [label="a", group="a", shape=box];
  "node_a_1" [label="1", group="a", shape=ellipse];
  "proc_a" -> "node_a_1" [weight=10, arrowhead=none, style=solid];
  "node_a_2" [label="CRASHED", group="a", shape=ellipse];
  "node_a_1" -> "node_a_2" [weight=10, arrowhead=none, style=dashed];
  "node_a_3" [label="3", group="a", shape=ellipse];
  "node_a_2" -> "node_a_3" [weight=10, arrowhead=none, style=dashed];
  "proc_b\"" [label="b\"", group="b\"", shape=box];
  "node_b\"_1" [label="1", group="b\"", shape=ellipse];
  "proc_b\"" -> "node_b\"_1" [weight=10, arrowhead=none, style=solid];
  "node_b\"_2" [label="2", group="b\"", shape=ellipse];
  "node_b\"_1" -> "node_b\"_2" [weight=10, arrowhead=none, style=solid];
  "node_b\"_3" [label="3", group="b\"", shape=ellipse];
  "node_b\"_2" -> "node_b\"_3" [weight=10, arrowhead=none, style=solid];
  "node_a_1" -> "node_b\"_2" [label="log", constraint=false, weight=0, style=solid];
  "lost_1" [label="LOST", shape=plaintext];
  "node_a_2" -> "lost_1" [label="log", constraint=false, weight=0, style=dashed];
  "lost_2" [label="LOST", shape=plaintext];
  "node_b\"_2" -> "lost_2" [label="ack", constraint=false, weight=0, style=dashed];
}
`
	if got := string(spaceTime(r)); got != want {
		t.Errorf("got\n%s", got)
	}
}

// A folder has the files of each run, runs.json with their numbers, and is known again.
func TestWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	for range 2 { // the second replaces the first
		w, err := NewWriter(path)
		if err != nil {
			t.Fatal(err)
		}
		picture := &scene.Scene{W: 20, H: 20, Face: scene.NewTypeface(scene.Sans)}
		for _, status := range []string{"success", "failure"} {
			x := Execution{Run: Run{Status: status, FailureSpec: FailureSpec{EOT: 1, Nodes: []string{"<a>"}}}, SpaceTime: picture}
			if status == "failure" {
				x.Lineage = picture
				x.Post.Goals = []Goal{{ID: "g", Label: "post(<a>)", Table: "post", Time: "1"}}
			}
			if err := w.Add(x); err != nil {
				t.Fatal(err)
			}
		}
		if w.Bytes() < 1000 {
			t.Errorf("%d bytes", w.Bytes())
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if len(names) != 13 || !IsFolder(path, names) {
		t.Errorf("%q", names)
	}
	text, err := os.ReadFile(filepath.Join(path, "runs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var runs []Run
	if err := json.Unmarshal(text, &runs); err != nil || len(runs) != 2 || runs[0].Iteration != 0 || runs[1].Iteration != 1 || runs[1].Status != "failure" || runs[0].FailureSpec.Nodes[0] != "<a>" {
		t.Errorf("%+v, %v", runs, err)
	}
	if !strings.HasPrefix(string(text), "[\n {\n  \"iteration\": 0,\n") || !strings.Contains(string(text), `"<a>"`) {
		t.Errorf("%s", text)
	}
	post, err := os.ReadFile(filepath.Join(path, "run_1_post_provenance.json"))
	if err != nil || !strings.Contains(string(post), `"label": "post(<a>)"`) {
		t.Errorf("%s, %v", post, err)
	}
}
