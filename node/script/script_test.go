package script

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"molly/node/sample/pingpong"
	"molly/node/session"
	"molly/node/trace"
)

func run(t *testing.T, text string) (string, error) {
	t.Helper()
	x, err := session.New(pingpong.System())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var out bytes.Buffer
	r := Runner{Session: x, Out: &out, Save: func(file string, tr *trace.Trace) error { out.WriteString("saved " + file + "\n"); return nil }}
	err = r.Run(t.Context(), "s", strings.NewReader(text))
	return out.String(), err
}

// Every statement does what it says.
func TestStatements(t *testing.T) {
	out, err := run(t, `
# a sends a ping when it starts
expect a.Sent == 1 and b.Answered == 0
duplicate a b
deliver a b Ping      # once
expect b.Answered == 1
mark once
deliver all
expect a.Answered == 1
goto once
expect a.Answered == 0
drop a b
deliver b a
expect a.Sent == 2
fire a again
crash b
expect b.status == "down"
restart b
expect b.Answered == 0
goto start
change a b Ping {"N": 7}
deliver a b
expect b.Answered == 7
set a {"Sent": 8, "Answered": 7}
back
expect a.Sent == 1
goto start
partition a / b
fire a again
heal
cut a b
heal a b
until a.Answered == 2 within 8
show
save file.trace
`)
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{"a.Answered == 2: after ", "timer again", "saved file.trace"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"jump":                        `s:1: there is no statement "jump"; there are back, change,`,
		"\n\ndeliver a":               "s:3: write: deliver FROM TO [TYPE]",
		"deliver a z":                 `there is no node "z"; there are a, b`,
		"deliver b a":                 "no message from b to a is pending",
		"deliver a b Pong":            "no message Pong from a to b is pending; there are Ping",
		"fire b again":                "b has set no timer again, but []",
		"fire a":                      "write: fire NODE TYPE",
		"restart a":                   "restart a: it is up",
		"restart a now":               "write: restart NODE [lost]",
		"change a b Ping {":           "{ is no JSON",
		"change a b Ping":             "write: change FROM TO TYPE JSON",
		"expect a.Sent == 2":          "this does not hold here: a.Sent == 2",
		"expect a.Sent = 2":           "equality is written ==",
		"until a.Sent == 9 within 2":  "no state within 2 steps is so",
		"until a.Sent == 9 within no": "write: until CONDITION [within N]",
		"goto nowhere":                `no state is called "nowhere"`,
		"back 9":                      "there are only 2 steps to go back",
		"partition a b":               "write: partition NODE… / NODE…",
		"partition a / a":             "a is on both sides",
		"cut a":                       "write: cut FROM TO",
		"show c":                      `there is no node "c"`,
		"set a [1]":                   "the state of a:",
	} {
		_, err := run(t, text)
		var where *Error
		if !errors.As(err, &where) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
