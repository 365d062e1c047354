package lamport

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"molly/internal/scenes"
	"molly/viz"
	"molly/viz/scene"
)

// traces are those of the other tests, and some with very much in them.
func traces() map[string]viz.Trace {
	all := cases()
	maps.Copy(all, asynchrony())
	for seed := range uint64(12) {
		all[fmt.Sprintf("rich %d", seed)] = rich(seed)
	}
	all["crowd"] = crowd([]string{"a", "b", "c", "d", "e", "f"}, 4)
	all["long names"] = crowd([]string{"coordinator", "participant-1", "participant-2"}, 4)
	return all
}

// However narrow a diagram has to be, it can be read; and it has its width, or as little more as it
// can have.
func TestWidths(t *testing.T) {
	for name, trace := range traces() {
		for _, width := range []float64{90, 130, 180, 240, 505} {
			for _, details := range []bool{false, true} {
				o := Options{Style: scene.Style{Width: width}, Details: details}
				s := Draw(trace, o)
				for _, fault := range scenes.Unreadable(s) {
					t.Errorf("%s in %v points: %s", name, width, fault)
				}
				if s.W < width-0.01 || s.W > width+0.01 && width > 200 {
					t.Errorf("%s in %v points: it is %.1f wide", name, width, s.W)
				}
				o.Width = s.W
				if again := Draw(trace, o); math.Abs(again.W-s.W) > 0.01 {
					t.Errorf("%s: it fits in %.1f points, and then it does not", name, s.W)
				}
			}
		}
		for _, width := range []float64{150, 240} {
			s := Compare(trace, later(trace), Options{Style: scene.Style{Width: width}})
			for _, fault := range scenes.Unreadable(s) {
				t.Errorf("%s beside itself in %v points: %s", name, width, fault)
			}
		}
	}
}

// Where labels have no room, numbers stand for them, and a legend says what they are.
func TestLegend(t *testing.T) {
	nodes := []string{"a", "b", "c", "d", "e"}
	trace := viz.Trace{Nodes: nodes, First: 1, Last: 3, Outcomes: []viz.Outcome{{Name: "post", Cells: []viz.Cell{{Node: "a", Text: `"x"`}}}}}
	for i := 1; i < len(nodes); i++ {
		trace.Messages = append(trace.Messages,
			sent("acknowledgement_of_all", nodes[i], nodes[0], 1), lost("acknowledgement_of_none", nodes[0], nodes[i], 1, fmt.Sprintf("O(a,%s,1)", nodes[i])))
	}
	s := Draw(trace, Options{Style: scene.Style{Width: 150}})
	var legend, labels []string
	for _, it := range s.Items {
		for _, shape := range it.Shapes {
			if text, ok := shape.(scene.Text); ok {
				switch it.Class {
				case "legend":
					legend = append(legend, text.String)
				case "label":
					labels = append(labels, text.String)
				}
			}
		}
	}
	if got := strings.Join(legend, " "); !strings.Contains(got, "[1] acknowledgement_of_") || !strings.Contains(got, "[2] acknowledgement_of_") || strings.Contains(got, "[3]") {
		t.Errorf("the legend is %q", got)
	}
	if slices.ContainsFunc(labels, func(l string) bool { return l != "[1]" && l != "[2]" }) || !slices.Contains(labels, "[1]") || !slices.Contains(labels, "[2]") {
		t.Errorf("the labels are %q", labels)
	}
	if s.W != 150 {
		t.Errorf("it is %v wide", s.W)
	}
}

// A lost message ends next to the line of its receiver, and its cross is on no other arrow.
func TestStops(t *testing.T) {
	for name, trace := range traces() {
		for _, width := range []float64{0, 240} {
			o := Options{Style: scene.Style{Width: width}}
			d := planned(o.part(trace), o, natural(), busy(trace))
			d.settle(d.heights())
			for _, a := range d.arrows {
				if !a.lost || a.ending != viz.OnItsWay || a.from == a.to {
					continue
				}
				from, to := d.ends(a, d.at)
				end := a.route[len(a.route)-1]
				if left := end.Distance(to); left < d.size || left > max(5*d.size, 0.46*from.Distance(to)) || from.Distance(end) < 0.5*from.Distance(to) {
					t.Errorf("%s: the cross from %s to %s at %d is %.1f from its end", name, d.Nodes[a.from], d.Nodes[a.to], a.sent, left)
				}
			}
		}
	}
}

// A part of a trace has what is sent, and what happens, in its times; what goes on after them leaves the
// picture, and faults at other times are named.
func TestTimes(t *testing.T) {
	trace := viz.Trace{
		Nodes: []string{"a", "b"}, First: 1, Last: 9, Quiet: 1, Crashes: []viz.Crash{{Node: "b", Time: 8}}, Outages: []viz.Outage{{Node: "a", From: 2, Until: 5}},
		Messages: []viz.Message{sent("x", "b", "a", 1), sent("y", "a", "b", 6), {Label: "z", From: "b", To: "a", Sent: 2, Arrives: 6, Late: 3, Cause: "L(b,a,2,3)"}, lost("w", "a", "b", 1, "O(a,b,1)")},
		Faults:   []viz.Fault{{Text: "O(a,b,1)", Time: 1}, {Text: "L(b,a,2,3)", Time: 2}, {Text: "D(a,2,5)", Time: 2, Place: "a"}, {Text: "C(b,8)", Time: 8, Place: "b", Crash: true}, {Text: "O(b,a,4)", Time: 4}},
		Outcomes: []viz.Outcome{{Name: "post", Cells: []viz.Cell{{Node: "a", Text: "x"}}}},
	}
	for _, c := range []struct {
		times       [2]int
		messages    int
		crash, post bool
		elsewhere   string
		withoutOne  string
	}{
		{[2]int{0, 0}, 4, true, true, "", "O(b,a,4)"},
		{[2]int{3, 9}, 2, true, true, "O(a,b,1), D(a,2,5)", "O(b,a,4)"},
		{[2]int{1, 3}, 3, false, false, "C(b,8), O(b,a,4)", ""},
		{[2]int{6, 0}, 1, true, true, "O(a,b,1), L(b,a,2,3), D(a,2,5), O(b,a,4)", ""},
	} {
		s := Draw(trace, Options{Times: c.times})
		count := map[string]int{}
		var unseen []string
		for _, it := range s.Items {
			kind, _, _ := strings.Cut(it.Class, " ")
			count[kind]++
			if it.Class == "unseen" {
				unseen = append(unseen, it.Shapes[0].(scene.Text).String)
			}
		}
		if count["message"] != c.messages || (count["crash"] > 0) != c.crash || (count["outcome"] > 0) != c.post {
			t.Errorf("%v: %v", c.times, count)
		}
		got := strings.Join(unseen, "|")
		for words, faults := range map[string]string{"at other times: ": c.elsewhere, "without a message: ": c.withoutOne} {
			if has := strings.Contains(got, words); has != (faults != "") || has && !strings.Contains(strings.ReplaceAll(got, "|", " "), words+faults) {
				t.Errorf("%v: it says %q, and not %q", c.times, got, words+faults)
			}
		}
		for _, fault := range scenes.Unreadable(s) {
			t.Errorf("%v: %s", c.times, fault)
		}
	}
}
