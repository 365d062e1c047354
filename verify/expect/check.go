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

// Check searches as the expectation says, and returns in what the result differs from it,
// in words; "" where it does not. An error is one of the program, of the tool or of the
// context; a program that is too large for a verdict just differs.
func (e Expectation) Check(ctx context.Context, p *datalog.Program) (difference string, err error) {
	o := verify.Options{Spec: e.Spec, Nodes: e.Nodes}
	w, err := verify.NewSearchWorld(p, o)
	if err != nil {
		return "", err
	}
	v, err := w.Verify(ctx, o)
	if err != nil {
		return tooLarge(err)
	}
	got, first := outcome(v)
	if got != e.Verdict {
		text := fmt.Sprintf("expected %s, found %s", e.Verdict, got)
		if got == Counterexample {
			text += named(first)
		}
		return text, nil
	}
	if len(e.Faults) == 0 || first.Compare(e.Faults) == 0 {
		return "", nil
	}
	m, err := w.Minimal(ctx, o, e.Faults)
	switch {
	case err != nil:
		return tooLarge(err)
	case len(m.Violated) == 0:
		return "these faults violate nothing; a minimal counterexample is" + named(first), nil
	case !m.Minimal:
		return "these faults are not minimal: less is enough," + named(m.Below), nil
	}
	return "", nil
}

// outcome is a verdict in the words of expectations, with its first counterexample.
func outcome(v *verify.Verdict) (Verdict, failure.Scenario) {
	switch {
	case v.Kind == verify.Counterexample:
		return Counterexample, v.Findings[0].Scenario
	case v.Vacuous:
		return Vacuous, nil
	}
	return Certified, nil
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
