package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	"molly/hazard"
	"molly/verify/symmetry"
)

// search is what all strategies share.
type search struct {
	ctx     context.Context
	options Options
	world   *World
	eval    *eval.Evaluator // of the world
	judge   *judge
	verdict *Verdict
	bits    int // of the integers

	candidates int
	minimizing bool

	// Of the strategies that ask a solver.
	space    *eval.Space
	question *question

	// Of Symbolic, and of Group.
	group    *symmetry.Group  // of the program; nil until it is needed
	asked    []*hazard.Search // questions about what may be lacking
	satSweep *hazard.Search   // what the evaluator asks while it sweeps, or nil
}

// Verify searches for counterexamples with the strategy that o chooses.
//
// The error is a *ProgramError, an *InternalError, or says that a bound ended the
// search, or is ErrNegationIgnored: then the verdict is not nil and says how far it came. A search whose
// context ends returns the context's cause as such an error.
func Verify(ctx context.Context, p *datalog.Program, o Options) (*Verdict, error) {
	w, err := NewSearchWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Verify(ctx, o)
}

// Verify is the function Verify in this world. Of the options it reads those of the search: Strategy,
// All, Group, Width, IgnoreNegation, Seed, MaxExecutions and Progress.
func (w *World) Verify(ctx context.Context, o Options) (*Verdict, error) {
	if err := o.fit(); err != nil {
		return nil, err
	}
	if o.IgnoreNegation {
		if err := w.fitsInexact(); err != nil {
			return nil, err
		}
	}
	if o.Strategy == Random && o.MaxExecutions == 0 {
		o.MaxExecutions = DefaultMaxExecutions
	}
	s := w.begin(ctx, o)
	return s.ended(s.search())
}

// fit refuses options that contradict each other.
func (o Options) fit() error {
	if o.Group && (!o.All || o.Strategy == Random) {
		return errors.New("counterexamples are grouped where all are asked for, by a strategy that finds all")
	}
	if o.IgnoreNegation && (o.All || o.Strategy != LDFI) {
		return errors.New("only ldfi can ignore negation, and does not find all counterexamples then")
	}
	return nil
}

// newSearch makes a search ready that has not run anything, in a world of its own.
func newSearch(ctx context.Context, p *datalog.Program, o Options, how eval.Options) (*search, error) {
	w, err := newWorld(p, o, how)
	if err != nil {
		return nil, err
	}
	return w.begin(ctx, o), nil
}

// growth passes on how large a space becomes.
func (o Options) growth() func(eval.Growth) {
	if o.Progress == nil {
		return nil
	}
	return func(g eval.Growth) { o.Progress(Event{Kind: Grounding, Executions: 1, Growth: g}) }
}

// satSweep lets the solver tell eval which facts no admissible scenario has. Each space has a
// search of its own, which begun gets.
func (o Options) satSweep(begun func(*hazard.Search)) satsweep.Options {
	return satsweep.Options{Always: o.satSweepAlways, Ask: func(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
		q := hazard.NewSearch(c, spec, nodes, o.Solver)
		begun(q)
		return q.Some
	}}
}

func startSearch(ctx context.Context, w *World, o Options) *search {
	return &search{ctx: ctx, options: o, world: w, eval: w.eval, bits: 64, verdict: &Verdict{
		Kind: Unknown, Spec: o.Spec, Nodes: slices.Clone(o.Nodes), Strategy: o.Strategy, IgnoreNegation: o.IgnoreNegation,
		Unseen: unseen(w.program, o.Spec),
	}}
}

// begin runs and judges the failure-free execution.
func (s *search) begin() (Judged, error) {
	free, err := s.world.Free(s.ctx)
	if err != nil {
		return Judged{}, err
	}
	s.judge = newJudge(free, s.options.Spec.EOT, s.options.Outcomes)
	return s.judged(free)
}

func (s *search) search() error {
	free, err := s.begin()
	if err != nil {
		return err
	}
	switch s.options.Strategy {
	case Exhaustive:
		return s.exhaustive(free)
	case Random:
		return s.random(free)
	case LDFI:
		if s.options.IgnoreNegation {
			return s.inexact(free)
		}
		return s.ldfi(free)
	default:
		return s.symbolic(free)
	}
}

// run runs one scenario, unless the bound on executions is reached, and judges it.
func (s *search) run(sc failure.Scenario) (Judged, error) {
	if limit := s.options.MaxExecutions; limit > 0 && s.verdict.Executions >= limit && !s.minimizing {
		return Judged{}, errBound
	}
	if err := sc.Admissible(s.options.Spec, s.options.Nodes); err != nil {
		return Judged{}, &InternalError{fmt.Sprintf("the scenario %v, which was proposed, is not admissible: %v", sc, err)}
	}
	run, err := s.world.run(s.ctx, sc)
	if err != nil {
		return Judged{}, err
	}
	j, err := s.judged(run)
	if len(j.Violated) > 0 {
		s.world.last = run
	}
	return j, err
}

// runAgreed is run, where the circuits must say the same of the scenario.
func (s *search) runAgreed(sc failure.Scenario) (Judged, error) {
	j, err := s.run(sc)
	if err != nil {
		return Judged{}, err
	}
	return j, s.agree(j, s.space.Circuit.Evaluate(sc))
}

// judged counts a run, and judges it.
func (s *search) judged(run *eval.Run) (Judged, error) {
	if s.minimizing {
		s.verdict.MinimizationExecutions++
	} else {
		s.verdict.Executions++
	}
	if o := run.Overflows(); len(o) > 0 && s.space == nil {
		// A strategy with a space has looked for overflow in all scenarios at once.
		return Judged{}, s.overflowAt(reached{run.Scenario, o[0]})
	}
	j := s.judge.judge(run)
	if len(run.Scenario) == 0 {
		s.verdict.Owed.FailureFree = !j.Vacuous
	} else if !j.Vacuous {
		s.verdict.Owed.UnderFaults = true
	}
	s.tell(Event{Kind: Executed, Scenario: run.Scenario, Violated: len(j.Violated) > 0})
	return j, nil
}

func (s *search) tell(e Event) {
	if s.options.Progress != nil {
		e.Executions = s.verdict.Executions + s.verdict.MinimizationExecutions
		e.Candidates = s.candidates
		s.options.Progress(e)
	}
}

// found adds a counterexample, which represents so many.
func (s *search) found(j Judged, alike int) {
	f := Finding{j.dropRun(), alike}
	s.verdict.Findings = append(s.verdict.Findings, f)
	s.tell(Event{Kind: Confirmed, Scenario: f.Scenario, Violated: true, Finding: f})
}

// done marks the search as complete, and asks what a certificate should tell.
func (s *search) done() error {
	if len(s.verdict.Findings) == 0 && s.space != nil {
		if err := s.askOwed(); err != nil {
			return err
		}
	}
	s.verdict.Complete = true
	return nil
}
