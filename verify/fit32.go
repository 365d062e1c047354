package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// NarrowError says that a program does not fit an engine whose integers have 32 bits.
type NarrowError struct {
	Text string
	Pos  datalog.Position
	// Reached means that Scenario is an admissible one in which it happens; a constant is
	// too large in all of them.
	Reached  bool
	Scenario failure.Scenario
}

func (e *NarrowError) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Text) }

// narrow is the largest integer of 32 bits. The smallest, -1-narrow, is left out: no
// such engine can negate it.
const narrow = math.MaxInt32

// Fit32 looks for a number beyond 32 bits: a constant, or what a rule computes in some
// admissible scenario, in between or in the end. Of the options it reads Spec, Nodes,
// Solver and MaxFacts.
//
// The error is a *NarrowError, or a *ProgramError where a number does not even fit 64
// bits, or says that a bound or the context ended the search.
func Fit32(ctx context.Context, p *datalog.Program, o Options) error {
	if err := narrowConstants(p, o.Spec.EOT); err != nil {
		return err
	}
	if !computes(p) {
		return nil
	}
	return o.fit32(ctx, p, func(s *search) error {
		var err error
		if s.space, err = s.eval.Space(ctx, o.Spec); err != nil {
			return err
		}
		return s.askOverflow()
	})
}

// Fit32Run is Fit32 for a single scenario.
func Fit32Run(ctx context.Context, p *datalog.Program, o Options, sc failure.Scenario) error {
	if err := narrowConstants(p, o.Spec.EOT); err != nil {
		return err
	}
	return o.fit32(ctx, p, func(s *search) error {
		run, err := s.eval.Run(ctx, o.Spec, sc)
		if err != nil {
			return err
		}
		if over := run.Overflows(); len(over) > 0 {
			return s.overflowAt(reached{sc, over[0]})
		}
		return nil
	})
}

// fit32 looks with 32 bits, and if that finds an overflow, then with 64.
func (o Options) fit32(ctx context.Context, p *datalog.Program, look func(*search) error) error {
	how := eval.Options{MaxFacts: o.MaxFacts, SkipObservers: true, MaxInteger: narrow}
	s, err := newSearch(ctx, p, o, how)
	if err != nil {
		return err
	}
	s.bits = 32
	err = look(s)
	var program *ProgramError
	if !errors.As(err, &program) {
		return err
	}
	how.MaxInteger = 0
	if s, err = newSearch(ctx, p, o, how); err != nil {
		return err
	}
	if err := look(s); err != nil {
		return err
	}
	return &NarrowError{Text: program.Text, Pos: program.Pos, Reached: true, Scenario: program.Scenario}
}

// narrowConstants looks at the facts until EOT, and at all rules.
func narrowConstants(p *datalog.Program, eot int) error {
	check := func(v datalog.Value, pos datalog.Position) error {
		if n := v.Number(); n > narrow || n < -narrow {
			return &NarrowError{Text: fmt.Sprintf("the number %d does not fit 32 bits", n), Pos: pos}
		}
		return nil
	}
	facts := slices.Concat(p.Facts, p.Lasting)
	for _, in := range p.Inputs {
		facts = append(facts, datalog.Fact{Args: in.Args, Time: in.Times[0], Pos: in.Pos})
	}
	for _, f := range facts {
		for _, v := range f.Args {
			if err := check(v, f.Pos); err != nil && f.Time <= eot {
				return err
			}
		}
	}
	for i := range p.Rules {
		r := &p.Rules[i]
		var err error
		for t := range terms(r) {
			if t.Kind == datalog.Constant && err == nil {
				err = check(t.Value, r.Pos)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// computes reports whether a rule makes numbers that may be large.
func computes(p *datalog.Program) bool {
	for i := range p.Rules {
		r := &p.Rules[i]
		for t := range terms(r) {
			if t.Kind == datalog.Expression {
				return true
			}
		}
		for _, a := range r.Head.Args {
			if a.Aggregate == datalog.Sum {
				return true
			}
		}
	}
	return false
}

// terms yields all terms of a rule, those inside expressions too.
func terms(r *datalog.Rule) func(yield func(datalog.Term) bool) {
	return func(yield func(datalog.Term) bool) {
		var walk func(t datalog.Term) bool
		walk = func(t datalog.Term) bool {
			return yield(t) && (t.Kind != datalog.Expression || walk(*t.Left) && walk(*t.Right))
		}
		for _, a := range r.Head.Args {
			if !walk(a.Term) {
				return
			}
		}
		for _, l := range r.Body {
			list := l.Atom.Args
			if l.Kind == datalog.Comparison {
				list = []datalog.Term{l.Left, l.Right}
			}
			for _, t := range list {
				if !walk(t) {
					return
				}
			}
		}
	}
}
