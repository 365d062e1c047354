package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/prototype"
	"molly/export/text"
	"molly/internal/atomicfile"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/verify"
	pages "molly/viz/report"
	"molly/viz/sample"
)

// reportFlags are the flags of molly report.
type reportFlags struct {
	searchFlags
	folder    string
	limit     int
	prototype bool
}

func (t *tool) reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report FILE…",
		Short: "Write a page that shows a verdict and its executions",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.report(c, &f, files) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.folder, "output", "o", "", "write the report to this `folder`")
	flags.IntVar(&f.limit, "limit", molly.DefaultReported, "show at most `N` executions")
	flagvalue.Among(c, &f.prototype, "format", "a page for people, or the files of Molly's prototype, for tools that read those", []string{"html", "molly"}, false, true)
	f.registerSearch(c)
	f.registerStrategy(c, "one counterexample for all that differ only in the names of nodes which the program treats alike")
	if err := c.MarkFlagDirname("output"); err != nil {
		panic(err)
	}
	return c
}

func (t *tool) report(c *cobra.Command, f *reportFlags, files []string) error {
	if f.folder == "" {
		return usageError("no output folder: give -o FOLDER")
	}
	page := pageFlag{folder: f.folder, limit: f.limit, name: "-o", prototype: f.prototype}
	if err := page.fits(); err != nil {
		return err
	}
	ctx := c.Context()
	e, err := f.begin(t, c, files) // which checks the bounds
	if err != nil {
		return err
	}
	f.options.All = true
	if err := f.listed(); err != nil {
		return usageError("%v", err)
	}
	f.unused(c, e)
	log := &sample.Log{Strategy: f.options.Strategy, Limit: f.limit}
	v, searchErr := log.Search(ctx, f.options, e.search)
	if v == nil {
		return e.failed(searchErr)
	}
	if errors.Is(searchErr, context.Canceled) {
		return &outcome{exitInterrupted, fmt.Sprintf("interrupted after %s: no report is written", numeral.Count(v.Executions, "execution"))}
	}
	e.warn(v.Warnings)
	page.hurried = process.IsBound(searchErr)
	shown, cancel := process.Late(ctx)
	defer cancel()
	if err := page.write(shown, e, f.options, v, log); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	e.show(e.warnings)
	written := text.Written{Folder: f.folder, File: "index.html", Result: page.written}
	if f.prototype {
		written.File = "runs.json"
	}
	if page.written.Cut != nil {
		written.Cut = classify(page.written.Cut).text
	}
	if searchErr != nil {
		written.Early = v.Reason
	}
	if err := text.Report(&e.Out, e.Program.Name(), v, written); err != nil {
		return err
	}
	if searchErr != nil || page.written.Cut != nil {
		return ended(exitInconclusive)
	}
	return nil
}

// pageFlag is where to write a report: --report of commands that search, and -o of molly
// report.
type pageFlag struct {
	name   string
	folder string
	limit  int
	// prototype asks for the prototype's folder instead of a page.
	prototype bool
	hurried   bool // a bound ended the search: what is not known already is not evaluated
	written   sample.Result
}

func (f *pageFlag) register(c *cobra.Command, what string) {
	f.name, f.limit = "--report", molly.DefaultReported
	c.Flags().StringVar(&f.folder, "report", "", "write a page that shows "+what+" to this `folder`, as molly report does")
	if err := c.MarkFlagDirname("report"); err != nil {
		panic(err)
	}
}

// fits refuses, before any work is done, a folder that cannot be written.
func (f *pageFlag) fits() error {
	if f.folder == "" {
		return nil
	}
	known := pages.IsReport
	if f.prototype {
		known = prototype.IsFolder
	}
	if err := atomicfile.Check(f.folder, known); err != nil {
		return usageError("%s %v", f.name, err)
	}
	return nil
}

// watch notes what a search does, where there will be a report.
func (f *pageFlag) watch(o *verify.Options) *sample.Log {
	log := &sample.Log{Strategy: o.Strategy, Limit: f.limit}
	if f.folder != "" {
		log.Watch(o)
	}
	return log
}

// search searches, and writes the report of that, where one is wanted. A search that ends early leaves
// none where the context of the report ended too.
func (f *pageFlag) search(searching, ctx context.Context, e *session, o verify.Options) error {
	if f.folder == "" {
		return nil
	}
	log := f.watch(&o)
	v, err := e.search(searching, o)
	switch {
	case v == nil:
		return e.failed(err)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return f.write(ctx, e, o, v, log)
}

// write writes the report of a search.
func (f *pageFlag) write(ctx context.Context, e *session, o verify.Options, v *verify.Verdict, log *sample.Log) (err error) {
	if f.folder == "" {
		return nil
	}
	p := terminal.NewProgress(e.Stderr, 0)
	defer p.End()
	defer e.Backstop.Unfinished(nil)
	f.written, err = e.Report(ctx, f.folder, v, molly.ReportOptions{
		Limit: f.limit, Prototype: f.prototype, Log: log, Search: o, Warnings: e.warnings, KnownOnly: f.hurried,
		Progress: func(number, of int) { p.Say(fmt.Sprintf("writing execution %d of %d", number, of)) },
		Large:    e.announce, Begun: e.Backstop.Unfinished,
	})
	var refused *atomicfile.Refused
	var wrong *verify.ProgramError
	switch {
	case errors.As(err, &refused):
		return usageError("%s %v", f.name, err)
	case errors.As(err, &wrong):
		return e.failed(err)
	}
	return err
}

// announce says that a report will be large.
func (e *session) announce(bytes, executions int) {
	e.show(dedalus.Diagnostics{dedalus.Warned("large-report", "the report will have about %d MB, for %s; a smaller --limit makes it smaller",
		(bytes+500_000)/1_000_000, numeral.Count(executions, "execution"))})
}
