package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"molly"
	"molly/node"
	"molly/node/dedalus"
	"molly/node/predicate"
	"molly/node/sample/pingpong"
	"molly/node/session"
	"molly/node/trace"
)

func begin(t testing.TB, s *node.System) *session.Session {
	t.Helper()
	x, err := session.New(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func program(t testing.TB, name string, eot int) *node.System {
	t.Helper()
	p, err := molly.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := dedalus.System(name, q.Datalog(), q.Nodes, dedalus.Options{Until: eot})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// digest is all that can be seen of a world.
func digest(w *node.World) string {
	text := ""
	for i := range w.System.Nodes {
		text += fmt.Sprintf("%v %v\n", w.Status(i), predicate.Value(w.State(i)))
	}
	for _, it := range w.Pending() {
		text += it.ID.String() + " "
	}
	return text
}

// random does a random step.
func random(t *testing.T, x *session.Session, r *rand.Rand) bool {
	t.Helper()
	enabled := x.World.Enabled(nil)
	if len(enabled) == 0 {
		return false
	}
	it := enabled[r.IntN(len(enabled))]
	a := node.Action{Kind: node.Deliver, Item: it.ID}
	switch {
	case it.Timer:
		a.Kind = node.Fire
	case r.IntN(5) == 0:
		a.Kind = node.Drop
	case r.IntN(5) == 0:
		a.Kind = node.Duplicate
	}
	if _, err := x.Do(a); err != nil {
		t.Fatal(err)
	}
	return true
}

// Travelling to any state seen before shows it as it was; doing what was done before goes where it went.
func TestTravel(t *testing.T) {
	for name, s := range map[string]*node.System{"pingpong": pingpong.System(), "2pc": program(t, "commit/2pc", 8)} {
		x := begin(t, s)
		r := rand.New(rand.NewPCG(1, 2))
		seen := map[int]string{}
		for range 300 {
			seen[x.Current.Number] = digest(x.World)
			if r.IntN(8) == 0 || !random(t, x, r) {
				to := x.States[r.IntN(len(x.States))]
				if to.Depth < x.Begun.Depth {
					continue
				}
				if err := x.Travel(to); err != nil {
					t.Fatal(err)
				}
				if x.Current != to || digest(x.World) != seen[to.Number] {
					t.Fatalf("%s: state %d is another one now", name, to.Number)
				}
			}
		}
		if len(x.States) < 100 {
			t.Errorf("%s: only %d states", name, len(x.States))
		}
		last := x.Current
		if err := x.Travel(x.Begun); err != nil {
			t.Fatal(err)
		}
		before := len(x.States)
		for _, s := range last.Path()[x.Begun.Depth:] {
			if _, err := x.Do(s.Action); err != nil {
				t.Fatal(err)
			}
		}
		if x.Current != last || len(x.States) != before {
			t.Errorf("%s: the same actions make new states", name)
		}
	}
}

// A path that was saved and opened again is a path to the same state.
func TestSaveAndOpen(t *testing.T) {
	x := begin(t, pingpong.System())
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		random(t, x, r)
	}
	var file bytes.Buffer
	if err := x.Save(trace.Header{}).Write(&file); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	here := x.Current
	if err := x.Open(tr); err != nil || x.Current != here {
		t.Errorf("%v", err)
	}
	y := begin(t, pingpong.System())
	if err := y.Open(tr); err != nil || digest(y.World) != digest(x.World) {
		t.Errorf("%v", err)
	}
	tr.Records[20].ID++
	var d *trace.Difference
	if err := y.Open(tr); !errors.As(err, &d) {
		t.Errorf("%v", err)
	}
	if err := begin(t, program(t, "commit/2pc", 8)).Open(tr); err == nil {
		t.Error("a trace of another system is opened")
	}
}

// reachable are what can be seen in all states within so many steps, found without leaving anything out.
func reachable(t *testing.T, x *session.Session, steps int, see func(digest string)) {
	t.Helper()
	see(digest(x.World))
	if steps == 0 {
		return
	}
	at := x.Current
	for _, it := range x.World.Enabled(nil) {
		a := node.Action{Kind: node.Deliver, Item: it.ID}
		if it.Timer {
			a.Kind = node.Fire
		}
		if err := x.Travel(at); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Do(a); err != nil {
			t.Fatal(err)
		}
		reachable(t, x, steps-1, see)
	}
	if err := x.Travel(at); err != nil {
		t.Fatal(err)
	}
}

// A search finds what can be reached within its depth and nothing else, in fewer executions than trying all.
func TestUntilIsComplete(t *testing.T) {
	for _, c := range []struct {
		system *node.System
		steps  int
		ask    []string
	}{
		{pingpong.System(), 6, []string{`a.Answered == 1`, `a.Answered == 2`, `a.Answered == 3`, `b.Answered == 2`, `b.Answered == 4`, `a.Sent == 3`, `violation`}},
		{program(t, "delivery/simple", 3), 4, []string{`some log("b", _)`, `some log("c", _)`, `a.time == 3`, `a.time == 1 and b.time == 2`, `some log("b", _) and some log("c", _)`}},
	} {
		naive := begin(t, c.system)
		found, all := map[string]bool{}, 0
		reachable(t, naive, c.steps, func(string) {
			all++
			for _, q := range c.ask {
				p, err := predicate.Parse(q, c.system.Nodes)
				if err != nil {
					t.Fatal(err)
				}
				if p.Eval(naive.World) {
					found[q] = true
				}
			}
		})
		for _, q := range c.ask {
			x := begin(t, c.system)
			p, err := predicate.Parse(q, c.system.Nodes)
			if err != nil {
				t.Fatal(err)
			}
			f, err := x.Until(t.Context(), p, session.Search{MaxDepth: c.steps})
			if err != nil {
				t.Fatal(err)
			}
			if f.Holds != found[q] {
				t.Errorf("%s, %s: found %v, reachable %v", c.system.Name, q, f.Holds, found[q])
			}
			if f.Holds && (!p.Eval(x.World) || x.Current.Depth != x.Begun.Depth+len(f.Steps)) {
				t.Errorf("%s, %s: the session is not where it holds", c.system.Name, q)
			}
			if !f.Holds && (x.Current != x.Begun || !f.Exhausted || f.Executions >= 3*all) {
				t.Errorf("%s, %s: %+v of %d", c.system.Name, q, f, all)
			}
		}
	}
}

// A search that is ended leaves the session where it was.
func TestUntilEnds(t *testing.T) {
	x := begin(t, pingpong.System())
	p, err := predicate.Parse(`a.Sent == 1000`, x.System.Nodes)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	before := digest(x.World)
	f, err := x.Until(ctx, p, session.Search{Progress: func(depth, _, _ int) {
		if depth == 10 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || f.Holds || f.Depth != 8 || digest(x.World) != before || x.Current != x.Begun {
		t.Errorf("%v, %+v", err, f)
	}
}
