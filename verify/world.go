package verify

import (
	"context"
	"errors"
	"slices"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/hazard"
)

// A World is a program under a specification, with what has been evaluated of it: one execution
// after another, and all at once. Searches and what shows executions share it. It keeps the
// failure-free run, the last other one that was asked for, or that a search found to
// violate something, and the space of all executions.
//
// It is not safe for concurrent use.
type World struct {
	program *datalog.Program
	options Options // Spec, Nodes, Outcomes, Solver and the bounds
	eval    *eval.Evaluator
	tell    func(Event) // of the search that is going on, or nil

	free, last *eval.Run // nil until there is one
	judge      *judge    // nil until it is needed
	space      *eval.Space
	spaced     bool           // space is what there is
	satSweep   *hazard.Search // what the evaluator asked while it swept the last space, or nil
}

// NewWorld prepares to run a program. Of the options it reads Spec, Nodes, Outcomes, Solver and
// MaxFacts.
func NewWorld(p *datalog.Program, o Options) (*World, error) {
	return newWorld(p, o, eval.Options{MaxFacts: o.MaxFacts})
}

// NewSearchWorld is NewWorld for searches, and for what explains their verdicts: relations that
// nothing but the invariant reads have tuples at EOT alone.
func NewSearchWorld(p *datalog.Program, o Options) (*World, error) {
	return newWorld(p, o, eval.Options{MaxFacts: o.MaxFacts, SkipObservers: true})
}

func newWorld(p *datalog.Program, o Options, how eval.Options) (*World, error) {
	if err := o.Spec.Validate(len(o.Nodes)); err != nil {
		return nil, err
	}
	o.Spec = withInputs(o.Spec, p)
	w := &World{program: p, options: o}
	how.SATSweep = o.satSweep(func(q *hazard.Search) { w.satSweep = q })
	how.Progress = func(g eval.Growth) {
		if w.tell != nil {
			w.tell(Event{Kind: Grounding, Executions: 1, Growth: g})
		}
	}
	var err error
	w.eval, err = eval.New(p, o.Nodes, how)
	return w, err
}

// withInputs is a specification with what a program leaves open.
func withInputs(spec failure.Spec, p *datalog.Program) failure.Spec {
	if spec.Inputs == nil {
		spec.Inputs = p.Choices()
	}
	return spec
}

// begin makes a search ready that has not run anything. Of o it reads what the world does not
// have. The search must end before another one begins.
func (w *World) begin(ctx context.Context, o Options) *search {
	o.Spec, o.Nodes, o.Outcomes, o.Solver, o.MaxFacts = w.options.Spec, w.options.Nodes, w.options.Outcomes, w.options.Solver, w.options.MaxFacts
	w.tell = o.Progress
	return startSearch(ctx, w, o)
}

// Free is the failure-free run. The error is an *eval.LimitError or the context's.
func (w *World) Free(ctx context.Context) (*eval.Run, error) {
	if w.free == nil {
		free, err := w.eval.Run(ctx, w.options.Spec, nil)
		if err != nil {
			return nil, err
		}
		w.free = free
	}
	return w.free, nil
}

// Run is the run of one scenario, not judged. The error is an *eval.LimitError or the
// context's, or it says that the scenario is not admissible.
func (w *World) Run(ctx context.Context, sc failure.Scenario) (*eval.Run, error) {
	run, err := w.run(ctx, sc)
	if err == nil && len(sc) > 0 {
		w.last = run
	}
	return run, err
}

// run is Run for a search, which decides by itself what is worth keeping.
func (w *World) run(ctx context.Context, sc failure.Scenario) (*eval.Run, error) {
	switch {
	case len(sc) == 0:
		return w.Free(ctx)
	case w.last != nil && slices.Equal(w.last.Scenario, sc):
		return w.last, nil
	}
	return w.eval.Run(ctx, w.options.Spec, sc)
}

// Judge runs one scenario and judges the run as a search with the same options would. The
// errors are those of the function Judge.
func (w *World) Judge(ctx context.Context, sc failure.Scenario) (*Judged, error) {
	if err := w.learn(ctx); err != nil {
		return nil, err
	}
	run, err := w.Run(ctx, sc)
	if err != nil {
		return nil, err
	}
	if over := run.Overflows(); len(over) > 0 {
		return nil, overflowError(w.program, reached{sc, over[0]}, 64)
	}
	j := w.judge.judge(run)
	return &j, nil
}

// learn makes the judge ready. Only where what persists is judged, or not all of pre must be in
// post, does it take the failure-free run.
func (w *World) learn(ctx context.Context) error {
	if w.judge != nil {
		return nil
	}
	eot, outcomes := w.options.Spec.EOT, w.options.Outcomes
	if !w.program.JudgesPersistence() && (outcomes == AllRuns || !w.program.HasInvariant()) {
		w.judge = &judge{program: w.program, eot: eot, expectAll: true}
		return nil
	}
	free, err := w.Free(ctx)
	if err == nil {
		w.judge = newJudge(free, eot, outcomes)
	}
	return err
}

// Known is the space if it has been built, else nil.
func (w *World) Known() *eval.Space { return w.space }

// Space is all executions at once, swept as that of a search is. It is nil where they are
// more than Options.MaxFacts. The error is the context's.
func (w *World) Space(ctx context.Context) (*eval.Space, error) {
	if w.spaced {
		return w.space, nil
	}
	w.tell = nil // no search is going on
	space, err := w.eval.Space(ctx, w.options.Spec)
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		err = nil
	}
	if err == nil {
		w.space, w.spaced = space, true
	}
	return w.space, err
}

// spaceOf is the space that a search may add to: one that is just built, or else a fresh one, so
// that its answer does not depend on what was asked before. With the former comes what swept it,
// or nil. The errors are those of the evaluation.
func (w *World) spaceOf(ctx context.Context) (*eval.Space, *hazard.Search, error) {
	if w.space != nil {
		return w.space.Fresh(), nil, nil
	}
	space, err := w.eval.Space(ctx, w.options.Spec)
	if err != nil {
		return nil, nil, err
	}
	w.space, w.spaced = space, true
	swept := w.satSweep
	w.satSweep = nil
	return space, swept, nil
}
