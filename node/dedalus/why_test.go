package dedalus_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly"
	"molly/datalog"
	"molly/eval"
	"molly/explore/fuzz"
	"molly/node"
	"molly/node/dedalus"
	"molly/protocols"
)

// In a small execution the explanations are those that a person would give.
func TestAsk(t *testing.T) {
	s := system(t, "delivery/simple", node.Any)
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	fire := func(i int) *node.Event {
		for _, it := range w.Pending() {
			if it.Timer && it.To == i {
				e, err := w.Do(node.Action{Kind: node.Fire, Item: it.ID})
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
		}
		t.Fatal("no tick")
		return nil
	}
	sent := fire(0).Sent
	do := func(a node.Action) {
		if _, err := w.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	do(node.Action{Kind: node.Deliver, Item: sent[0].ID})
	fire(1)
	fire(1)
	fire(2)
	for ask, want := range map[string][]string{
		`log("b", "hello")`:   {`log("b", "hello") holds at time 2`, "log(N, P)@next :- log(N, P)", `log("b", "hello") holds at time 1`, "a message from a arrived, in event 4", "bcast(", "the program states it"},
		`log("b", "hello")@1`: {"a message from a arrived"},
		`log("c", "hello")`:   {`no log("c", "hello") at time 1`, "a message from a with it is pending", `no bcast("c", "hello")`},
		`log("c", _)@7`:       {"c has done no step at time 7; its next step is that of time 2"},
	} {
		x, err := dedalus.Ask(w, ask)
		if err != nil {
			t.Errorf("%s: %v", ask, err)
			continue
		}
		var text bytes.Buffer
		if err := x.Write(&text); err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(text.String(), part) {
				t.Errorf("%s: no %q in\n%s", ask, part, text.String())
			}
		}
	}
	do(node.Action{Kind: node.Drop, Item: sent[1].ID})
	for ask, want := range map[string]string{
		`log("c", "hello")`:  "was dropped, in event 8",
		`bcast("c", _)`:      "no rule concludes it",
		`nothing("c")`:       "nothing",
		`post("c", "hello")`: "is what an observer concludes",
		`log("z", "hello")`:  "is at no node",
	} {
		x, err := dedalus.Ask(w, ask)
		var text bytes.Buffer
		if err == nil {
			err = x.Write(&text)
		}
		if got := text.String() + fmt.Sprint(err); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", ask, want, got)
		}
	}
}

// Every tuple of a random execution is explained down to leaves that are so; every tuple that is not there has
// an explanation that names only messages that were not taken in at that step.
func TestExplanationsAreComplete(t *testing.T) {
	explained, missed := 0, 0
	for i, proto := range protocols.All() {
		p, err := molly.Load(t.Context(), proto.Name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Question(molly.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := dedalus.System(proto.Name, q.Datalog(), q.Nodes, dedalus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(i), 5))
		fuzz.Plan{Events: 60, Timer: 0.7, Drop: 0.1, Duplicate: 0.05, Crash: 0.02, Restart: 0.2}.Run(w, r)
		h, err := dedalus.NewHistory(w)
		if err != nil {
			t.Fatal(err)
		}
		observed := eval.Observed(q.Datalog())
		all := map[string]datalog.Fact{}
		for n := range s.Nodes {
			for _, f := range dedalus.Of(w, n).Holds() {
				all[fmt.Sprint(f.Relation, f.Args[1:])] = f
				if w.Status(n) != node.Up {
					continue
				}
				x, err := h.Why(n, f.Time, f)
				if err != nil {
					t.Fatalf("%s: %v", proto.Name, err)
				}
				explained++
				grounded(t, proto.Name, w, x)
			}
		}
		for _, f := range all { // the same tuple at another node
			for n, name := range s.Nodes {
				time := dedalus.Of(w, n).Time()
				if w.Status(n) != node.Up || time < 1 || observed[f.Relation] {
					continue
				}
				g := f
				g.Args = append([]datalog.Value{datalog.String(name)}, f.Args[1:]...)
				x, err := h.WhyNot(w, n, time, g)
				if err != nil {
					continue // it holds there
				}
				missed++
				for _, reason := range x.Reasons {
					if (reason.Kind == dedalus.Missing || reason.Kind == dedalus.Blocked) && len(reason.Children) == 0 && !strings.Contains(reason.Text, "restarted") && !strings.Contains(reason.Text, "aggregate") {
						t.Errorf("%s: %s is not explained (%s)", proto.Name, reason.Text, reason.Rule)
					}
					if strings.Contains(reason.Text, "aggregate") && !strings.Contains(reason.Rule, "<") {
						t.Errorf("%s: all premises hold of a rule without an aggregate: %s", proto.Name, reason.Rule)
					}
					if reason.Kind == dedalus.Pending {
						if _, ok := w.Lookup(reason.Item); !ok {
							t.Errorf("%s: %s is not pending", proto.Name, reason.Item)
						}
					}
					if reason.Kind == dedalus.Dropped && w.Events()[reason.Event].Kind != node.Drop {
						t.Errorf("%s: event %d drops nothing", proto.Name, reason.Event)
					}
				}
			}
		}
	}
	if explained < 300 || missed < 300 {
		t.Errorf("%d tuples explained, %d missing ones", explained, missed)
	}
	t.Logf("%d tuples explained, %d missing ones", explained, missed)
}

// grounded checks that every tuple of an explanation has a way in which it comes about that leads to leaves, and that
// its messages were delivered.
func grounded(t *testing.T, name string, w *node.World, x *dedalus.Explanation) {
	t.Helper()
	solid := make([]bool, len(x.Reasons))
	for again := true; again; {
		again = false
		for i, r := range x.Reasons {
			ok := false
			switch r.Kind {
			case dedalus.Holds: // any way
				for _, c := range r.Children {
					ok = ok || solid[c]
				}
			case dedalus.Fired, dedalus.Arrived: // all premises
				ok = true
				for _, c := range r.Children {
					ok = ok && solid[c]
				}
			default:
				ok = true
			}
			if ok && !solid[i] {
				solid[i], again = true, true
			}
		}
	}
	if !solid[0] {
		var text bytes.Buffer
		_ = x.Write(&text)
		t.Errorf("%s: %s has no ground:\n%s", name, x.Reasons[0].Text, text.String())
	}
	for _, r := range x.Reasons {
		if r.Kind == dedalus.Arrived {
			if e := w.Events()[r.Event]; e.Kind != node.Deliver || e.Item.ID != r.Item {
				t.Errorf("%s: event %d does not deliver %v", name, r.Event, r.Item)
			}
		}
	}
}
