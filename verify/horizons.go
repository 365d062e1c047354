package verify

import (
	"context"
	"errors"
	"fmt"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/hazard"
	"molly/verify/symmetry"
)

// Horizons decides many failure specifications of one program, which differ in EOT, EFF, Crashes and
// Restarts. They share one space of all executions: an EFF or a number of crashes is a restriction
// of the faults, and an EOT is another time to read pre and post at. Its verdicts are those of Verify with the
// strategy Symbolic, warnings apart.
//
// It is not safe for concurrent use.
type Horizons struct {
	options Options
	largest failure.Spec
	eval    *eval.Evaluator
	group   *symmetry.Group

	// What all executions have up to the horizon, which grows; nil at first.
	free  *eval.Run
	space *eval.Space
}

// NewHorizons prepares to decide specifications up to o.Spec: none of these numbers of it may be
// exceeded. Of the other options, those of Symbolic count, without All.
func NewHorizons(p *datalog.Program, o Options) (*Horizons, error) {
	if err := o.Spec.Validate(len(o.Nodes)); err != nil {
		return nil, err
	}
	o.Spec = withInputs(o.Spec, p)
	o.Strategy, o.All = Symbolic, false
	// Observers are read at more than one time. What o.Spec does not admit, a smaller
	// specification does not either, so SAT sweeping is right for all.
	ev, err := eval.New(p, o.Nodes, eval.Options{MaxFacts: o.MaxFacts, SATSweep: o.satSweep(func(*hazard.Search) {}), Progress: o.growth()})
	if err != nil {
		return nil, err
	}
	return &Horizons{options: o, largest: o.Spec, eval: ev, group: symmetriesOf(p, o)}, nil
}

// Verify decides one specification, with the errors of the function Verify.
func (h *Horizons) Verify(ctx context.Context, spec failure.Spec) (*Verdict, error) {
	if err := spec.Validate(len(h.options.Nodes)); err != nil {
		return nil, err
	}
	if spec.Inputs == nil {
		spec.Inputs = h.largest.Inputs
	}
	if spec.EOT > h.largest.EOT || spec.EFF > h.largest.EFF || spec.Crashes > h.largest.Crashes || spec.Restarts > h.largest.Restarts {
		return nil, fmt.Errorf("%v is beyond %v", spec, h.largest)
	}
	like := h.largest
	like.EOT, like.EFF, like.Crashes, like.Restarts = spec.EOT, spec.EFF, spec.Crashes, spec.Restarts
	if spec != like {
		return nil, fmt.Errorf("%v allows other faults than %v", spec, h.largest)
	}
	o := h.options
	o.Spec = spec
	s := startSearch(ctx, &World{program: h.eval.Program(), options: o, eval: h.eval}, o)
	s.group = h.group
	return s.ended(h.decide(s))
}

func (h *Horizons) decide(s *search) error {
	if err := h.reach(s.ctx, s.options.Spec.EOT); err != nil {
		return err
	}
	s.judge = newJudge(h.free, s.options.Spec.EOT, s.options.Outcomes)
	free := s.judge.judge(h.free).dropRun() // which may go on after EOT
	s.verdict.Owed.FailureFree = !free.Vacuous
	s.verdict.Executions++ // the failure-free run, though it was shared
	if err := s.take(h.space, free); err != nil {
		return err
	}
	return s.askAll(free)
}

// reach makes the horizon at least eot. It goes further than asked, so that a sweep that
// goes on by single steps does not pay for each of them; where that would be too
// large, it goes just as far as asked.
func (h *Horizons) reach(ctx context.Context, eot int) error {
	if h.space != nil && h.space.Spec.EOT >= eot {
		return nil
	}
	err := h.ground(ctx, min(max(2*eot, 8), h.largest.EOT))
	var limit *eval.LimitError
	if errors.As(err, &limit) && eot < h.largest.EOT {
		err = h.ground(ctx, eot)
	}
	return err
}

func (h *Horizons) ground(ctx context.Context, eot int) error {
	spec := h.largest
	spec.EOT, spec.EFF = eot, min(eot, h.largest.EFF)
	free, err := h.eval.Run(ctx, spec, nil)
	if err != nil {
		return err
	}
	space, err := h.eval.Space(ctx, spec)
	if err != nil {
		return tooLarge(err)
	}
	h.free, h.space = free, space
	return nil
}
