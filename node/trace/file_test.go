package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"molly/node"
)

const header = `{"format":"molly-trace","version":1,"system":"s","nodes":["a","b"],"order":"any"}` + "\n"

// What is wrong with a file is said with its line.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file is empty"},
		{"hello\n", "line 1: this is no trace"},
		{`{"format":"other","version":1}`, "line 1: this is no trace"},
		{`{"format":"molly-trace","version":2,"nodes":["a"]}`, "line 1: version 2 of the format; this tool reads version 1"},
		{`{"format":"molly-trace","version":1}`, "line 1: it has no nodes"},
		{`{"format":"molly-trace","version":1,"nodes":["a","a"]}`, `line 1: two nodes are called "a"`},
		{header + `{"n":1,"do":"start","id":"0000000000000001","node":"a"}`, "line 2: event 1 stands where event 0 is expected"},
		{header + `{"n":0,"do":"jump","id":"0000000000000001","node":"a"}`, `"jump" is no kind of action`},
		{header + `{"n":0,"do":"start","id":"1","node":"a"}`, `"1" is no name of an event`},
		{header + `{"n":0,"do":"start","id":"0000000000000001","node":"c"}`, `line 2: there is no node "c"`},
		{header + `{"n":0,"do":"deliver","id":"0000000000000001","node":"a"}`, "line 2: deliver has no item"},
		{header + `{"n":0,"do":"start","id":"0000000000000001","node":"a","cause":0}`, "line 2: its cause 0 is no earlier event"},
		{header + `{"n":0,"do":"start","id":"0000000000000001","node":"a","when":0}`, `unknown field "when"`},
		{header + `{"n":0,"do":"start","id":"0000000000000001","node":"a"} {}`, "more than one value"},
		{header + `{"n":0,"id":"0000000000000001"}`, "line 2: it does not say what is done"},
	} {
		_, err := Read(strings.NewReader(c.text))
		var where *FileError
		if !errors.As(err, &where) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %q", c.text, err, c.want)
		}
	}
}

// quiet is a node that does nothing.
type quiet struct{ Steps int }

func (q *quiet) Start(json.RawMessage) node.Effect {
	return node.Effect{Send: []node.Message{{To: 1, Type: "x", Body: "<hello>"}}}
}
func (q *quiet) Deliver(int, node.Message) node.Effect       { q.Steps++; return node.Effect{} }
func (q *quiet) Fire(node.Timer) node.Effect                 { return node.Effect{} }
func (q *quiet) Command(string, json.RawMessage) node.Effect { return node.Effect{} }
func (q *quiet) Restart(bool) node.Effect                    { return node.Effect{} }
func (q *quiet) State() any                                  { return *q }

func recorded(t *testing.T) (*node.System, *Trace) {
	t.Helper()
	s := &node.System{Name: "s", Nodes: []string{"a", "b"}, New: func(int) node.Node { return &quiet{} },
		Setup: []node.Action{{Kind: node.Start, Node: 0, Body: []byte(`{"peers":["b"]}`)}, {Kind: node.Start, Node: 1}}}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	w.Digests = true
	for len(w.Enabled(nil)) > 0 {
		if _, err := w.Do(node.Action{Kind: node.Deliver, Item: w.Enabled(nil)[0].ID}); err != nil {
			t.Fatal(err)
		}
	}
	return s, Of(w, Header{Seed: "7"})
}

// A replay that differs says at which event, and how.
func TestReplayDiffers(t *testing.T) {
	s, good := recorded(t)
	if w, err := Replay(s, good); err != nil || len(w.Events()) != 4 {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(tr *Trace)
		want   string
	}{
		{func(tr *Trace) { tr.Nodes = []string{"a"} }, "the trace has the nodes [a], the system has [a b]"},
		{func(tr *Trace) { tr.Order = "fifo" }, `the trace has the order "fifo"`},
		{func(tr *Trace) { tr.Records[2].Digest++ }, "differs at event 2: the state of b"},
		{func(tr *Trace) { tr.Records[0].Sent[0].Body = []byte(`"bye"`) }, "differs at event 0: the messages that are sent"},
		{func(tr *Trace) { tr.Records[2].Item = 5 }, "differs at event 2: deliver: no message or timer"},
		{func(tr *Trace) { tr.Records[2].Violation = &node.Violation{Fingerprint: "bad"} }, "differs at event 2: what is violated"},
		{func(tr *Trace) { tr.Records[1].Node = "" }, `event 1: there is no node ""`},
	} {
		tr := *good
		tr.Records = append([]Record{}, good.Records...)
		tr.Records[0].Sent = append([]Made{}, good.Records[0].Sent...)
		c.change(&tr)
		if _, err := Replay(s, &tr); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// Whatever the bytes are, reading ends with a trace or an error; a trace that was read is written and read
// as the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(header))
	f.Add([]byte(header + `{"n":0,"do":"start","id":"0000000000000001","node":"a"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		tr, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := tr.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, first.Bytes())
		}
		if err := again.Write(&second); err != nil || first.String() != second.String() {
			t.Fatalf("%v\n%s\n%s", err, first.String(), second.String())
		}
	})
}
