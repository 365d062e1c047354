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
	if err := cmp.Or(c.contradiction(), c.constants(program)); err != nil {
		return err
	}
	p := program.Datalog()
	if c.Invariant != InvariantOf(p) {
		return invalid("its invariant is not that of the program")
	}
	k, err := newCheck(ctx, p, c.of(p))
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

// constants says which constant has another value in the program than in the certificate.
func (c *Certificate) constants(program *dedalus.Program) error {
	all, replaced := Constants(program)
	for _, k := range c.Constants {
		i := slices.Index(all, k)
		if i < 0 {
			return invalid("it is about the program with -D %s", k)
		}
		all = all[i+1:]
	}
	for _, k := range replaced {
		if !slices.Contains(c.Constants, k) {
			return invalid("it is about the program without -D %s", k)
		}
	}
	return nil
}

// check is a question with the failure-free run, which says what is owed.
type check struct {
	*Question
	program   *datalog.Program
	invariant string // its kind
	free      *naive.Result
}

func newCheck(ctx context.Context, p *datalog.Program, q *Question) (*check, error) {
	if err := cmp.Or(q.contradiction(), q.tooLarge()); err != nil {
		return nil, err
	}
	k := &check{q, p, InvariantOf(p), nil}
	var err error
	k.free, err = k.run(ctx, nil)
	return k, err
}

func (k *check) run(ctx context.Context, s failure.Scenario) (*naive.Result, error) {
	within := naive.Work{MaxLooked: maxLooked / 10, MaxHolding: maxHeld, Context: ctx}
	r, err := naive.RunWithin(within, k.program, k.Nodes, k.Spec, s)
	if err != nil && context.Cause(ctx) == nil {
		return nil, &SizeError{err.Error()}
	}
	return r, context.Cause(ctx)
}

// vacuous reports whether the failure-free run has nothing to lose. Where there is never, it
// always has: never is empty.
func (k *check) vacuous() bool {
	return k.program.Never == datalog.NoRelation && !slices.ContainsFunc(k.free.Outcomes(k.program), func(t naive.Tuple) bool {
		return !k.program.HasInvariant() || k.owed(t.Args)
	})
}

// owed reports whether a tuple that pre has must be in post.
func (k *check) owed(args []datalog.Value) bool {
	return k.Outcomes == AllOutcomes || k.free.Holds(k.program.Post, k.Spec.EOT, args)
}

// counterexample runs the scenario.
func (k *check) counterexample(ctx context.Context, c *Certificate) error {
	s, err := k.scenario(c.Faults, c.Inputs)
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
	var violated []string
	for _, t := range k.violations(r) {
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

// violations lists what a run lacks, and the tuples of never with their first times.
func (k *check) violations(r *naive.Result) (list []naive.Tuple) {
	if k.invariant == Persistent {
		return r.Lost(k.program, k.free)
	}
	if k.program.HasInvariant() {
		for _, args := range r.Violated(k.program) {
			if k.owed(args) {
				list = append(list, naive.Tuple{Relation: k.program.Post, Time: k.Spec.EOT, Args: args})
			}
		}
	}
	return append(list, r.Never(k.program)...)
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
	k, err := newCheck(ctx, p, q.of(p))
	if err != nil {
		return nil, err
	}
	return k.plain(ctx)
}
