package lamport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/viz"
)

// calls are so many messages that are called differently, so long that no two stand in one line.
func calls(n int, to func(i int) string) (list []viz.Message) {
	for i := range n {
		list = append(list, sent(fmt.Sprintf("accepted_%c", 'a'+i), "a", to(i), 1))
	}
	return list
}

// Of more messages than a label has lines for, it says how many it leaves out.
func TestMoreThanALabelHolds(t *testing.T) {
	for n, want := range map[int]string{
		1: "accepted_a", 3: "accepted_a, accepted_b, accepted_c", 4: "accepted_a, accepted_b, accepted_c, accepted_d",
		5: "accepted_a, accepted_b, accepted_c, +2", 6: "accepted_a, accepted_b, accepted_c, +3",
	} {
		trace := viz.Trace{Nodes: []string{"a", "b"}, First: 1, Last: 2, Messages: calls(n, func(int) string { return "b" })}
		d := planned(trace, Options{}, natural(), busy(trace))
		lines := d.arrows[0].lines
		if got := strings.Join(lines, " "); got != want || len(lines) > mostLines {
			t.Errorf("%d messages: the label is %q, want %q", n, got, want)
		}
	}
}

// So does a label that the messages of a sender share.
func TestMoreThanASharedLabelHolds(t *testing.T) {
	for n, want := range map[int][]string{
		2: {"accepted_a", "accepted_b"}, 4: {"accepted_a", "accepted_b", "accepted_c", "accepted_d"},
		5: {"accepted_a", "accepted_b", "accepted_c", "+2"}, 7: {"accepted_a", "accepted_b", "accepted_c", "+4"},
	} {
		trace := viz.Trace{Nodes: []string{"a"}, First: 1, Last: 2}
		for i := range n {
			trace.Nodes = append(trace.Nodes, fmt.Sprint("n", i))
		}
		trace.Messages = calls(n, func(i int) string { return trace.Nodes[i+1] })
		d := planned(trace, Options{}, natural(), busy(trace))
		tags := d.tagsOf(1, bySender)
		if len(tags) != 1 || !slices.Equal(tags[0].lines, want) {
			t.Errorf("%d messages: the labels are %v, want %q", n, tags, want)
		}
	}
}
