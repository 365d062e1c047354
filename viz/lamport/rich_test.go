package lamport

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

// rich is a trace with something of everything: several messages of a pair at a time, with
// details, late, lost, faint, from and to names that are no nodes; crashes, marks, outcomes.
func rich(seed uint64) viz.Trace {
	r := rand.New(rand.NewPCG(seed, 7))
	t := viz.Trace{
		Title: fmt.Sprintf("rich %d", seed), Nodes: []string{"a", "b", "client", "zz"}, Outside: map[string]bool{"zz": true},
		First: 1, Last: 9, Quiet: 1 + int(seed%3),
		Crashes: []viz.Crash{{Node: "b", Time: 3 + int(seed%3)}},
		Marks:   []viz.Mark{{Time: 2}, {Node: "a", Time: 4, Text: "elected"}, {Node: "client", Time: 9, Text: "post(client)"}},
		Outcomes: []viz.Outcome{
			{Name: "pre", Cells: []viz.Cell{{Node: "a", Text: `"x"`}, {Node: "client", Text: `"x"`}, {Text: "all of them"}}},
			{Name: "post", Cells: []viz.Cell{{Node: "a", Text: `"x"`}, {Node: "client", Text: `"x"`, Missing: true}}},
		},
	}
	labels := []string{"log", "ack", "prepare", "accepted_by_all"}
	for i := range 16 {
		m := viz.Message{
			Label: labels[r.IntN(4)], Detail: fmt.Sprintf("%q, %d", "v", i%3), From: t.Nodes[r.IntN(3)], To: t.Nodes[r.IntN(4)],
			Sent: 1 + r.IntN(5), Faint: r.IntN(3) == 0,
		}
		m.Arrives = m.Sent + 1 + r.IntN(5)/4
		if m.Lost = m.To == "zz" || m.From != m.To && r.IntN(4) == 0; m.Lost {
			m.Cause = fmt.Sprintf("O(%s,%s,%d)", m.From, m.To, m.Sent)
		}
		for range 1 + r.IntN(5)/4*3 {
			t.Messages = append(t.Messages, m)
			m.Label += "2"
		}
	}
	return t
}

// Rich diagrams are what they always were, in each style, alone and beside another one.
func TestRich(t *testing.T) {
	style := scene.Style{Mono: true, Neutral: true, Size: 12, Family: scene.Serif}
	for name, s := range map[string]*scene.Scene{
		"rich": Draw(rich(1), Options{}), "rich-details": Draw(rich(2), Options{Details: true}),
		"rich-strong": Draw(rich(3), Options{Strong: true}), "rich-mono": Draw(rich(4), Options{Style: style, Details: true}),
		"rich-compare": Compare(rich(5), later(rich(6)), Options{}), "rich-same": Compare(rich(7), rich(7), Options{Strong: true}),
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
				t.Errorf("%s has changed; go test ./viz/lamport -update rewrites it", file)
			}
		}
	}
}

// later is a trace that begins later and goes on longer.
func later(t viz.Trace) viz.Trace {
	t.First, t.Last = 2, 12
	return t
}

// Two traces differ first at the earliest time at which one has a message or a crash that the
// other has not; who is faint, and why something is lost, does not count.
func TestDifference(t *testing.T) {
	base := viz.Trace{Nodes: []string{"a", "b"}, Messages: []viz.Message{sent("log", "a", "b", 1), sent("log", "a", "b", 3), sent("ack", "b", "a", 5)}, Crashes: []viz.Crash{{Node: "a", Time: 6}}}
	with := func(change func(*viz.Trace)) viz.Trace {
		u := base
		u.Messages = append([]viz.Message{}, base.Messages...)
		u.Crashes = append([]viz.Crash{}, base.Crashes...)
		change(&u)
		return u
	}
	for name, c := range map[string]struct {
		other  viz.Trace
		time   int
		differ bool
	}{
		"the same":     {base, 0, false},
		"faint":        {with(func(u *viz.Trace) { u.Messages[0].Faint, u.Messages[1].Cause = true, "x" }), 0, false},
		"one is lost":  {with(func(u *viz.Trace) { u.Messages[1].Lost = true }), 3, true},
		"one is gone":  {with(func(u *viz.Trace) { u.Messages = u.Messages[:2] }), 5, true},
		"two are gone": {with(func(u *viz.Trace) { u.Messages = u.Messages[1:2] }), 1, true},
		"one is twice": {with(func(u *viz.Trace) { u.Messages = append(u.Messages, u.Messages[1]) }), 3, true},
		"no crash":     {with(func(u *viz.Trace) { u.Crashes = nil }), 6, true},
		"other crash":  {with(func(u *viz.Trace) { u.Crashes[0].Time = 2 }), 2, true},
	} {
		time, differ := difference(base, c.other)
		if time2, differ2 := difference(c.other, base); time != c.time || differ != c.differ || time2 != time || differ2 != differ {
			t.Errorf("%s: %d, %v", name, time, differ)
		}
	}
}

// What is busy: the times at which messages are under way, those of crashes and of marks.
func TestBusy(t *testing.T) {
	got := busy(viz.Trace{
		Messages: []viz.Message{{Sent: 1, Arrives: 3}, {Sent: 6, Arrives: 7}}, Crashes: []viz.Crash{{Node: "a", Time: 10}}, Marks: []viz.Mark{{Time: 12}},
	})
	for time := range 15 {
		if want := time >= 1 && time <= 3 || time == 6 || time == 7 || time == 10 || time == 12; got[time] != want {
			t.Errorf("time %d: %v", time, got[time])
		}
	}
}
