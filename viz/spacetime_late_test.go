package viz

import (
	"strings"
	"testing"
)

// What is late, comes twice or after the end, outages and inputs are to be seen, and are explained.
func TestSpaceTimeOfAsynchrony(t *testing.T) {
	for _, c := range []struct {
		name  string
		trace Trace
		want  string
	}{
		{
			"late, and after the end",
			Trace{
				Nodes: []string{"C", "a", "b", "d"}, First: 1, Last: 9,
				Messages: []Message{
					{Label: "prepare", From: "C", To: "a", Sent: 1, Arrives: 2}, {Label: "prepare", From: "C", To: "b", Sent: 1, Arrives: 2},
					{Label: "precommit", From: "C", To: "a", Sent: 3, Arrives: 6, Late: 2}, {Label: "precommit", From: "C", To: "b", Sent: 3, Arrives: 4},
					{Label: "ack", From: "b", To: "C", Sent: 4, Arrives: 6, Late: 1}, {Label: "ack", From: "d", To: "b", Sent: 8, Arrives: 12, Late: 1, Lost: true, Ending: AfterEnd},
					{Label: "vote", From: "b", To: "a", Sent: 5, Arrives: 6},
				},
			},
			`
time  C               a               b               d
   1  ●────prepare────▶───────────────▶               │
   2  │               │               │               │
   3  ●───precommit───↘───────────────▶               │
   4  ↙───────────────┼──────ack──────●               │
   5  │┄┄precommit@3┄┄▶               │               │
      │               ◀─────vote──────●               │
      ◀┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼┄┄┄┄┄ack@4┄┄┄┄┄│               │
   6  │               │               │               │
   7  │               │               │               │
   8  │               │               ↙──────ack──────●
   9  │               │               │               │
      ↘ is late; precommit@3 is the arrival of what was sent at 3; ↘ without an arrival comes after time 9
`,
		},
		{
			"twice, an outage and inputs",
			Trace{
				Nodes: []string{"a", "b", "c"}, First: 1, Last: 6,
				Outages: []Outage{{"b", 2, 4}}, Inputs: []Input{{"a", 1, `bcast("x")`}, {"c", 3, `go()`}},
				Messages: []Message{
					{Label: "log", From: "a", To: "b", Sent: 1, Arrives: 2, Lost: true, Ending: AtReceiver}, {Label: "log", From: "a", To: "c", Sent: 1, Arrives: 2}, {Label: "log", From: "a", To: "c", Sent: 1, Arrives: 4, Copy: true},
					{Label: "log", From: "c", To: "b", Sent: 1, Arrives: 3, Late: 1, Lost: true, Ending: AtReceiver},
					{Label: "x", From: "c", To: "a", Sent: 2, Arrives: 3},
					{Label: "hello", From: "b", To: "a", Sent: 4, Arrives: 5},
				},
			},
			`
time  a               b               c
   1  ◆ bcast("x")    │               │
      ●──────log──────✗───────────────▶
      │               ↙──────log──────●
   2  │               ┴               │
      ◀───────────────────────x───────●
      │               ✗┄┄┄┄┄log@1┄┄┄┄┄│
   3  │                               ◆ go()
      │┄┄log@1 again┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▶
   4  │               ┬               │
      ◀─────hello─────●               │
   5  │               │               │
   6  │               │               │
      ↘ is late; log@1 is the arrival of what was sent at 1; log@1 again is the second copy of what was sent at 1; ┴ down, ┬ back; ◆ an input
`,
		},
	} {
		if got := SpaceTime(c.trace); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%s", c.name, got)
		}
	}
}
