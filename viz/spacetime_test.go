package viz

import (
	"strings"
	"testing"
)

func TestSpaceTime(t *testing.T) {
	for _, c := range []struct {
		name  string
		trace Trace
		want  string
	}{
		{
			"arrows to both sides, and a crash where the node sends",
			Trace{
				Nodes: []string{"a", "b", "c"}, First: 1, Last: 4,
				Messages: []Message{
					{Label: "log", From: "a", To: "b", Sent: 1, Arrives: 2, Lost: true},
					{Label: "log", From: "a", To: "c", Sent: 1, Arrives: 2},
					{Label: "ack", From: "c", To: "a", Sent: 2, Arrives: 3},
					{Label: "relay", From: "b", To: "a", Sent: 2, Arrives: 3, Lost: true},
					{Label: "relay", From: "b", To: "c", Sent: 2, Arrives: 3},
					{Label: "log", From: "a", To: "c", Sent: 3, Arrives: 4, Lost: true},
					{Label: "log", From: "a", To: "a", Sent: 3, Arrives: 4},
				},
				Crashes: []Crash{{"a", 3}},
			},
			`
time  a           b           c
   1  ●────log────✗───────────▶
   2  ✗───relay───●───relay───▶
      ◀───────────┼────ack────●
   3  †────log────┼───────────✗
   4  ╎           │           │
`,
		},
		{
			"a crash where something arrives",
			Trace{
				Nodes: []string{"a", "b"}, First: 1, Last: 3,
				Messages: []Message{{Label: "p", From: "a", To: "b", Sent: 1, Arrives: 2}, {Label: "p", From: "a", To: "b", Sent: 2, Arrives: 3}, {Label: "q", From: "b", To: "a", Sent: 2, Arrives: 3, Lost: true}},
				Crashes:  []Crash{{"b", 1}, {"a", 2}},
			},
			`
time  a           b
   1  ●─────p─────▶
      │           †
   2  †─────p─────▶
      ✗─────q─────●
   3  ╎           ╎
`,
		},
		{
			"long names, and times in which nothing happens",
			Trace{
				Nodes: []string{"coordinator-1", "b"}, First: 1, Last: 9, Quiet: 2,
				Messages: []Message{{Label: "acknowledgement", From: "b", To: "coordinator-1", Sent: 3, Arrives: 4}},
				Crashes:  []Crash{{"b", 6}},
			},
			`
time  coordinator-1       b
   1  │                   │
   2  │                   │
   3  ◀──acknowledgement──●
   4  │                   │
   5  │                   │
   6  │                   †
   ⋮  │                   ╎
`,
		},
	} {
		if got := SpaceTime(c.trace); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%s", c.name, got)
		}
	}
}

// A long trace takes no longer than it must.
func TestLongTrace(t *testing.T) {
	trace := Trace{Nodes: []string{"a", "b"}, First: 1, Last: 100_000, Quiet: 2}
	for time := 1; time <= 50_000; time++ {
		trace.Messages = append(trace.Messages, Message{Label: "p", From: "a", To: "b", Sent: time, Arrives: time + 1})
	}
	if lines := strings.Count(SpaceTime(trace), "\n"); lines != 50_002 {
		t.Errorf("the diagram has %d lines", lines)
	}
}
