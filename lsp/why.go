package lsp

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"molly"
	"molly/export/text"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
	"molly/verify/expect"
)

// why explains why a tuple holds: in a run with the given faults, or else in the failure-free run, or, where it does not
// hold there, in the counterexample of the directive.
func (q *request) why(t target) (string, error) { return q.explain(t, true) }

// whyNot explains why a tuple does not hold, likewise.
func (q *request) whyNot(t target) (string, error) { return q.explain(t, false) }

func (q *request) explain(t target, holds bool) (string, error) {
	ask, d, err := q.question(t.URI)
	if err != nil {
		return "", err
	}
	tuple := t.Tuple
	if tuple == "" {
		if t.Position == nil {
			return "", invalid("neither a tuple nor a position is given")
		}
		if tuple = q.tupleAt(d, d.text.offset(*t.Position), ask.Program); tuple == "" {
			return "", invalid("no tuple is here: put the cursor on a fact, or on a relation of a rule")
		}
	}
	scenarios := []failure.Scenario{nil}
	if t.Faults != nil {
		sc, err := faultsOf(ask, *t.Faults)
		if err != nil {
			return "", err
		}
		scenarios[0] = sc
	}
	chosen := -1
	var goal provenance.Goal
	for i := 0; i < len(scenarios); i++ {
		run, err := ask.Run(q.ctx, scenarios[i])
		if err != nil {
			return "", err
		}
		g, found, err := goalIn(ask, run, tuple, holds)
		if err != nil {
			return "", err
		}
		if i == 0 || found == holds {
			chosen, goal = i, g
		}
		if found == holds {
			break
		}
		if t.Faults == nil && i == 0 {
			v, err := ask.Verify(q.ctx, molly.Search{})
			if ended := context.Cause(q.ctx); ended != nil {
				return "", ended
			}
			if err == nil && v.Kind == verify.Counterexample {
				scenarios = append(scenarios, v.Findings[0].Scenario)
			}
		}
	}
	graph, err := ask.Explain(q.ctx, scenarios[chosen], goal)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "In the run %s under %v:\n", describeRun(scenarios[chosen]), ask.Spec)
	err = text.Explanation(&b, ask.Subject(), graph, nil, false, provenance.TextOptions{Depth: 100})
	return b.String(), err
}

// describeRun names a run by its faults.
func describeRun(sc failure.Scenario) string {
	if len(sc) == 0 {
		return "without faults"
	}
	return "with " + expect.Written(sc)
}

// faultsOf reads faults as expectations name them, such as "omit=a:b:1 crash=c@2".
func faultsOf(q *molly.Question, written string) (failure.Scenario, error) {
	var faults []failure.Fault
	for _, word := range strings.Fields(written) {
		key, value, _ := strings.Cut(word, "=")
		known := false
		for _, k := range failure.Kinds {
			if k.Flag() != key {
				continue
			}
			f, err := k.Parse(value, q.Nodes)
			if err != nil {
				return nil, invalid("%s: %v", word, err)
			}
			faults, known = append(faults, f), true
		}
		if !known {
			return nil, invalid("%s is not a fault: faults are written omit=a:b:1, crash=c@2", word)
		}
	}
	return q.Scenario(faults...)
}

// goalIn is what a tuple means in a run, and whether it holds there. A tuple without a time is one of the last time at
// which it holds, or else of the end.
func goalIn(q *molly.Question, run *molly.Execution, tuple string, last bool) (g provenance.Goal, found bool, err error) {
	g, err = q.Goal(tuple)
	if err != nil {
		return g, false, invalid("%v", err)
	}
	if found = len(g.Matches(run.Run)) > 0; found || !last || strings.Contains(tuple[strings.LastIndex(tuple, ")")+1:], "@") {
		return g, found, nil
	}
	for at := q.Spec.EOT - 1; at > 0; at-- {
		earlier := g
		earlier.Time = at
		if len(earlier.Matches(run.Run)) > 0 {
			return earlier, true, nil
		}
	}
	return g, false, nil
}
