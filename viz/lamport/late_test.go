package lamport

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly/viz"
	"molly/viz/dot"
	"molly/viz/scene"
	"molly/viz/svg"
)

// late makes a message arrive some rounds later.
func late(m viz.Message, rounds int) viz.Message {
	m.Arrives += rounds
	m.Late = rounds
	return m
}

// again is the second copy of a message.
func again(m viz.Message, rounds int) viz.Message {
	m.Arrives += rounds
	m.Copy, m.Late = true, 0
	return m
}

// ended is a message whose way ends elsewhere.
func ended(m viz.Message, e viz.Ending, cause string) viz.Message {
	m.Lost, m.Ending, m.Cause = true, e, cause
	return m
}

// asynchrony are traces with what faults do besides losses and crashes.
func asynchrony() map[string]viz.Trace {
	three := []string{"a", "b", "c"}
	return map[string]viz.Trace{
		"late": {
			Title: "late, after the end, and in the order of sending", Nodes: three, First: 1, Last: 6,
			Messages: []viz.Message{
				late(sent("write", "a", "c", 1), 2), sent("write", "a", "b", 1), sent("ack", "b", "a", 2), sent("read", "b", "c", 2),
				ended(late(sent("value", "c", "a", 5), 3), viz.AfterEnd, "L(c,a,5,3)"),
				ended(late(sent("value", "c", "b", 5), 1), viz.AfterEnd, "L(c,b,5,1)"),
			},
		},
		"twice": {
			Title: "twice, and late and twice", Nodes: three, First: 1, Last: 6,
			Messages: []viz.Message{
				sent("inc", "a", "b", 1), again(sent("inc", "a", "b", 1), 2), sent("done", "b", "a", 2),
				late(sent("inc", "a", "c", 2), 1), again(late(sent("inc", "a", "c", 2), 1), 1),
			},
		},
		"outage": {
			Title: "a node that is down, and back", Nodes: three, First: 1, Last: 6,
			Outages: []viz.Outage{{Node: "b", From: 2, Until: 4}},
			Messages: []viz.Message{
				ended(sent("log", "a", "b", 1), viz.AtReceiver, "D(b,2,4)"), sent("log", "a", "c", 1),
				ended(late(sent("log", "c", "b", 1), 1), viz.AtReceiver, "D(b,2,4)"),
				sent("hello", "b", "a", 4), sent("log", "a", "b", 5),
			},
		},
		"outage-first": {
			Title: "down from the first time on", Nodes: three[:2], First: 1, Last: 3,
			Outages: []viz.Outage{{Node: "a", From: 1, Until: 2}}, Messages: []viz.Message{sent("hello", "a", "b", 2)},
		},
		"input": {
			Title: "inputs", Nodes: three, First: 1, Last: 4,
			Inputs:   []viz.Input{{Node: "b", Time: 2, Text: `bcast("y")`}, {Node: "a", Time: 1, Text: `bcast("x")`}, {Node: "a", Time: 1, Text: `go()`}, {Time: 3, Text: "nowhere"}},
			Messages: []viz.Message{sent("log", "a", "b", 1), sent("log", "b", "a", 2), sent("log", "b", "c", 2)},
		},
		"partition": {
			Title: "a partition", Nodes: three, First: 1, Last: 6,
			Bands: []viz.Band{{Nodes: three, First: 2, Last: 4, Text: "from 2 to 4, {a,b} and {c} do not hear each other: 12 losses"}, {Nodes: three[:2], First: 4, Last: 5, Text: "a → b lost at 4…5"}},
			Messages: []viz.Message{
				lost("log", "a", "c", 2, "O(a,c,2)"), lost("log", "b", "c", 3, "O(b,c,3)"), sent("log", "a", "b", 2), lost("ack", "c", "a", 4, "O(c,a,4)"), lost("log", "a", "b", 5, "O(a,b,5)"),
			},
		},
	}
}

// A message that would arrive long after the end takes no longer than another.
func TestLongAfterTheEnd(t *testing.T) {
	m := ended(sent("log", "a", "b", 2), viz.AfterEnd, "L(a,b,2,4000000000000)")
	m.Late, m.Arrives = 4e12, 4e12+3
	picture := Draw(viz.Trace{Nodes: []string{"a", "b"}, First: 1, Last: 4, Messages: []viz.Message{m}}, Options{})
	for _, it := range picture.Items {
		if it.Edge != nil && it.Edge.Route.Steps[1].To.Y > picture.H {
			t.Errorf("%+v leaves the picture, which is %.0f high", it.Edge, picture.H)
		}
	}
	got := string(svg.Write(picture))
	if !strings.Contains(got, "4000000000000 rounds late") || !strings.Contains(got, `class="message late after"`) {
		t.Errorf("the message is not drawn:\n%s", got)
	}
}

// What is late, comes twice, meets a node that is down, and what is chosen, looks as it always did.
func TestAsynchrony(t *testing.T) {
	mono := scene.Style{Mono: true, Neutral: true}
	for name, trace := range asynchrony() {
		for _, c := range []struct {
			name    string
			options Options
		}{{name, Options{}}, {name + "-mono", Options{Style: mono, Details: true}}} {
			s := Draw(trace, c.options)
			for ending, got := range map[string][]byte{".svg": svg.Write(s), ".dot": dot.Write(s)} {
				file := filepath.Join("testdata", c.name+ending)
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
					t.Errorf("%s has changed; go test ./viz/lamport -update rewrites it", file)
				}
			}
		}
	}
}
