package engine

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/numeral"
	"molly/verify"
)

// Wanted is a program to be verified.
type Wanted struct {
	Project
	All bool `json:"all"` // every minimal counterexample, those that differ only in names once
}

// Verified is the end of a search.
type Verified struct {
	Kind     verify.Kind `json:"kind"`
	Vacuous  bool        `json:"vacuous"`
	Text     string      `json:"text"`               // what molly verify prints
	Warnings string      `json:"warnings,omitempty"` // what it prints on standard error
	Found    []Found     `json:"found"`              // the counterexamples
	Document wire.Verify `json:"document"`           // what it prints with --json
}

// Found is a counterexample.
type Found struct {
	Name     string         `json:"name"`  // in symbols
	Words    []string       `json:"words"` // what fails
	Scenario failure.Faults `json:"scenario"`
	Alike    int            `json:"alike"` // how many differ only in the names of nodes, itself included
}

// verify searches for counterexamples.
func (e *Engine) verify(ctx context.Context, w Wanted, tell Tell) (*Verified, error) {
	q, err := e.ask(ctx, w.Project)
	if err != nil {
		return nil, err
	}
	o := verify.Options{All: w.All, Group: w.All, Progress: progress(tell)}
	start := time.Now()
	v, err := q.Verify(ctx, o)
	elapsed := time.Since(start)
	if v == nil {
		return nil, w.inProgram(q, err)
	}
	warnings := q.Warnings()
	if q.Inferred {
		warnings = append(warnings, text.Inferred(q.Nodes))
	}
	warnings = text.Warned(warnings, q.Program.Program, q.Setting, v.Warnings)
	out := &Verified{Kind: v.Kind, Vacuous: v.Vacuous, Found: []Found{}}
	for _, f := range v.Findings {
		out.Found = append(out.Found, Found{f.Scenario.String(), f.Scenario.Summary(), f.Scenario.Faults(), max(f.Alike, 1)})
	}
	out.Document = wire.NewVerify(q.Datalog(), v, o, func(n *big.Int) string { return numeral.Exactly(ctx, n) })
	out.Document.Warnings, out.Document.Elapsed = wire.Diagnostics(warnings), wire.Seconds(elapsed)
	var b strings.Builder
	_ = warnings.Render(&b) // a Builder takes everything
	out.Warnings = b.String()
	out.Text, err = verdict(ctx, q, text.Search{Verdict: v, Options: o, Err: err, Elapsed: elapsed})
	return out, err
}

// verdict is a verdict as molly verify prints it.
func verdict(ctx context.Context, q *molly.Question, found text.Search) (string, error) {
	var b strings.Builder
	if found.Options.All && len(found.Findings) > 0 {
		for i, f := range found.Findings {
			if err := text.Listed(&b, text.Style{}, q.Subject(), i+1, f, true); err != nil {
				return "", err
			}
		}
		err := text.ListEnd(&b, text.Style{}, found)
		return b.String(), err
	}
	why, err := q.Explained(ctx, found.Verdict)
	if err == nil {
		err = text.Verdict(&b, text.Style{}, q.Subject(), found, why)
	}
	return b.String(), err
}

// inProgram is an error of an execution, with the place in the program that it is about, where it
// has one.
func (p Project) inProgram(q *molly.Question, err error) error {
	var program *verify.ProgramError
	if !errors.As(err, &program) {
		return err
	}
	d := text.Overflow(q.Program.Program, program)
	return &Failure{
		Message:  fmt.Sprintf("the program has no result under %v: %s", q.Spec, d.Message),
		Findings: p.findings(dedalus.Diagnostics{d}),
	}
}
