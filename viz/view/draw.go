package view

import (
	"context"
	"errors"

	"molly/internal/within"
	"molly/provenance"
	"molly/verify"
	"molly/viz"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
)

// Subject is what a picture shows.
type Subject struct {
	Title string
	Run   *verify.Judged
	Space Space
	// Free is the failure-free run in a picture of the difference to it, else nil. It has a title
	// of its own.
	Free      *verify.Judged
	FreeTitle string
}

// SpaceTime draws the run as a space-time diagram; of a difference, next to the failure-free run.
func (s Subject) SpaceTime(ctx context.Context, o lamport.Options) (*scene.Scene, error) {
	about, err := Outcome(ctx, s.Run, s.Space)
	if err != nil {
		return nil, err
	}
	trace := Trace(s.Title, s.Run, about)
	if s.Free == nil {
		return within.Context(ctx, func() *scene.Scene { return lamport.Draw(trace, o) })
	}
	if about, err = Before(ctx, s.Free, s.Run, s.Space); err != nil {
		return nil, err
	}
	before := Trace(s.FreeTitle, s.Free, about)
	return within.Context(ctx, func() *scene.Scene { return lamport.Compare(before, trace, o) })
}

// ErrNothingViolated means that a run has no violation whose lineage could be drawn.
var ErrNothingViolated = errors.New("the run violates nothing")

// Lineage draws why goals hold in the run, or why they do not; without goals, why the run violates
// what it does. Of a difference, it draws why they hold in the failure-free run, and what of that
// is left.
func (s Subject) Lineage(ctx context.Context, goals []provenance.Goal, o lineage.Options) (*scene.Scene, error) {
	how, run := explainer(provenance.Explain), s.Run.Run
	if len(goals) == 0 {
		if goals = verify.Goals(s.Run.Violated); len(goals) == 0 {
			return nil, ErrNothingViolated
		}
		how = provenance.Violations
	}
	if s.Free != nil {
		how, run = provenance.Explain, s.Free.Run
	}
	graph, err := explain(ctx, how, run, s.Space, goals)
	if err != nil {
		return nil, err
	}
	return within.Context(ctx, func() *scene.Scene {
		var shown, whole viz.Graph
		if s.Free != nil {
			whole = Difference(s.Title, s.Run.Run, graph)
			shown = whole
		} else {
			shown, whole = LineageWithin(o.Fold, s.Title, run, graph)
		}
		o.Of = len(whole.Nodes)
		return lineage.Draw(shown, o)
	})
}
