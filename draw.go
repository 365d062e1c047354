package molly

import (
	"context"

	"molly/provenance"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
	"molly/viz/view"
)

// Picture says how a run, or a lineage in it, is drawn.
type Picture struct {
	// Title is the heading; nil is the program, the specification and the faults.
	Title *string
	// Difference compares with the failure-free run: it is drawn beside the run; of a lineage in
	// the failure-free run it is marked what the run does not have any more.
	Difference bool

	Diagram lamport.Options // of Draw
	Lineage lineage.Options // of DrawLineage
}

// Draw draws the run of a scenario as a space-time diagram. The packages viz/svg, viz/pdf, viz/png,
// viz/tikz and viz/dot write it. The errors are those of Run.
func (q *Question) Draw(ctx context.Context, sc Scenario, p Picture) (*scene.Scene, error) {
	s, err := q.subject(ctx, sc, p)
	if err != nil {
		return nil, err
	}
	return s.SpaceTime(ctx, p.Diagram)
}

// DrawLineage draws why tuples hold in the run of a scenario, or why they do not; without a goal,
// why the run violates what it does. The error is view.ErrNothingViolated where there is nothing of
// this, or as that of Run.
func (q *Question) DrawLineage(ctx context.Context, sc Scenario, p Picture, goals ...provenance.Goal) (*scene.Scene, error) {
	s, err := q.subject(ctx, sc, p)
	if err != nil {
		return nil, err
	}
	if len(goals) > 0 { // which may be before EOT
		s.Space = q.Space
	}
	return s.Lineage(ctx, goals, p.Lineage)
}

func (q *Question) subject(ctx context.Context, sc Scenario, p Picture) (s view.Subject, err error) {
	s.Space = q.SpaceAtEOT
	if s.Run, err = q.Run(ctx, sc); err != nil {
		return s, err
	}
	title := func(x *Execution) string {
		if p.Title != nil {
			return *p.Title
		}
		return view.Title(q.Program.Name(), x.Run)
	}
	s.Title = title(s.Run)
	if !p.Difference {
		return s, nil
	}
	if s.Free, err = q.Run(ctx, nil); err != nil {
		return s, err
	}
	s.FreeTitle = title(s.Free)
	return s, nil
}
