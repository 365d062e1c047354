package actor_test

import (
	"encoding/json"
	"strings"
	"testing"

	"molly/node"
	"molly/node/actor"
)

// counter counts what it is told.
type counter struct {
	Kept    int `molly:"stable"`
	Memory  int
	List    []int
	Peer    string
	started bool
}

type add struct{ N []int }
type get struct{}
type wrong struct{ F func() }
type pointer struct{}

func (x *counter) Start(c *actor.Context) {
	c.Content(&x.Peer)
	x.started = true
}

func (x *counter) Message(c *actor.Context, from string, message any) {
	if m, ok := message.(add); ok {
		x.List = m.N
		m.N[0]++ // of the own copy
		x.Kept += len(m.N)
		x.Memory += len(m.N)
	}
}

func (x *counter) Timer(*actor.Context, string) {}

func (x *counter) Command(c *actor.Context, command any) {
	switch m := command.(type) {
	case add:
		c.Send("a", m)
		c.Send("b", m)
		m.N[0] = 99 // after it was sent
	case get:
		c.Send("nobody", get{})
	case wrong:
		c.Send("a", wrong{})
	case pointer:
		c.Send("a", &add{})
	}
}

func counters() *node.System {
	return actor.System(actor.Config{
		Name: "counter", Nodes: []string{"a", "b"},
		New:      func(string) actor.Actor { return &counter{} },
		Messages: []any{add{}, wrong{}}, Commands: []any{add{}, get{}, wrong{}, pointer{}},
		Content: func(name string) any { return map[string]string{"a": "b", "b": "a"}[name] },
	})
}

func must(t *testing.T, w *node.World, a node.Action) *node.Event {
	t.Helper()
	e, err := w.Do(a)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func state(t *testing.T, w *node.World, i int) string {
	t.Helper()
	text, err := json.Marshal(w.State(i))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Nodes share no memory; stable fields survive a crash, others do not; a state can be set by hand.
func TestActors(t *testing.T) {
	s := counters()
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	e := must(t, w, actor.Command(s, "a", add{[]int{1, 2}}))
	for _, m := range e.Sent {
		must(t, w, node.Action{Kind: node.Deliver, Item: m.ID})
	}
	if got, want := state(t, w, 1), `{"Kept":2,"Memory":2,"List":[2,2],"Peer":"a"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	must(t, w, node.Action{Kind: node.Crash, Node: 1})
	must(t, w, node.Action{Kind: node.Restart, Node: 1})
	if got, want := state(t, w, 1), `{"Kept":2,"Memory":0,"List":null,"Peer":"a"}`; got != want {
		t.Errorf("after a crash %s, want %s", got, want)
	}
	must(t, w, node.Action{Kind: node.Crash, Node: 1})
	must(t, w, node.Action{Kind: node.Restart, Node: 1, Lost: true})
	if got, want := state(t, w, 1), `{"Kept":0,"Memory":0,"List":null,"Peer":"a"}`; got != want {
		t.Errorf("without its disk %s, want %s", got, want)
	}
	must(t, w, node.Action{Kind: node.SetState, Node: 1, Body: []byte(`{"Memory":7}`)})
	if got, want := state(t, w, 1), `{"Kept":0,"Memory":7,"List":null,"Peer":""}`; got != want {
		t.Errorf("by hand %s, want %s", got, want)
	}
	if _, err := w.Do(node.Action{Kind: node.SetState, Node: 1, Body: []byte(`{"Memory":"x"}`)}); err == nil {
		t.Error("a state of another form is taken")
	}
	sent := must(t, w, actor.Command(s, "a", add{[]int{5}})).Sent[1]
	changed := must(t, w, node.Action{Kind: node.Change, Item: sent.ID, Body: []byte(`{"N":[7]}`)})
	must(t, w, node.Action{Kind: node.Deliver, Item: changed.Sent[0].ID})
	if got := state(t, w, 1); !strings.Contains(got, `"List":[8]`) {
		t.Errorf("after a changed message %s", got)
	}
}

// A command that nobody knows is answered with what there is.
func TestUnknownCommand(t *testing.T) {
	w, err := node.Begin(counters())
	if err != nil {
		t.Fatal(err)
	}
	e := must(t, w, node.Action{Kind: node.Command, Type: "ad"})
	if got := strings.Join(e.Notes, ""); !strings.Contains(got, `there is no type "ad"; there are add, get, pointer, wrong`) {
		t.Error(got)
	}
}

// What an actor does wrong is a violation.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		command, want string
	}{
		{"get", "a panics: a message to nobody: there is no such node; there are a, b"},
		{"pointer", "a panics: a message of type *actor_test.add, which is not in Config.Messages; send the struct, not a pointer to it"},
		{"wrong", "a panics: a message that cannot be written as JSON"},
	} {
		s := counters()
		w, err := node.Begin(s)
		if err != nil {
			t.Fatal(err)
		}
		a := node.Action{Kind: node.Command, Type: c.command}
		if e := must(t, w, a); e.Violation == nil || !strings.Contains(e.Violation.Text, c.want) {
			t.Errorf("%v, want %s", e.Violation, c.want)
		}
	}
}
