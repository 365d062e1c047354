package viz

import (
	"strings"
	"testing"
)

func TestSpaceTime(t *testing.T) {
	got := SpaceTime(Trace{
		Nodes: []string{"a", "b", "c"}, First: 1, Last: 4,
		Messages: []Message{
			{"log", "a", "b", 1, false},
			{"log", "a", "c", 1, true},
			{"ack", "c", "a", 2, true},
			{"relay", "b", "a", 2, false},
			{"relay", "b", "c", 2, true},
			{"log", "a", "c", 3, false},
			{"log", "a", "a", 3, true},
		},
		Crashes: []Crash{{"a", 3}},
	})
	want := strings.TrimPrefix(`
time  a           b           c
   1  ●────log────✗───────────▶
   2  ✗───relay───●───relay───▶
      ◀───────────┼────ack────●
   3  †────log────┼───────────✗
   4  ╎           │           │
`, "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
