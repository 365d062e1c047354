package fuzz

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"molly/node/sample/pingpong"
)

func TestRead(t *testing.T) {
	want := Plan{
		Events: 500, Externals: 20, Fair: 400, Skew: 2, Timer: 0.05, Timers: map[string]float64{"election": 0.02, "none": 0}, Drop: 0.01, Duplicate: 0.02, Crash: 0.003, Restart: 0.1,
		Lose: 0.5, Cut: 0.1, Heal: 0.2, Partition: 0.3, Reunite: 0.4, Command: 0.1,
		Commands: []Command{{Type: "Request", Body: json.RawMessage(`{"Data":"$n"}`), Nodes: []string{"S1"}, Weight: 2}, {Type: "Stop"}},
		Waits:    []Wait{{For: `any.role == "leader"`}, {After: 3, For: Quiescence}},
	}
	text, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.MarshalIndent(got, "", "  ")
	if err != nil || string(again) != string(text) {
		t.Errorf("%s\n%v", again, err)
	}
	names := fieldNames(reflect.TypeFor[Plan]())
	for _, name := range names {
		if !strings.Contains(string(text), `"`+name+`"`) {
			t.Errorf("the test has no %s", name)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "1:1: the file ends too early"},
		{`{`, "1:2: the file ends too early"},
		{`[]`, "1:1: an object {…} belongs here"},
		{"{\n  \"timer\": 0.1,\n  \"tmier\": 0.1\n}", "3:3: there is no field \"tmier\"; there are events, externals, fair, timer, "},
		{"{\n  \"tmier\": 0.1\n}", "\n    \"tmier\": 0.1\n    ^"},
		{`{"timer": "often"}`, "1:11: string is not what belongs here: a number\n    {\"timer\": \"often\"}\n              ^"},
		{`{"events": 1.5}`, "1:12: number 1.5 is not what belongs here: an integer"},
		{`{"timer": -1}`, "1:11: timer: -1 is no weight"},
		{`{"timers": {"a": -1}}`, "timers.a: -1 is no weight"},
		{`{"lose": 1.5}`, "1:10: lose: 1.5 is no probability"},
		{`{"events": -5}`, "1:12: events: -5 is less than 0"},
		{`{"timer": 1, "timer": 2}`, "1:23: timer is there twice"},
		{`{"commands": {}}`, "1:14: a list […] belongs here"},
		{`{"commands": [{"type": "a"}, {"kind": "b"}]}`, "1:31: there is no field \"kind\"; there are type, body, nodes, weight"},
		{`{"commands": [{"type": ""}]}`, "1:24: commands[0].type: it is empty"},
		{`{"commands": [{"type": "a", "weight": -2}]}`, "1:39: commands[0].weight: -2 is no weight"},
		{`{"waits": [{"after": 3, "for": "quiescence"}, {"after": 1, "for": "quiescence"}]}`, "1:57: waits[1].after: waits stand in the order"},
		{`{"timer": 1 "drop": 2}`, "this is no JSON"},
		{`{"timer": 1} x`, "1:14: the plan has ended before this"},
	} {
		_, err := Read([]byte(c.text))
		var file *FileError
		if !errors.As(err, &file) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v\nwant  %s", c.text, err, c.want)
		}
	}
}

// What a plan says of nodes and states is checked against its system.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		plan Plan
		want string
	}{
		{Plan{Commands: []Command{{Type: "x", Nodes: []string{"a", "z"}}}}, `commands[0].nodes[1]: there is no node "z"; there are ["a" "b"]`},
		{Plan{Waits: []Wait{{For: "z.up"}}}, `waits[0].for: the condition is wrong at column 1: there is no node "z"`},
		{Plan{Drop: -1}, "drop: -1 is no weight"},
		{Plan{Drop: 1}, ""},
	} {
		err := c.plan.Check(pingpong.System())
		if got := errText(err); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Whatever a file says, reading it ends with a plan or with an error that names a place in it.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"events": 5, "timers": {"a": 0.5}, "commands": [{"type": "x", "body": {"a": [1]}, "nodes": ["a"]}], "waits": [{"for": "quiescence"}]}`))
	f.Add([]byte("{\n\t\"lose\": 2}"))
	f.Add([]byte(`{"body": {`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Read(text)
		var file *FileError
		switch {
		case err == nil:
			if err := p.check(); err != nil {
				t.Errorf("a plan that is none: %v", err)
			}
		case !errors.As(err, &file):
			t.Errorf("%T: %v", err, err)
		case file.Line < 1 || file.Line > strings.Count(string(text), "\n")+1 || file.Column < 1:
			t.Errorf("a place that is none: %v", err)
		}
	})
}
