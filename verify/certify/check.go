package certify

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
)

// InvalidError says why a certificate shows nothing.
type InvalidError struct{ Text string }

func (e *InvalidError) Error() string { return e.Text }

func invalid(format string, args ...any) error { return &InvalidError{fmt.Sprintf(format, args...)} }

// Check holds a certificate against a program. The error is an *InvalidError, a
// *SizeError, after which nothing is known, or the context's.
//
// Where lrat is not nil, the proof of a certified program is written to it in LRAT, as it
// is checked; an error of writing is returned, too.
func Check(ctx context.Context, program *dedalus.Program, c *Certificate, lrat io.Writer) error {
	if digest := Digest(program); c.Program != digest {
		return invalid("it is about another program: the digest of this one is %s", digest)
	}
	if err := c.contradiction(); err != nil {
		return err
	}
	p := program.Datalog()
	if (c.Invariant == PrePost) != p.HasInvariant() {
		return invalid("its invariant is not that of the program")
	}
	k, err := newCheck(ctx, p, &c.Question)
	switch {
	case err != nil:
		return err
	case c.Vacuous != k.vacuous():
		return invalid("vacuous must be %t", k.vacuous())
	case c.Verdict == Counterexample:
		return k.counterexample(ctx, c)
	}
	return k.certified(ctx, c, lrat)
}

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
	case certified && max(c.Spec.EFF, 1) < q.Spec.EFF:
		return invalid("it is about %v: EFF is %d, and %d is asked for", c.Spec, c.Spec.EFF, q.Spec.EFF)
	case certified && c.Spec.Crashes < q.Spec.Crashes:
		return invalid("it is about %v: Crashes is %d, and %d is asked for", c.Spec, c.Spec.Crashes, q.Spec.Crashes)
	case certified:
		return nil
	}
	if _, err := q.scenario(c.Faults); err != nil {
		return invalid("it is about %v, and under %v %v", c.Spec, q.Spec, err)
	}
	return nil
}

// scenario finds the scenario of these faults.
func (q *Question) scenario(faults []string) (s failure.Scenario, err error) {
	for _, f := range q.Spec.Faults(q.Nodes) {
		if len(s) < len(faults) && f.String() == faults[len(s)] {
			s = append(s, f)
		}
	}
	if len(failure.NewScenario(s...)) < len(faults) {
		return nil, invalid("its faults are not all admissible, in order and in normal form")
	}
	if err := s.Admissible(q.Spec, q.Nodes); err != nil {
		return nil, invalid("its faults are not admissible: %v", err)
	}
	return s, nil
}

// Scenario is that of a counterexample.
func (c *Certificate) Scenario() (failure.Scenario, error) { return c.scenario(c.Faults) }

// check is a question with the failure-free run, which says what is owed.
type check struct {
	*Question
	program *datalog.Program
	free    *naive.Result
}

func newCheck(ctx context.Context, p *datalog.Program, q *Question) (*check, error) {
	if err := cmp.Or(q.contradiction(), q.tooLarge()); err != nil {
		return nil, err
	}
	k := &check{q, p, nil}
	var err error
	k.free, err = k.run(ctx, nil)
	return k, err
}

func (k *check) run(ctx context.Context, s failure.Scenario) (*naive.Result, error) {
	within := naive.Work{MaxLooked: maxLooked / 10, MaxHolding: maxHeld, Context: ctx}
	r, err := naive.RunWithin(within, k.program, k.Nodes, k.Spec.EOT, s)
	if err != nil && context.Cause(ctx) == nil {
		return nil, &SizeError{err.Error()}
	}
	return r, context.Cause(ctx)
}

// vacuous reports whether the failure-free run has nothing to lose.
func (k *check) vacuous() bool {
	return !slices.ContainsFunc(k.free.Outcomes(k.program), func(t naive.Tuple) bool {
		return !k.program.HasInvariant() || k.owed(t.Args)
	})
}

// owed reports whether a tuple that pre has must be in post.
func (k *check) owed(args []datalog.Value) bool {
	return k.Outcomes == AllOutcomes || k.free.Holds(k.program.Post, k.Spec.EOT, args)
}

// counterexample runs the scenario.
func (k *check) counterexample(ctx context.Context, c *Certificate) error {
	s, err := k.scenario(c.Faults)
	if err != nil {
		return err
	}
	r, err := k.run(ctx, s)
	if err != nil {
		return err
	}
	if len(r.Overflows) > 0 {
		return invalid("a number does not fit 64 bits in the run of %v: the program has no result", s)
	}
	lost := r.Lost(k.program, k.free)
	for _, args := range r.Violated(k.program) {
		if k.owed(args) {
			lost = append(lost, naive.Tuple{Relation: k.program.Post, Time: k.Spec.EOT, Args: args})
		}
	}
	var violated []string
	for _, t := range lost {
		violated = append(violated, factName(k.program, t))
	}
	if slices.Sort(violated); len(violated) == 0 {
		return invalid("the run of %v violates nothing", s)
	}
	if !slices.Equal(violated, c.Violated) {
		return invalid("the run of %v lacks %s", s, strings.Join(violated, ", "))
	}
	return nil
}

// certified derives the question again and checks the proof that it has no answer.
func (k *check) certified(ctx context.Context, c *Certificate, lrat io.Writer) error {
	e, err := k.plain(ctx)
	if err != nil {
		return err
	}
	for i, l := range c.Loops {
		if err := e.AddLoop(l); err != nil {
			return invalid("loop %d: %v", i+1, err)
		}
	}
	if cnf := e.DIMACS(); cnf != c.CNF {
		return invalid("its clauses are not those of this program and specification: they differ in line %d", differ(cnf, c.CNF))
	}
	return e.CheckProof(ctx, c.Proof, lrat)
}

// Ask makes a question plain.
func Ask(ctx context.Context, p *datalog.Program, q *Question) (*Plain, error) {
	k, err := newCheck(ctx, p, q)
	if err != nil {
		return nil, err
	}
	return k.plain(ctx)
}
