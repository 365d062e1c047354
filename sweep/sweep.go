package sweep

import (
	"context"
	"errors"
	"fmt"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// Options of a sweep.
type Options struct {
	MaxEOT                 int // the sweep's end
	MinCrashes, MaxCrashes int
	// Verify are the options of each search. Of them Nodes, Outcomes, Solver and limits
	// count, and of its specification what else may go wrong. Of it, no more nodes come back than
	// crash in a cell.
	Verify verify.Options

	// Known are cells that an earlier sweep of the same program has asked for.
	Known []Cell
	// Asked, where set, is told of each further cell that was asked for, and may end the
	// sweep with an error.
	Asked func(Cell) error
}

// Sweep decides specifications of one program and remembers them.
type Sweep struct {
	options  Options
	horizons *verify.Horizons
	known    map[failure.Spec]Cell // by normal specification
	asked    int
}

// New prepares a sweep.
func New(p *datalog.Program, o Options) (*Sweep, error) {
	if o.MinCrashes > o.MaxCrashes {
		return nil, fmt.Errorf("crashes from %d to %d: the first must not be larger", o.MinCrashes, o.MaxCrashes)
	}
	o.Verify.Spec.EOT, o.Verify.Spec.EFF, o.Verify.Spec.Crashes = o.MaxEOT, o.MaxEOT, o.MaxCrashes
	o.Verify.Spec.Inputs = p.Choices()
	h, err := verify.NewHorizons(p, o.Verify)
	if err != nil {
		return nil, err
	}
	s := &Sweep{options: o, horizons: h, known: map[failure.Spec]Cell{}}
	for _, c := range o.Known {
		c.Spec.Inputs = o.Verify.Spec.Inputs // they are not kept with it
		s.known[normal(c.Spec)] = c
	}
	return s, nil
}

// spec is the specification of a cell.
func (s *Sweep) spec(eot, eff, crashes int) failure.Spec {
	spec := s.options.Verify.Spec
	spec.EOT, spec.EFF, spec.Crashes, spec.Restarts = eot, eff, crashes, min(spec.Restarts, crashes)
	return spec
}

// Asked returns how many cells were asked for, those that were known apart.
func (s *Sweep) Asked() int { return s.asked }

// decide asks for a cell that is not known yet. The error is that of a bound, the
// context's, or an internal one.
func (s *Sweep) decide(ctx context.Context, spec failure.Spec) (Cell, error) {
	spec = normal(spec)
	if c, ok := s.known[spec]; ok {
		return c, nil
	}
	v, err := s.horizons.Verify(ctx, spec)
	c := Cell{Spec: spec}
	var program *verify.ProgramError
	switch {
	case errors.As(err, &program):
		c.Answer, c.Scenario, c.Error = Overflow, program.Scenario, program.Error()
	case err != nil:
		return Cell{Spec: spec, Answer: Undecided}, err
	case v.Kind == verify.Counterexample:
		c.Answer, c.Scenario = Breaks, v.Findings[0].Scenario
	default:
		c.Answer, c.Vacuous, c.OnlyUnder = Holds, v.Vacuous, v.Owed.First
	}
	s.known[spec] = c
	s.asked++
	if s.options.Asked != nil {
		return c, s.options.Asked(c)
	}
	return c, nil
}

// IsBound reports whether an error that ended a sweep is that of a bound: on time, or on
// the size of a program.
func IsBound(err error) bool {
	var limit *eval.LimitError
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &limit)
}
