package main

import (
	"context"

	"molly/export/text"
)

// text prints the report for people.
func (r *report) text(ctx context.Context) error {
	found := text.Search{Verdict: r.verdict, Options: r.options, Err: r.err, Elapsed: r.elapsed, Strict: r.strict}
	if r.list != nil && len(r.verdict.Findings) > 0 {
		if err := r.list.rest(); err != nil {
			return err
		}
		if err := text.ListEnd(&r.Out, r.style, found); err != nil {
			return err
		}
	} else {
		why, err := r.explained(ctx)
		if err != nil {
			return err
		}
		if err := text.Verdict(&r.Out, r.style, r.Subject(), found, why); err != nil {
			return err
		}
	}
	if c := r.certificate; c.file != "" {
		return text.Certificate(&r.Out, r.style, r.Subject(), text.File{Name: c.file, Bytes: c.bytes}, c.err)
	}
	return nil
}

// explained explains the first counterexample, if there is one. When the context ends before, it
// says so.
func (r *report) explained(ctx context.Context) (why text.Explained, err error) {
	if r.brief {
		why.Unexplained = "molly explain shows why"
		return why, nil
	}
	why, err = r.Explained(ctx, r.verdict)
	if err != nil && ctx.Err() != nil {
		why.Unexplained, err = classify(context.Cause(ctx)).text+" before it was known why; molly explain shows it", nil
	}
	return why, err
}
