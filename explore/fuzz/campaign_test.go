package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"molly/node"
	"molly/node/sample/lock"
	"molly/node/sample/pingpong"
	"molly/node/trace"
)

// locks is a campaign that finds something.
func locks() Campaign {
	return Campaign{
		System: lock.System(lock.Options{AnyUnlock: true}), Seed: 1, Runs: 60,
		Plan: Plan{Events: 300, Timer: 0.3, Drop: 0.05, Duplicate: 0.1, Crash: 0.01, Restart: 0.2, Partition: 0.01, Reunite: 0.1},
	}
}

// said is all of a result, its traces too.
func said(t *testing.T, r *Result) string {
	t.Helper()
	text := fmt.Sprintf("%d %d %v %d %d %d\n", r.Runs, r.Events, r.Did, r.Shapes, r.LastShape, r.Broken)
	for _, v := range r.Violations {
		var b bytes.Buffer
		if err := v.Trace.Write(&b); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("%+v %d %d %d %d %d %v\n%s", v.Violation, v.Count, v.First, v.Run, v.Events, v.Externals, v.Differs, b.String())
	}
	return text
}

// A result does not depend on how many executions there are at once, nor on who watches.
func TestDeterministic(t *testing.T) {
	for _, until := range []int{0, 1} {
		want := ""
		for _, cores := range []int{1, 2, 7} {
			old := runtime.GOMAXPROCS(cores)
			c := locks()
			c.Until = until
			r, err := c.Run(t.Context())
			runtime.GOMAXPROCS(old)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Violations) != 1 || r.Violations[0].Differs != nil || until == 0 && (r.Runs != 60 || r.Violations[0].Count < 2) || until == 1 && r.Violations[0].First != r.Runs-1 {
				t.Fatalf("%+v", r)
			}
			got := said(t, r)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%d cores, until %d:\n%s\nwant\n%s", cores, until, got, want)
			}
		}
	}
}

// The kept violation is the shortest, and its run is made again by its number.
func TestKept(t *testing.T) {
	c := locks()
	c.All = true
	var all []Violation
	c.Keep = func(v Violation) error { all = append(all, v); return nil }
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	best := r.Violations[0]
	if len(all) != best.Count || all[0].Run != best.First {
		t.Errorf("%d of %d violations were kept, from run %d on", len(all), best.Count, all[0].Run)
	}
	for _, v := range all {
		if v.Events < best.Events || v.Events == best.Events && v.Run < best.Run {
			t.Errorf("run %d has %d events, the best is %d with %d", v.Run, v.Events, best.Run, best.Events)
		}
		w, err := node.Begin(c.System)
		if err != nil {
			t.Fatal(err)
		}
		c.Plan.Run(w, Random(c.Seed, v.Run))
		if len(w.Events()) != v.Events || w.Violation() == nil || v.Trace.Seed != fmt.Sprintf("1 run %d", v.Run) {
			t.Errorf("run %d again: %d events, want %d", v.Run, len(w.Events()), v.Events)
		}
	}
	failed := errors.New("the disk is full")
	c.Keep = func(Violation) error { return failed }
	if _, err := c.Run(t.Context()); !errors.Is(err, failed) {
		t.Error(err)
	}
}

// A campaign that is stopped or interrupted tells of the runs before some run, which are the same as ever.
func TestStopped(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		stop := make(chan struct{})
		c := locks()
		c.Runs, c.Stop = 0, stop
		c.Tell = func(r Result) {
			switch {
			case r.Runs != 40:
			case interrupted:
				cancel()
			default:
				close(stop)
			}
		}
		r, err := c.Run(ctx)
		if interrupted != errors.Is(err, context.Canceled) || r.Runs < 40 {
			t.Fatalf("%v, %d runs", err, r.Runs)
		}
		other := locks()
		other.Runs = r.Runs
		want, err := other.Run(t.Context())
		if err != nil || said(t, r) != said(t, want) {
			t.Errorf("%v: %d runs\n%s\nwant\n%s", err, r.Runs, said(t, r), said(t, want))
		}
		cancel()
	}
}

// What cannot be done is said before it is tried.
func TestCampaignErrors(t *testing.T) {
	var field *FieldError
	if _, err := (&Campaign{System: pingpong.System()}).Run(t.Context()); !errors.As(err, &field) || field.Field != "events" {
		t.Error(err)
	}
	if _, err := (&Campaign{System: pingpong.System(), Plan: Plan{Events: 5, Lose: 2}}).Run(t.Context()); !errors.As(err, &field) || field.Field != "lose" {
		t.Error(err)
	}
	s := pingpong.System()
	s.Setup = append(s.Setup, s.Setup...)
	if _, err := (&Campaign{System: s, Plan: Plan{Events: 5}}).Run(t.Context()); err == nil {
		t.Error("nodes start twice")
	}
}

// whim is a node that answers as chance will have it.
type whim struct{ node.Node }

var whims int

func (w *whim) Start(json.RawMessage) node.Effect {
	return node.Effect{Set: []node.Timer{{Type: "t"}}}
}

func (w *whim) Fire(node.Timer) node.Effect {
	whims++
	if whims == 5 {
		panic("only once")
	}
	return node.Effect{Set: []node.Timer{{Type: "t"}}}
}

