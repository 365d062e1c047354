package molly

import (
	"context"

	"molly/export/text"
	"molly/provenance"
	"molly/verify"
)

// Explained explains the first counterexample of a verdict, for [text.Verdict]: its run, and one
// reason for what it violates. Where there is no counterexample it explains nothing.
//
// When the context ends, the error is its cause, and there may be a run without a reason. A search
// that ended early is explained by what it has evaluated.
func (q *Question) Explained(ctx context.Context, v *Verdict) (why text.Explained, err error) {
	if len(v.Findings) == 0 {
		return why, nil
	}
	f := v.Findings[0]
	if why.Run, err = q.RunAtEOT(ctx, f.Scenario); err != nil {
		return why, err
	}
	space := q.KnownSpace()
	if v.Complete {
		if space, err = q.SpaceAtEOT(ctx); err != nil {
			return why, err
		}
	}
	violated := f.Violated[:min(len(f.Violated), text.MostViolations)]
	graph, err := provenance.Violations(ctx, why.Run, space, verify.Goals(violated)...)
	if err == nil {
		why.Reason = graph.Reason()
	}
	return why, err
}
