package node

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// echo answers each message "x" with "y", and does what commands say.
type echo struct{ Steps int }

func (n *echo) Start(json.RawMessage) Effect {
	return Effect{Set: []Timer{{Type: "tick"}}}
}
func (n *echo) Deliver(from int, m Message) Effect {
	n.Steps++
	if m.Type == "x" {
		return Effect{Send: []Message{{To: from, Type: "y"}}}
	}
	return Effect{}
}
func (n *echo) Fire(Timer) Effect { n.Steps++; return Effect{Set: []Timer{{Type: "tick"}}} }
func (n *echo) Command(kind string, _ json.RawMessage) Effect {
	switch kind {
	case "send":
		return Effect{Send: []Message{{To: 1, Type: "x", Body: 1}, {To: 1, Type: "x", Body: 2}}}
	case "renew":
		return Effect{Set: []Timer{{Type: "tick"}}}
	case "replace":
		return Effect{Set: []Timer{{Type: "tick", Body: "other"}}}
	case "clear":
		return Effect{Clear: []string{"tick", "none"}}
	case "panic":
		panic("index 17 out of range 3\nmore")
	case "astray":
		return Effect{Send: []Message{{To: 9, Type: "x"}}}
	case "break":
		return Effect{Broken: errors.New("the process ended")}
	}
	return Effect{Notes: []string{"what?"}}
}
func (n *echo) Restart(bool) Effect { return Effect{Set: []Timer{{Type: "tick"}}} }
func (n *echo) State() any          { return *n }

func two(order Order) *System {
	return &System{Name: "echo", Nodes: []string{"a", "b"}, New: func(int) Node { return &echo{} }, Order: order,
		Setup: []Action{{Kind: Start, Node: 0}, {Kind: Start, Node: 1}}}
}

func begin(t *testing.T, order Order) *World {
	t.Helper()
	w, err := Begin(two(order))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func do(t *testing.T, w *World, a Action) *Event {
	t.Helper()
	e, err := w.Do(a)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func command(kind string) Action { return Action{Kind: Command, Node: 0, Type: kind} }

// What cannot be done is refused, and changes nothing.
func TestRefused(t *testing.T) {
	w := begin(t, FIFO)
	sent := do(t, w, command("send")).Sent
	timer := w.Pending()[0]
	for _, c := range []struct {
		action Action
		want   string
	}{
		{Action{}, "there is no action"},
		{Action{Kind: Start, Node: 0}, "start a: it is up"},
		{Action{Kind: Restart, Node: 0}, "restart a: it is up"},
		{Action{Kind: Crash, Node: 2}, "there is no node 2"},
		{Action{Kind: Cut, Node: 0, To: -1}, "there is no node -1"},
		{Action{Kind: Heal, Node: 0, To: 1}, "the link from a to b is so already"},
		{Action{Kind: Deliver, Item: 5}, "no message or timer 0000000000000005 is pending"},
		{Action{Kind: Deliver, Item: timer.ID}, "tick is a timer"},
		{Action{Kind: Drop, Item: timer.ID}, "tick is a timer"},
		{Action{Kind: Fire, Item: sent[0].ID}, "x is a message"},
		{Action{Kind: Deliver, Item: sent[1].ID}, "an older message from a to b is pending"},
		{Action{Kind: Change, Item: sent[0].ID, Body: []byte("3")}, "cannot be changed by hand"},
		{Action{Kind: SetState, Node: 0, Body: []byte("3")}, "cannot be changed by hand"},
	} {
		before := len(w.Events())
		if _, err := w.Do(c.action); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.action, err, c.want)
		}
		if len(w.Events()) != before || len(w.Pending()) != 4 {
			t.Errorf("%+v has changed the world", c.action)
		}
	}
	do(t, w, Action{Kind: Cut, Node: 0, To: 1})
	if err := w.Why(sent[0]); err == nil || !strings.Contains(err.Error(), "is cut") {
		t.Error(err)
	}
	do(t, w, Action{Kind: Heal, Node: 0, To: 1})
	do(t, w, Action{Kind: Crash, Node: 1})
	if err := w.Why(sent[0]); err == nil || !strings.Contains(err.Error(), "b is down") {
		t.Error(err)
	}
}

// Equal messages of one event have names of their own; the order of delivery does not change names.
func TestNames(t *testing.T) {
	names := func(first int) (ids [2]ID) {
		w := begin(t, Any)
		sent := do(t, w, command("send")).Sent
		ids[first] = do(t, w, Action{Kind: Deliver, Item: sent[first].ID}).Sent[0].ID
		ids[1-first] = do(t, w, Action{Kind: Deliver, Item: sent[1-first].ID}).Sent[0].ID
		return ids
	}
	a, b := names(0), names(1)
	if a != b || a[0] == a[1] {
		t.Errorf("%v, and in the other order %v", a, b)
	}
	w := begin(t, Any)
	if one, other := do(t, w, command("send")), do(t, w, command("send")); one.ID == other.ID {
		t.Error("two commands have one name")
	} else if copied := do(t, w, Action{Kind: Duplicate, Item: one.Sent[0].ID}); copied.Sent[0].ID == one.Sent[0].ID {
		t.Error("a copy has the name of the original")
	} else if again := do(t, w, Action{Kind: Duplicate, Item: one.Sent[0].ID}); again.Sent[0].ID == copied.Sent[0].ID {
		t.Error("two copies have one name")
	}
}

// A timer that is set again goes on; one with another body takes its place; a crash loses it.
func TestTimers(t *testing.T) {
	w := begin(t, Any)
	old := w.Pending()[0]
	if e := do(t, w, command("renew")); len(e.Renewed) != 1 || len(e.Set) != 0 || w.Pending()[0] != old {
		t.Errorf("renewed: %+v", e)
	}
	e := do(t, w, command("replace"))
	if len(e.Gone) != 1 || len(e.Set) != 1 || e.Gone[0] != old {
		t.Errorf("replaced: %+v", e)
	}
	if e := do(t, w, command("clear")); len(e.Gone) != 1 {
		t.Errorf("cleared: %+v", e)
	}
	if e := do(t, w, Action{Kind: Crash, Node: 1}); len(e.Gone) != 1 || len(w.Pending()) != 0 {
		t.Errorf("crashed: %+v", e)
	}
	if e := do(t, w, Action{Kind: Restart, Node: 1}); len(e.Set) != 1 {
		t.Errorf("restarted: %+v", e)
	}
}

// What a node does wrong is told, and the world goes on.
func TestBadNodes(t *testing.T) {
	w := begin(t, Any)
	e := do(t, w, command("panic"))
	if e.Violation == nil || e.Violation.Fingerprint != "panic: index # out of range #" || w.Status(0) != Down || w.Violation() != e.Violation {
		t.Errorf("panic: %+v", e)
	}
	do(t, w, Action{Kind: Restart, Node: 0})
	if e := do(t, w, command("astray")); e.Violation == nil || !strings.Contains(e.Violation.Text, "a sends a message x to node 9") {
		t.Errorf("astray: %+v", e.Violation)
	}
	if e := do(t, w, command("break")); e.Broken == nil || w.Broken(0) == nil || w.Status(0) != Down {
		t.Errorf("break: %+v", e)
	}
	w.Reset()
	if len(w.Events()) != 0 || w.Violation() != nil || w.Status(0) != New || len(w.Pending()) != 0 {
		t.Error("reset")
	}
}
