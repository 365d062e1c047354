package view

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/provenance"
	"molly/verify"
)

// Space returns all executions at once, or nil where they are too many to be evaluated:
// [verify.World.Space], for example. It is called where something has to be explained.
type Space func(context.Context) (*eval.Space, error)

// Outcome explains what a run violates at EOT, or, where it violates nothing, the tuples of post
// that it achieves. The graph is nil where there is neither.
func Outcome(ctx context.Context, judged *verify.Judged, space Space) (*provenance.Graph, error) {
	if goals := verify.Goals(judged.Violated); len(goals) > 0 {
		return explain(ctx, provenance.Violations, judged.Run, space, goals)
	}
	return explain(ctx, provenance.Explain, judged.Run, space, achieved(judged.Run))
}

// Before explains in the failure-free run what another run violates, or, where that violates
// nothing, what the failure-free run achieves.
func Before(ctx context.Context, free, judged *verify.Judged, space Space) (*provenance.Graph, error) {
	goals := verify.Goals(judged.Violated)
	if len(goals) == 0 {
		goals = achieved(free.Run)
	}
	return explain(ctx, provenance.Explain, free.Run, space, goals)
}

// explainer is [provenance.Explain] or [provenance.Violations].
type explainer func(context.Context, *eval.Run, *eval.Space, ...provenance.Goal) (*provenance.Graph, error)

func explain(ctx context.Context, how explainer, run *eval.Run, space Space, goals []provenance.Goal) (*provenance.Graph, error) {
	if len(goals) == 0 {
		return nil, nil
	}
	all, err := space(ctx)
	if err != nil {
		return nil, err
	}
	return how(ctx, run, all, goals...)
}

// achieved are the tuples of post at EOT.
func achieved(run *eval.Run) []provenance.Goal {
	p := run.Program()
	if !p.HasInvariant() {
		return nil
	}
	var goals []provenance.Goal
	for _, h := range run.History(p.Post, run.EOT()) {
		goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: p.Post, Args: h.Tuple, Time: run.EOT()}})
	}
	return goals
}
