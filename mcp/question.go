package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/failure"
)

// source says which program is meant.
type source struct {
	Program string   `json:"program,omitempty" jsonschema:"the text of a Dedalus program; it can include nothing. Give this or files"`
	Files   []string `json:"files,omitempty" jsonschema:"paths of .ded files, or names of protocols that come with molly, such as delivery/ack. All together are one program. Give this or program"`
	Define  []string `json:"define,omitempty" jsonschema:"other values for constants of the program, as NAME=VALUE"`
}

// given is the name of a program that is given as a text.
const given = "program.ded"

// load reads and checks the program.
func (s source) load(ctx context.Context) (*molly.Program, error) {
	switch {
	case s.Program != "" && len(s.Files) > 0:
		return nil, errors.New("give program or files, not both")
	case s.Program == "" && len(s.Files) == 0:
		return nil, errors.New("no program is given: give its text (program), or the names of its files (files)")
	case slices.Contains(s.Files, "-"):
		return nil, errors.New("there is no standard input here: give the text as program")
	case s.Program != "":
		if len(s.Define) > 0 {
			return nil, errors.New("define is for files: in a text, change the constant itself")
		}
		return molly.Parse(given, s.Program)
	}
	return molly.Sources{Define: s.Define}.Load(ctx, s.Files...)
}

// spec says what may go wrong in a run. What it leaves out is taken from the program's directive.
type spec struct {
	EOT        *int     `json:"eot,omitempty" jsonschema:"the last time of a run; times begin at 1"`
	EFF        *int     `json:"eff,omitempty" jsonschema:"the first time at which messages are no longer lost; 0: none is"`
	Crashes    *int     `json:"crashes,omitempty" jsonschema:"how many nodes may crash"`
	Nodes      []string `json:"nodes,omitempty" jsonschema:"the nodes of a run"`
	Delay      *int     `json:"delay,omitempty" jsonschema:"by how many rounds messages may be late"`
	Loss       *bool    `json:"loss,omitempty" jsonschema:"false: messages are not lost, only late or doubled"`
	Twice      *bool    `json:"twice,omitempty" jsonschema:"messages may arrive a second time"`
	FIFO       *bool    `json:"fifo,omitempty" jsonschema:"links keep order"`
	Restarts   *int     `json:"restarts,omitempty" jsonschema:"how many of the nodes that crash may come back"`
	Faults     *int     `json:"faults,omitempty" jsonschema:"how many faults there may be in all"`
	Lossy      string   `json:"lossy,omitempty" jsonschema:"only these links lose, delay or double messages, such as a->b,b->*"`
	Crashable  string   `json:"crashable,omitempty" jsonschema:"only these nodes crash or go down, such as a,b"`
	CrashUntil *int     `json:"crash_until,omitempty" jsonschema:"the last time at which a node crashes or goes down"`
}

// options are the specification for a question.
func (s spec) options() (molly.Options, error) {
	o := molly.Options{
		EOT: s.EOT, EFF: s.EFF, Crashes: s.Crashes, Nodes: s.Nodes, Delay: s.Delay, Restarts: s.Restarts, MaxFaults: s.Faults,
		CrashUntil: s.CrashUntil, Twice: s.Twice, FIFO: s.FIFO,
	}
	if s.Loss != nil {
		o.NoLoss = new(!*s.Loss)
	}
	if s.Lossy != "" {
		links, err := failure.ParseLinks(s.Lossy)
		if err != nil {
			return o, fmt.Errorf("lossy: %w", err)
		}
		o.Lossy = &links
	}
	if s.Crashable != "" {
		nodes, err := failure.ParseNodeSet(s.Crashable)
		if err != nil {
			return o, fmt.Errorf("crashable: %w", err)
		}
		o.Crashable = &nodes
	}
	return o, nil
}

// asked is what all tools that ask about a program take.
type asked struct {
	source
	Spec    spec    `json:"spec,omitzero" jsonschema:"what may go wrong, and for how long; overrides the program's directive"`
	Timeout float64 `json:"timeout,omitempty" jsonschema:"seconds after which the call ends with what is known by then"`
}

// question is the question, with the warnings about the program under it.
func (a asked) question(ctx context.Context) (*molly.Question, dedalus.Diagnostics, error) {
	p, err := a.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	o, err := a.Spec.options()
	if err != nil {
		return nil, nil, err
	}
	q, err := p.Question(o)
	if err != nil {
		return nil, nil, err
	}
	warnings := q.Warnings()
	if q.Inferred {
		warnings = append(warnings, text.Inferred(q.Nodes))
	}
	return q, warnings, nil
}

// execution is the question, with its warnings and the faults of one execution, which the specification is widened to allow.
func (a asked) execution(ctx context.Context, faults []string) (*molly.Question, dedalus.Diagnostics, molly.Scenario, error) {
	q, warnings, err := a.question(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	q, sc, err := scenario(q, faults)
	return q, warnings, sc, err
}

// scenario reads faults. What the specification says nothing about, it allows as far as they need it.
func scenario(q *molly.Question, words []string) (*molly.Question, molly.Scenario, error) {
	var faults []failure.Fault
	for _, word := range words {
		f, err := parseFault(q, word)
		if err != nil {
			return nil, nil, err
		}
		faults = append(faults, f)
	}
	if wider := q.Spec.Allowing(faults); wider != q.Spec {
		var err error
		if q, err = q.Under(wider); err != nil {
			return nil, nil, err
		}
	}
	sc, err := q.Scenario(faults...)
	return q, sc, err
}

// faultsUsage says how faults are written.
const faultsUsage = `the faults of the run, each as one of omit=FROM:TO:TIME, crash=NODE@TIME, late=FROM:TO:TIME:ROUNDS, twice=FROM:TO:TIME:ROUNDS, outage=NODE@FROM..UNTIL, input=TUPLE@TIME`

func parseFault(q *molly.Question, word string) (failure.Fault, error) {
	name, value, _ := strings.Cut(word, "=")
	for i := range failure.Kinds {
		k := failure.Kind(i)
		if k.Flag() != strings.TrimSpace(name) {
			continue
		}
		f, err := k.Parse(strings.TrimSpace(value), q.Nodes)
		if err == nil && k == failure.Input {
			f, err = q.Spec.Inputs.Find(f)
		}
		if err != nil {
			return f, fmt.Errorf("fault %s: %w", word, err)
		}
		return f, nil
	}
	return failure.Fault{}, fmt.Errorf("%q is no fault: give %s", word, faultsUsage[len("the faults of the run, each as "):])
}
