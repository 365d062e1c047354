package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/internal/watch"
	"molly/verify"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	searchFlags
	strict      bool
	certificate certificate
	picture     pictureFlag
	page        pageFlag
	path        pathFlag

	found *report // what the search ended with, for who wants to compare it with another one
}

func (t *tool) verifyCommand() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify FILE…",
		Short: "Search a failure specification for a counterexample, or certify that there is none",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.verify(c, &f, files) },
	}
	f.registerSearch(c)
	t.registerOutput(c, &f.sources.json)
	o := &f.options
	f.registerStrategy(c, "with --all: one for all that differ only in the names of nodes which the program treats alike")
	flags := c.Flags()
	flags.BoolVar(&o.All, "all", false, "list every minimal counterexample, the smallest first, each as soon as it is found")
	flagvalue.Choose(c, &o.IgnoreNegation, "negation", "ldfi: how its formulas treat negation", verify.ParseIgnoreNegation, "exact", "ignore")
	flags.BoolVar(&f.strict, "strict", false, "a vacuous result counts as inconclusive (exit code 3)")
	flags.BoolVar(&t.style.EachLoss, "each-loss", false, "say lost messages one by one, also those that belong together")
	f.certificate.register(c)
	f.picture.register(c, "the counterexample")
	f.page.register(c, "the result")
	f.path.register(c, "the counterexample")
	return c
}

func (t *tool) verify(c *cobra.Command, f *verifyFlags, files []string) error {
	ctx := c.Context()
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	if err := f.listed(); err != nil {
		return usageError("%v", err)
	}
	for _, fits := range []func() error{f.certificate.fits, f.picture.fits, f.page.fits} {
		if err := fits(); err != nil {
			return err
		}
	}
	f.options.IgnoreNegation = f.options.IgnoreNegation && f.options.Strategy == verify.LDFI
	f.unused(c, e)
	r := &report{session: e, options: f.options, strict: f.strict, certificate: f.certificate}
	if f.options.All && t.output.form != asSARIF {
		r.list = &listing{report: r, json: f.sources.json}
		r.options.Progress = r.list.tell
	}
	log := f.page.watch(&r.options)
	start := time.Now()
	r.verdict, r.err = e.search(ctx, r.options)
	r.elapsed = time.Since(start)
	if r.verdict == nil {
		return e.failed(r.err)
	}
	f.found = r
	e.warn(r.verdict.Warnings)
	if errors.Is(context.Cause(ctx), watch.ErrChanged) {
		return watch.ErrChanged
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	f.page.hurried = process.IsBound(r.err)
	shown, cancel := process.Late(ctx)
	defer cancel()
	if err := r.certificate.make(shown, e, r.verdict); err != nil {
		return err
	}
	if err := f.picture.draw(shown, e, firstFound(r.verdict)); err != nil {
		if shown.Err() == nil {
			return err
		}
		e.givenUp("nothing-drawn", "--draw", context.Cause(shown)) // the verdict is there
	}
	if err := f.page.write(shown, e, r.options, r.verdict, log); err != nil {
		if shown.Err() == nil {
			return err
		}
		e.givenUp("nothing-reported", f.page.name, context.Cause(shown))
	} else if f.page.written.Cut != nil {
		e.note("cut-report", "--report: only %s written: %s", numeral.Count(f.page.written.Shown, "execution"), classify(f.page.written.Cut).text)
	}
	if t.output.form != asJSON {
		r.show(r.warnings)
	}
	if err := r.print(shown); err != nil {
		return err
	}
	if err := f.path.follow(e, firstFound(r.verdict)); err != nil {
		return err
	}
	return ended(r.code(ctx))
}

// settle notes the verdict without what is found out about it later: the end of the time
// does not take it away.
func (r *report) settle(ctx context.Context) error {
	if r.list != nil {
		return nil // the list so far is printed
	}
	brief := *r
	brief.brief = true
	if r.certificate.file != "" {
		brief.certificate.err = errors.New("it took too long")
	}
	before := r.output // what follows says it again
	if r.output.form >= asSARIF {
		r.show(r.warnings)
	} else {
		r.raise(r.warnings)
	}
	err := brief.print(ctx)
	if r.output.form == asSARIF {
		r.log(&outcome{code: r.counted(r.code(ctx))})
	}
	r.tool.Settle(r.counted(r.code(ctx)))
	r.output = before
	return err
}

// givenUp warns that something was not written because of a timeout.
func (e *session) givenUp(code, flag string, why error) {
	e.note(code, "%s: nothing was written: %s", flag, classify(why).text)
}

// search verifies and shows how far it is.
func (e *session) search(ctx context.Context, o verify.Options) (*verify.Verdict, error) {
	tell := o.Progress
	var p progress
	if tell == nil || !terminal.Is(e.Stdout) { // else a list shows how far it is
		p = newProgress(e.Stderr, o)
		defer p.End()
	}
	o.Progress = func(ev verify.Event) {
		p.Tell(ev)
		if tell != nil {
			tell(ev)
		}
	}
	return e.Verify(ctx, o)
}

// report is how a search ended.
type report struct {
	*session
	options verify.Options
	strict  bool
	verdict *verify.Verdict
	err     error // why the search is not complete
	brief   bool  // print the verdict without its explanation
	elapsed time.Duration

	list        *listing // of --all
	certificate certificate
}

// code is the exit code.
func (r *report) code(ctx context.Context) int {
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return exitInterrupted
	case r.verdict.Kind == verify.Counterexample:
		return exitCounterexample
	case r.verdict.Kind == verify.Unknown, r.strict && r.verdict.Vacuous, r.certificate.err != nil:
		return exitInconclusive
	}
	return exitOK
}