func (w *whim) State() any { return nil }

// A violation that its trace does not show again is reported as such.
func TestNotDeterministic(t *testing.T) {
	s := &node.System{
		Name: "whim", Nodes: []string{"a"}, New: func(int) node.Node { return &whim{} }, Worlds: 1,
		Setup: []node.Action{{Kind: node.Start, Node: 0}},
	}
	r, err := (&Campaign{System: s, Plan: Plan{Events: 10, Timer: 1}, Runs: 3}).Run(t.Context())
	if err != nil || len(r.Violations) != 1 || r.Violations[0].Differs == nil || r.Deterministic() {
		t.Fatalf("%v, %+v", err, r)
	}
	var d *trace.Difference
	if !errors.As(r.Violations[0].Differs, &d) || d.N != 5 {
		t.Error(d)
	}
}

// Waits hold back what comes from outside; the fair part has none, and loses nothing.
func TestParts(t *testing.T) {
	s := pingpong.System()
	for seed := range 30 {
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		p := Plan{
			Events: 400, Fair: 20, Skew: 40, Timer: 0.1, Drop: 0.05, Duplicate: 0.05, Crash: 0.2, Restart: 0.2, Cut: 0.1, Heal: 0.3, Partition: 0.1, Reunite: 0.2, Externals: 30,
			Waits: []Wait{{For: "a.Answered >= 3"}, {After: 5, For: Quiescence}},
		}
		p.Run(w, Random(9, seed))
		first, outside, ticks := -1, 0, 0
		for _, e := range w.Events()[len(s.Setup):] {
			if e.Kind.External() {
				outside++
				if first < 0 {
					first = e.Index
				}
			}
			if ticks >= p.Fair && e.Kind != node.Deliver && e.Kind != node.Fire {
				t.Errorf("seed %d: event %d of the fair part is %v", seed, e.Index, e.Kind)
			}
			if e.Kind == node.Fire {
				ticks++ // only a has a timer
			}
		}
		if first >= 0 && !answered(t, s, w.Events()[:first], 3) {
			t.Errorf("seed %d: event %d comes from outside too early", seed, first)
		}
		if outside > 3*p.Externals {
			t.Errorf("seed %d: %d events from outside", seed, outside)
		}
	}
}

// answered reports whether a has so many answers after some events.
func answered(t *testing.T, s *node.System, events []*node.Event, n int) bool {
	t.Helper()
	w := node.NewWorld(s)
	for _, e := range events {
		if _, err := w.Do(e.Action); err != nil {
			t.Fatal(err)
		}
	}
	a := w.Node(0)
	text, err := json.Marshal(a.State())
	var state struct{ Answered int }
	if err != nil || json.Unmarshal(text, &state) != nil {
		t.Fatal(err)
	}
	return state.Answered >= n
}

// The weights are what they say: of many choices, each has its share.
func TestWeights(t *testing.T) {
	s := pingpong.System()
	p := Plan{Events: 50_000, Timer: 0.5, Duplicate: 0.25, Drop: 0.25, Partition: 0.1, Reunite: 0.1}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	p.Run(w, Random(1, 1))
	did := map[node.Kind]int{}
	for _, e := range w.Events() {
		did[e.Kind]++
	}
	near := func(got, want int) bool { return got > want*9/10 && got < want*11/10 }
	if !near(did[node.Deliver], 4*did[node.Drop]) || !near(did[node.Drop], did[node.Duplicate]) || did[node.Cut] == 0 || did[node.Cut]-did[node.Heal] > 2 {
		t.Error(did)
	}
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"term":1,"log":[1,2,3]}`, `{"term":7,"log":[4]}`, true},
		{`{"term":0,"log":[1,2,3]}`, `{"term":7,"log":[4]}`, false},
		{`{"role":"leader"}`, `{"role":"follower"}`, false},
		{`{"leader":"S1"}`, `{"leader":"S20"}`, true},
		{`[{"a":1},{"a":2},{"a":0}]`, `[{"a":1},{"a":0}]`, true},
		{`[1,0,1]`, `[1,0]`, false},
		{`[]`, `{}`, false},
		{`[-1.5e-3]`, `[-20]`, true},
		{`[-1]`, `[1]`, false},
		{`["a\"1",2]`, `["a\"2",3]`, true},
		{`[true,null]`, `[false,null]`, false},
		{`{"a":{"x":1}}`, `{"a":{"y":1}}`, false},
		{` { "a" : [ 1 , 2 ] } `, `{"a":[1]}`, true},
	} {
		if same := shapeOf(json.RawMessage(c.a)) == shapeOf(json.RawMessage(c.b)); same != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, same)
		}
	}
	if shapeOf(struct{ A int }{3}) != shapeOf(json.RawMessage(`{"A":1}`)) {
		t.Error("a struct is not its JSON")
	}
}

// Reading a shape ends, whatever the text is.
func FuzzShape(f *testing.F) {
	f.Add(`{"a":[1,"x\"y",null]}`)
	f.Add(`{"a`)
	f.Fuzz(func(_ *testing.T, text string) { shapeOf(json.RawMessage(text)) })
}
