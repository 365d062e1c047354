package main

import (
	"context"

	"molly/eval"
	"molly/export/text"
	"molly/provenance"
	"molly/verify"
)

// text prints the report for people.
func (r *report) text(ctx context.Context) error {
	found := text.Search{Verdict: r.verdict, Options: r.options, Err: r.err, Elapsed: r.elapsed, Strict: r.strict}
	if r.list != nil && len(r.verdict.Findings) > 0 {
		if err := r.list.rest(); err != nil {
			return err
		}
		if err := text.ListEnd(&r.out, r.style, found); err != nil {
			return err
		}
	} else {
		why, err := r.explained(ctx)
		if err != nil {
			return err
		}
		if err := text.Verdict(&r.out, r.style, r.Subject(), found, why); err != nil {
			return err
		}
	}
	if c := r.certificate; c.file != "" {
		return text.Certificate(&r.out, r.style, r.Subject(), text.File{Name: c.file, Bytes: c.bytes}, c.err)
	}
	return nil
}

// explained explains the first counterexample, if there is one. When the context ends before, it
// says so.
func (r *report) explained(ctx context.Context) (why text.Explained, err error) {
	switch {
	case len(r.verdict.Findings) == 0:
		return why, nil
	case r.brief:
		why.Unexplained = "molly explain shows why"
		return why, nil
	}
	run, reason, err := r.reason(ctx, r.verdict.Findings[0])
	if err != nil {
		if ctx.Err() == nil {
			return why, err
		}
		why.Unexplained = classify(context.Cause(ctx)).text + " before it was known why; molly explain shows it"
	}
	why.Run, why.Reason = run, reason
	return why, nil
}

// reason runs a counterexample, and finds one reason for what it violates. There may be a run
// although there is an error.
func (r *report) reason(ctx context.Context, f verify.Finding) (*eval.Run, *provenance.Graph, error) {
	run, err := r.RunAtEOT(ctx, f.Scenario)
	if err != nil {
		return nil, nil, err
	}
	space := r.KnownSpace()
	if r.verdict.Complete { // else the user is in a hurry
		if space, err = r.SpaceAtEOT(ctx); err != nil {
			return run, nil, err
		}
	}
	violated := f.Violated[:min(len(f.Violated), text.MostViolations)]
	graph, err := provenance.Violations(ctx, run, space, verify.Goals(violated)...)
	if err != nil {
		return run, nil, err
	}
	return run, graph.Reason(), nil
}
