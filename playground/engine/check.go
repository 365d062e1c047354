package engine

import (
	"context"
	"errors"

	"molly"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/numeral"
)

// Asked is a program to be checked.
type Asked struct {
	Project
	Show string `json:"show"` // the file whose text is to be coloured
}

// Checked is what is known about a program without running it.
type Checked struct {
	Sound    bool      `json:"sound"` // it has no errors
	Findings []Finding `json:"findings"`
	Files    []string  `json:"files"` // that it was read from; of one with errors the main file only
	Colours
	Setting *Setting `json:"setting,omitempty"` // of a program without errors
	Problem string   `json:"problem,omitempty"` // with the setting, in words
}

// Setting is what a program is run under, whoever says so.
type Setting struct {
	failure.Bounds
	Nodes    string `json:"nodes"` // as a flag has them
	Count    int    `json:"count"` // how many they are
	Inferred bool   `json:"inferred"`
	Size     string `json:"size,omitempty"` // how many scenarios are admissible, in words
}

// mostTimes is the largest EOT for which scenarios are counted at each keystroke.
const mostTimes = 200

// check checks a program.
func (*Engine) check(ctx context.Context, a Asked, _ Tell) (Checked, error) {
	c := Checked{Findings: []Finding{}, Files: []string{a.Main}}
	if text, found := a.text(a.Show); found {
		c.Colours = colours(text)
	}
	program, err := a.load(ctx)
	var wrong *molly.LoadError
	switch {
	case errors.As(err, &wrong):
		c.Findings = a.findings(wrong.Diagnostics)
		return c, nil
	case err != nil:
		return c, err
	}
	c.Sound, c.Files = true, nil
	for _, s := range program.Sources() {
		c.Files = append(c.Files, s.Name)
	}
	c.Findings = a.findings(program.Findings())
	q, err := a.question(program)
	if err != nil {
		c.Problem = failed(err).Message
		c.Setting = known(program, a.Settings)
		return c, nil
	}
	c.Setting = setting(q.Setting)
	return c, nil
}

// setting is a setting as the page has it.
func setting(s dedalus.Setting) *Setting {
	out := &Setting{Bounds: s.Spec.Bounds(), Nodes: failure.QuoteNodes(s.Nodes), Count: len(s.Nodes), Inferred: s.Inferred}
	if s.Spec.EOT <= mostTimes {
		out.Size = numeral.CountBig(s.Spec.Scenarios(s.Nodes), "admissible scenario")
	}
	return out
}

// known is as much of a setting as there is where it does not fit together.
func known(p *molly.Program, given Settings) *Setting {
	o, err := given.options()
	if err != nil {
		o = molly.Options{}
	}
	s, _ := p.Setting(o.Settings()) // with an error comes what is known
	return &Setting{Bounds: s.Spec.Bounds(), Nodes: failure.QuoteNodes(s.Nodes), Count: len(s.Nodes), Inferred: s.Inferred}
}
