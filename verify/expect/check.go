package expect

import (
	"context"
	"errors"
	"fmt"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// Outcome is what a search found. The zero Outcome is that of a search without an answer.
type Outcome struct {
	Verdict Verdict
	Faults  failure.Scenario // the counterexample that is reported first
}

// String writes the outcome as an expectation has it.
func (o Outcome) String() string {
	switch {
	case o.Verdict == "":
		return "no verdict"
	case o.Verdict == Counterexample:
		return string(o.Verdict) + named(o.Faults)
	}
	return string(o.Verdict)
}

// Check searches as the expectation says, and returns what it found, and in what that differs from
// the expectation, in words; "" where it does not. An error is one of the program, of the tool or of the
// context; a program that is too large for a verdict just differs.
func (e Expectation) Check(ctx context.Context, p *datalog.Program) (found Outcome, difference string, err error) {
	_, found, difference, err = e.search(ctx, p)
	return found, difference, err
}

// search is Check, with the verdict itself, or nil.
func (e Expectation) search(ctx context.Context, p *datalog.Program) (v *verify.Verdict, found Outcome, difference string, err error) {
	o := verify.Options{Spec: e.Spec, Nodes: e.Nodes}
	w, err := verify.NewSearchWorld(p, o)
	if err != nil {
		return nil, found, "", err
	}
	if v, err = w.Verify(ctx, o); err != nil {
		difference, err = tooLarge(err)
		return nil, found, difference, err
	}
	found = outcome(v)
	if found.Verdict != e.Verdict {
		return v, found, fmt.Sprintf("expected %s, found %s", e.Verdict, found), nil
	}
	if len(e.Faults) == 0 || found.Faults.Compare(e.Faults) == 0 {
		return v, found, "", nil
	}
	m, err := w.Minimal(ctx, o, e.Faults)
	switch {
	case err != nil:
		difference, err = tooLarge(err)
	case len(m.Violated) == 0:
		difference = "these faults violate nothing; a minimal counterexample is" + named(found.Faults)
	case !m.Minimal:
		difference = "these faults are not minimal: less is enough," + named(m.Below)
	}
	return v, found, difference, err
}

// outcome is a verdict in the words of expectations.
func outcome(v *verify.Verdict) Outcome {
	switch {
	case v.Kind == verify.Counterexample:
		return Outcome{Counterexample, v.Findings[0].Scenario}
	case v.Vacuous:
		return Outcome{Verdict: Vacuous}
	}
	return Outcome{Verdict: Certified}
}

// named writes faults after a space.
func named(s failure.Scenario) string {
	if len(s) == 0 {
		return " without any fault"
	}
	return " " + Written(s)
}

// tooLarge makes a difference of an error that says that a program is too large.
func tooLarge(err error) (string, error) {
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		return "no verdict: " + err.Error(), nil
	}
	return "", err
}
