package main

import (
	"context"
	"math/big"

	"molly/export/text"
	"molly/export/wire"
	"molly/internal/numeral"
)

// json prints the report as JSON.
func (r *report) json(ctx context.Context) error {
	if err := r.list.rest(); err != nil {
		return err
	}
	out := wire.NewVerify(r.Datalog(), r.verdict, r.options, func(n *big.Int) string { return numeral.Exactly(ctx, n) })
	out.Certificate, out.Warnings, out.Elapsed = r.certificate.json(), wire.Diagnostics(r.warnings), wire.Seconds(r.elapsed)
	return wire.Encode(&r.Out, out)
}

// text prints the report for people.
func (r *report) text(ctx context.Context) error {
	found := text.Search{Verdict: r.verdict, Options: r.options, Err: r.err, Elapsed: r.elapsed, Strict: r.strict}
	err := r.list.rest()
	if err == nil && r.list != nil && len(r.verdict.Findings) > 0 {
		err = text.ListEnd(&r.Out, r.style, found)
	} else if err == nil {
		var why text.Explained
		if why, err = r.explained(ctx); err == nil {
			err = text.Verdict(&r.Out, r.style, r.Subject(), found, why)
		}
	}
	if c := r.certificate; err == nil && c.file != "" {
		err = text.Certificate(&r.Out, r.style, r.Subject(), text.File{Name: c.file, Bytes: c.bytes}, c.err)
	}
	return err
}

// explained explains the first counterexample, if there is one. When the context ends before, it
// says so.
func (r *report) explained(ctx context.Context) (why text.Explained, err error) {
	if r.brief {
		return text.Explained{Unexplained: "molly explain shows why"}, nil
	}
	why, err = r.Explained(ctx, r.verdict)
	if err != nil && ctx.Err() != nil {
		why.Unexplained, err = classify(context.Cause(ctx)).text+" before it was known why; molly explain shows it", nil
	}
	return why, err
}
