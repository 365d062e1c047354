package certify

import (
	"cmp"
	"slices"
	"strings"

	"molly/datalog"
	"molly/failure"
)

// Answers reports why the certificate, if it is valid, does not answer a question about the
// same program. Fewer faults in the same runs are part of a certified question, and more of
// them have a counterexample that is admissible among them. The error is an *InvalidError or a *SizeError.
func (c *Certificate) Answers(q *Question) error {
	if err := cmp.Or(q.contradiction(), q.tooLarge()); err != nil {
		return err
	}
	certified := c.Verdict == Certified
	same := func(x, y []string) bool {
		return slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y)))
	}
	switch strong := map[bool]string{true: AllOutcomes, false: FailureFree}[certified]; {
	case c.Spec.EOT != q.Spec.EOT:
		return invalid("it is about %v: EOT is %d, and %d is asked for", c.Spec, c.Spec.EOT, q.Spec.EOT)
	case !same(c.Nodes, q.Nodes):
		return invalid("it is about the nodes %s, and %s are asked for", strings.Join(c.Nodes, ", "), strings.Join(q.Nodes, ", "))
	case c.Outcomes != q.Outcomes && c.Outcomes != strong:
		return invalid("its outcomes are %s, and %s are asked for", c.Outcomes, q.Outcomes)
	case certified:
		return c.covers(q)
	}
	s, err := q.scenario(c.Faults, nil)
	if err != nil {
		return invalid("it is about %v, and under %v %v", c.Spec, q.Spec, err)
	}
	if len(s.Of(failure.Late)) > 0 && c.Spec.FIFO != q.Spec.FIFO {
		return invalid("it is about %v, and %v is asked for: links keep order in one of them", c.Spec, q.Spec)
	}
	return nil
}

// covers reports why some scenario that a question about runs of the same length on the same nodes admits is
// not admissible here, or has another run.
func (c *Certificate) covers(q *Question) error {
	s, t := c.Spec, q.Spec
	if t.EFF == 1 {
		t.EFF = 0 // which means the same
	}
	if t.Crashes == 0 {
		t.CrashUntil = 1 // no node crashes, up to whatever time
	}
	for _, bound := range []struct {
		name        string
		here, asked int
	}{
		{"EFF", s.EFF, t.EFF}, {"Crashes", s.Crashes, t.Crashes}, {"delay", s.Delay, t.Delay},
		{"restarts", s.Restarts, t.Restarts}, {"crash-until", s.LastCrash(), t.LastCrash()},
	} {
		if bound.here < bound.asked {
			return invalid("it is about %v: %s is %d, and %d is asked for", s, bound.name, bound.here, bound.asked)
		}
	}
	switch {
	case s.NoLoss && !t.NoLoss:
		return invalid("it is about %v: nothing is lost, and losses are asked for", s)
	case !s.Twice && t.Twice:
		return invalid("it is about %v: nothing arrives twice, and that is asked for", s)
	case s.FIFO != t.FIFO && t.Delay > 0:
		return invalid("it is about %v, and %v is asked for: links keep order in one of them", s, q.Spec)
	case s.MaxFaults > 0 && (t.MaxFaults == 0 || s.MaxFaults < t.MaxFaults):
		return invalid("it is about %v: there are at most %d faults, and more are asked for", s, s.MaxFaults)
	}
	for _, from := range q.Nodes {
		if t.Crashes > 0 && t.Crashable.Has(from) && !s.Crashable.Has(from) {
			return invalid("it is about %v: %s does not crash, and that is asked for", s, failure.QuoteNode(from))
		}
		for _, to := range q.Nodes {
			if from != to && t.Lossy.Has(from, to) && !s.Lossy.Has(from, to) && t.EFF > 1 {
				return invalid("it is about %v: the link from %s to %s has no faults, and they are asked for", s, failure.QuoteNode(from), failure.QuoteNode(to))
			}
		}
	}
	return nil
}

// scenario finds the scenario of these faults and inputs.
func (q *Question) scenario(faults, inputs []string) (failure.Scenario, error) {
	var s failure.Scenario
	for _, f := range q.Spec.Faults(q.Nodes) {
		list := &faults
		if f.Kind == failure.Input {
			list = &inputs
		}
		if len(*list) > 0 && f.String() == (*list)[0] {
			s, *list = append(s, f), (*list)[1:]
		}
	}
	if len(faults) > 0 || len(failure.NewScenario(s...)) < len(s) {
		return nil, invalid("its faults are not all admissible, in order and in normal form")
	}
	if len(inputs) > 0 {
		return nil, invalid("its inputs are not all those of the program, in order")
	}
	if err := s.Admissible(q.Spec, q.Nodes); err != nil {
		return nil, invalid("its faults are not admissible: %v", err)
	}
	return s, nil
}

// Scenario is that of a counterexample of a program.
func (c *Certificate) Scenario(p *datalog.Program) (failure.Scenario, error) {
	return c.of(p).scenario(c.Faults, c.Inputs)
}
