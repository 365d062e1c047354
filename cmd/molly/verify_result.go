package main

import (
	"context"
	"math/big"

	"molly/dedalus"
	"molly/export/sarif"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/numeral"
	"molly/verify"
)

// print prints the report in the form that is asked for.
func (r *report) print(ctx context.Context) (err error) {
	if r.verdict.Vacuous && r.output.form <= asJSON {
		r.raise(dedalus.Diagnostics{r.vacuous()}) // these forms say it in their own way
	}
	switch r.output.form {
	case asJSON:
		return r.json(ctx)
	case asText, asGitHub:
		err = r.text(ctx)
	}
	if err != nil || r.output.form == asText {
		return err
	}
	for _, f := range r.verdict.Findings {
		r.find(r.counterexample(ctx, f))
	}
	switch {
	case r.verdict.Vacuous:
		r.show(dedalus.Diagnostics{r.vacuous()})
	case r.verdict.Kind == verify.Unknown:
		r.show(dedalus.Diagnostics{text.Unknown(r.Subject(), r.Program.Program, r.verdict.Reason)})
	}
	return nil
}

// counterexample is one as a finding, with the steps of its run where there is time for them.
func (r *report) counterexample(ctx context.Context, f verify.Finding) sarif.Finding {
	found := sarif.Finding{Diagnostic: text.Found(r.Subject(), r.Program.Program, f)}
	if r.brief || r.output.form != asSARIF {
		return found
	}
	if run, err := r.RunAtEOT(ctx, f.Scenario); err == nil {
		x := f.Judged
		x.Run = run
		found.Flow, found.Steps = "The run with these faults: "+r.Subject().Command("run", f.Scenario), sarif.Steps(r.Program.Program, &x)
	}
	return found
}

// vacuous is the finding that the verdict says nothing.
func (r *report) vacuous() dedalus.Diagnostic {
	return text.Vacuous(r.Subject(), r.Program.Program, r.strict)
}

// json prints the report as JSON.
func (r *report) json(ctx context.Context) error {
	if err := r.list.rest(); err != nil {
		return err
	}
	out := wire.NewVerify(r.Datalog(), r.verdict, r.options, func(n *big.Int) string { return numeral.Exactly(ctx, n) })
	out.Certificate, out.Warnings, out.Elapsed = r.certificate.json(), wire.Diagnostics(r.raise(r.warnings)), wire.Seconds(r.elapsed)
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
