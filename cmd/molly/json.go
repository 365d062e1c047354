package main

import (
	"encoding/json"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
)

// schema is the version of all JSON that molly prints. It grows when something that
// was there changes or goes away.
const schema = 3

// encode prints a result as one line of JSON.
func (t *tool) encode(v any) error {
	e := json.NewEncoder(&t.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
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
