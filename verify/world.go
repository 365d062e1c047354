package verify

import (
	"context"
	"errors"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// A World is a program under a specification, for whoever looks at its executions: one by
// one, and all at once. What was evaluated once is kept: the failure-free run, by which the
// others are judged, and the space of all executions, by which they are explained.
//
// It is not safe for concurrent use.
type World struct {
	search *search
	free   *eval.Run // nil until it is needed
	space  *eval.Space
	spaced bool // space is what there is
}

// NewWorld prepares to run a program. Of the options it reads Spec, Nodes, Outcomes,
// Solver, MaxFacts and Progress.
func NewWorld(p *datalog.Program, o Options) (*World, error) {
	return newWorld(p, o, eval.Options{MaxFacts: o.MaxFacts})
}

func newWorld(p *datalog.Program, o Options, how eval.Options) (*World, error) {
	s, err := newSearch(context.Background(), p, o, how)
	if err != nil {
		return nil, err
	}
	return &World{search: s}, nil
}

// Share takes over the space of the same program under the same specification, where another
// world has one. That of a search has observers at EOT alone: it explains what is, or is
// not, at EOT.
func (w *World) Share(other *World) {
	if other != nil && other.space != nil {
		w.space, w.spaced = other.space, true
	}
}

// Free is the failure-free run. The error is an *eval.LimitError or the context's.
func (w *World) Free(ctx context.Context) (*eval.Run, error) {
	if w.free != nil {
		return w.free, nil
	}
	free, err := w.search.eval.Run(ctx, w.search.options.Spec, nil)
	if err == nil {
		w.take(free)
	}
	return w.free, err
}

func (w *World) take(free *eval.Run) {
	w.free = free
	w.search.judge = newJudge(free, free.EOT(), w.search.options.Outcomes)
}

// Run is the run of one scenario, not judged. The error is an *eval.LimitError or the
// context's, or it says that the scenario is not admissible.
func (w *World) Run(ctx context.Context, sc failure.Scenario) (*eval.Run, error) {
	if len(sc) == 0 {
		return w.Free(ctx)
	}
	return w.search.eval.Run(ctx, w.search.options.Spec, sc)
}

// Execute runs one scenario and judges the run as a search with the same options would. The
// errors are those of the function Execute.
func (w *World) Execute(ctx context.Context, sc failure.Scenario) (*Single, error) {
	s := w.search
	if _, err := w.Free(ctx); err != nil {
		return nil, err
	}
	run, err := w.Run(ctx, sc)
	if err != nil {
		return nil, err
	}
	if over := run.Overflows(); len(over) > 0 {
		return nil, s.overflowAt(reached{sc, over[0]})
	}
	s.warnOf(run.Lineage)
	return &Single{
		Run: run, Violated: s.judge.violated(run), Vacuous: !s.judge.owes(run), Warnings: s.verdict.Warnings,
	}, nil
}

// Known is the space where it is there already, else nil.
func (w *World) Known() *eval.Space { return w.space }

// Space is all executions at once, swept as that of a search is. It is nil where they are
// more than Options.MaxFacts. The error is the context's.
func (w *World) Space(ctx context.Context) (*eval.Space, error) {
	if w.spaced {
		return w.space, nil
	}
	space, err := w.search.eval.Space(ctx, w.search.options.Spec)
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		err = nil
	}
	if err == nil {
		w.space, w.spaced = space, true
	}
	return w.space, err
}
