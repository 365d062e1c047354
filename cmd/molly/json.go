package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
)

// schema is the version of all JSON that molly prints. It grows when something that
// was there changes or goes away.
const schema = 3

// encode prints a result as one line of JSON.
func (t *tool) encode(v any) error { return encodeTo(&t.out, v) }

func encodeTo(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// encodeLong is encode for a result that may be very long: it ends with the context.
func (t *tool) encodeLong(ctx context.Context, v any) error {
	var text bytes.Buffer
	failed, err := within(ctx, func() error { return encodeTo(&text, v) })
	if err = cmp.Or(err, failed); err != nil {
		return err // text may still be written to
	}
	_, err = t.out.Write(text.Bytes())
	return err
}

// scenarioJSON is a failure scenario.
type scenarioJSON struct {
	Omissions []omissionJSON `json:"omissions"`
	Crashes   []crashJSON    `json:"crashes"`
}

type omissionJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
	Time int    `json:"time"`
}

type crashJSON struct {
	Node string `json:"node"`
	Time int    `json:"time"`
}

func faultsJSON(s failure.Scenario) scenarioJSON {
	j := scenarioJSON{Omissions: []omissionJSON{}, Crashes: []crashJSON{}}
	for _, f := range s {
		if f.Kind == failure.Crash {
			j.Crashes = append(j.Crashes, crashJSON{f.Node, f.Time})
		} else {
			j.Omissions = append(j.Omissions, omissionJSON{f.Node, f.To, f.Time})
		}
	}
	return j
}

// warningJSON is a warning.
type warningJSON struct {
	Code     string        `json:"code"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Position *positionJSON `json:"position,omitempty"`
}

type positionJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func placeJSON(p datalog.Position) *positionJSON {
	if !p.IsValid() {
		return nil
	}
	return &positionJSON{p.File, p.Line, p.Column}
}

func warningsJSON(list dedalus.Diagnostics) []warningJSON {
	out := []warningJSON{}
	for _, d := range list {
		out = append(out, warningJSON{d.Code, d.Message, d.Hint, placeJSON(d.Pos)})
	}
	return out
}
