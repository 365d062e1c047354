package certify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/naive"
)

// InvalidError says why a certificate shows nothing.
type InvalidError struct{ Text string }

func (e *InvalidError) Error() string { return e.Text }

func invalid(format string, args ...any) error { return &InvalidError{fmt.Sprintf(format, args...)} }

// Check holds a certificate against a program. The error is an *InvalidError, a
// *SizeError, after which nothing is known, or the context's.
func Check(ctx context.Context, program *dedalus.Program, c *Certificate) error {
	if digest := Digest(program); c.Program != digest {
		return invalid("it is about another program: the digest of this one is %s", digest)
	}
	p := program.Datalog()
	k, err := newCheck(p, &c.Question)
	switch {
	case err != nil:
		return err
	case c.Outcomes != AllOutcomes && c.Outcomes != FailureFree:
		return invalid("its outcomes are %.40q", c.Outcomes)
	case c.Invariant != map[bool]string{true: PrePost, false: Persistent}[p.HasInvariant()]:
		return invalid("its invariant is not that of the program")
	case c.Vacuous != k.vacuous():
		return invalid("vacuous must be %t", k.vacuous())
	case c.Verdict == Counterexample:
		return k.counterexample(c)
	case c.Verdict == Certified:
		return k.certified(ctx, c)
	}
	return invalid("%.40q is no verdict", c.Verdict)
}

// check is a question with the failure-free run, which says what is owed.
type check struct {
	*Question
	program *datalog.Program
	free    *naive.Result
}

func newCheck(p *datalog.Program, q *Question) (*check, error) {
	if err := q.Spec.Validate(len(q.Nodes)); err != nil {
		return nil, invalid("%v", err)
	}
	if q.Spec.EOT > maxEOT || (q.Spec.EFF+q.Spec.EOT)*len(q.Nodes)*len(q.Nodes) > maxHeld {
		return nil, &SizeError{fmt.Sprintf("%v over %d nodes", q.Spec, len(q.Nodes))}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(q.Nodes)))) < len(q.Nodes) {
		return nil, invalid("a node stands there twice")
	}
	k := &check{q, p, nil}
	var err error
	k.free, err = k.run(nil)
	return k, err
}

func (k *check) run(s failure.Scenario) (*naive.Result, error) {
	r, err := naive.RunWithin(naive.Work{MaxLooked: maxLooked / 10, MaxHolding: maxHeld}, k.program, k.Nodes, k.Spec.EOT, s)
	if err != nil {
		return nil, &SizeError{err.Error()}
	}
	return r, nil
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
func (k *check) counterexample(c *Certificate) error {
	var s failure.Scenario
	for _, f := range k.Spec.Faults(k.Nodes) {
		if len(s) < len(c.Faults) && f.String() == c.Faults[len(s)] {
			s = append(s, f)
		}
	}
	if len(failure.NewScenario(s...)) < len(c.Faults) {
		return invalid("its faults are not all admissible, in order and in normal form")
	}
	if err := s.Admissible(k.Spec, k.Nodes); err != nil {
		return invalid("its faults are not admissible: %v", err)
	}
	r, err := k.run(s)
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
func (k *check) certified(ctx context.Context, c *Certificate) error {
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
	return e.CheckProof(ctx, c.Proof)
}

// Ask makes a question plain.
func Ask(ctx context.Context, p *datalog.Program, q *Question) (*Plain, error) {
	k, err := newCheck(p, q)
	if err != nil {
		return nil, err
	}
	return k.plain(ctx)
}
