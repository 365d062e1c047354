package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/export/prototype"
	"molly/internal/atomicfile"
	"molly/verify"
	pages "molly/viz/report"
)

// reportFlags are the flags of molly report.
type reportFlags struct {
	searchFlags
	folder    string
	limit     int
	prototype bool
}

// mostReported is how many executions a report has where nobody says.
const mostReported = 20

func (t *tool) reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report FILE…",
		Short: "Write a page that shows a verdict and its executions",
		Long: `Search as molly verify --all does, and write a folder with a page that shows what was found:
open index.html in it with a browser. It needs no network and no server.

The page has the verdict with its specification and invariant, and executions: the one without faults,
minimal counterexamples, and with --strategy ldfi others that the search ran, with what each tried and
taught. For each there is its space-time diagram, the lineage of its outcome, the difference
from the run without faults, its tables at each time with what is new and what is gone, and the
program, where pointing at a rule shows when it fires. ← and → walk through time, ↑ and ↓ through the
executions.

The page has --limit executions: counterexamples before others, and of these those that differ most, in
their faults and in what they violate; it says what it leaves out. The search ends when it has found 200
counterexamples, or as many as --limit, if that is more. Where the report becomes large, molly says how
large before it is.

With --format molly the folder has what Molly's prototype wrote, for tools that read it, such as Nemo:
runs.json, and for each run its diagram, and the lineage of pre and post (docs/report.md).

The folder is there whole or not at all. One that is there is replaced if it is empty or an earlier
report, and else refused. The same command writes the same bytes.

Of --timeout, the search gets three quarters; the rest is for the page, which has as many executions as
could be written.

Exit codes: 0 the report is written, whatever the verdict, 2 an error on the command line or in the program,
3 a bound ended the search or the writing: the report has what there was, and says so (without a message on
standard output there was nothing); 130 interrupted: nothing is written.`,
		Example: `  molly report delivery/classic -o classic-report
  molly report commit/2pc --crashes 1 --strategy ldfi -o 2pc-report
  molly report my.ded -t 6 -f 3 -c 1 -N a,b,c --limit 50 -o my-report
  molly report my.ded --format molly -o runs
  molly verify my.ded --report my-report`,
		Args: needsFiles,
		RunE: func(c *cobra.Command, files []string) error {
			return t.report(c, &f, files)
		},
	}
	f.sources.register(c)
	f.spec.register(c)
	o := &f.options
	flags := c.Flags()
	flags.StringVarP(&f.folder, "output", "o", "", "write the report to this `folder`")
	flags.IntVar(&f.limit, "limit", mostReported, "show at most `N` executions")
	choose(c, &f.prototype, "format", "a page for people, or the files of Molly's prototype, for tools that read those", parseReportFormat, "html", "molly")
	f.registerSearch(c)
	choose(c, &o.Strategy, "strategy", "how to choose the next scenario", verify.ParseStrategy, "symbolic", "ldfi", "exhaustive", "random")
	flags.BoolVar(&o.Group, "group", false, "one counterexample for all that differ only in the names of nodes which the program treats alike")
	flags.IntVar(&o.Width, "width", 0, "ldfi: explain an OR of at most `W` parts by all of them; 0 is the paper's loop, -1 has no bound")
	flags.Uint64Var(&o.Seed, "seed", 0, "random: the seed")
	flags.IntVar(&o.MaxExecutions, "max-executions", 0, fmt.Sprintf("end the search after so many executions (random: %d)", verify.DefaultMaxExecutions))
	if err := c.MarkFlagDirname("output"); err != nil {
		panic(err)
	}
	return c
}

func parseReportFormat(word string) (prototype bool, err error) {
	switch word {
	case "html":
		return false, nil
	case "molly":
		return true, nil
	}
	return false, errors.New("choose html or molly")
}

func (t *tool) report(c *cobra.Command, f *reportFlags, files []string) error {
	if f.folder == "" {
		return usageError("nothing says where the report shall go: give -o FOLDER")
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
	e.unused(c, "width", f.options.Strategy == verify.LDFI, "ldfi")
	e.unused(c, "seed", f.options.Strategy == verify.Random, "random")
	searching, cancel := mostOf(ctx)
	defer cancel()
	searching, enough := context.WithCancelCause(searching)
	defer enough(nil)
	seen := page.watch(&f.options)
	seen.enough = func() { enough(errEnough) }
	v, searchErr := e.search(searching, f.options)
	if v == nil {
		return e.failed(searchErr)
	}
	if errors.Is(searchErr, context.Canceled) {
		return &outcome{exitInterrupted, fmt.Sprintf("interrupted after %s: no report is written", count(v.Executions, "execution"))}
	}
	e.warn(v.Warnings)
	page.hurried = isBound(searchErr)
	shown, cancel := lateContext(ctx)
	defer cancel()
	if err := page.write(shown, e, f.options, v, seen); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	e.show(e.warnings)
	verdict, _ := verdictOf(e, v)
	file := "index.html"
	if f.prototype {
		file = "runs.json"
	}
	e.printf("%s\n%s: %s\n", verdict, filepath.Join(f.folder, file), count(page.shown, "execution"))
	for _, text := range page.without {
		e.printf("  %s\n", text)
	}
	if page.cut != nil {
		e.printf("  not all is written: %s\n", classify(page.cut).text)
	}
	early := searchErr != nil && !errors.Is(searchErr, errEnough)
	if early {
		e.printf("  the search ended early: %s\n", v.Reason)
	}
	if early || page.cut != nil {
		return ended(exitInconclusive)
	}
	return nil
}

// mostOf is a context that leaves a quarter of the time, to write what a search found.
func mostOf(ctx context.Context) (context.Context, context.CancelFunc) {
	end, bounded := ctx.Deadline()
	if !bounded {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-time.Until(end)/4))
}

// errEnough ends a search that has found enough counterexamples for a report.
var errEnough = errors.New("there are enough counterexamples for the report")

// pageFlag is where a report shall go: --report of commands that search, and -o of molly
// report.
type pageFlag struct {
	name   string
	folder string
	limit  int
	// prototype asks for the prototype's folder in the place of a page.
	prototype bool
	hurried   bool     // a bound ended the search
	shown     int      // executions
	without   []string // what is left out
	cut       error    // the bound that was met before all was written
}

func (f *pageFlag) register(c *cobra.Command, what string) {
	f.name, f.limit = "--report", mostReported
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

// watch notes what a search does, for the report.
func (f *pageFlag) watch(o *verify.Options) *seenRuns {
	s := &seenRuns{limit: f.limit, ldfi: o.Strategy == verify.LDFI}
	if f.folder == "" {
		return s
	}
	tell := o.Progress
	o.Progress = func(ev verify.Event) {
		s.tell(ev)
		if tell != nil {
			tell(ev)
		}
	}
	return s
}

// write writes the report of a search.
func (f *pageFlag) write(ctx context.Context, e *session, o verify.Options, v *verify.Verdict, seen *seenRuns) error {
	if f.folder == "" {
		return nil
	}
	r := &reporting{session: e, ctx: ctx, options: o, verdict: v, hurried: f.hurried}
	all := seen.all(v)
	var kept []seenRun
	var err error
	if f.prototype {
		kept, err = f.writePrototype(r, all)
	} else {
		kept, err = f.writePage(r, all)
	}
	var refused *atomicfile.Refused
	if errors.As(err, &refused) {
		return usageError("%s %v", f.name, err)
	}
	f.shown, f.without, f.cut = len(kept), leftOut(all, kept), r.cut
	return err
}

// writePage writes the page, and returns which runs it shows.
func (f *pageFlag) writePage(r *reporting, all []seenRun) ([]seenRun, error) {
	w, err := pages.NewWriter(f.folder)
	if err != nil {
		return nil, err
	}
	r.unfinished(w.Abandon)
	defer r.unfinished(nil)
	kept, err := r.write(all, f.limit, w.Bytes, func(run seenRun) error {
		x, err := r.execution(run)
		if err != nil {
			return err
		}
		return w.Add(x)
	})
	if err == nil {
		err = w.Close(r.head(leftOut(all, kept)))
	}
	if err != nil {
		w.Abandon()
	}
	return kept, err
}

// writePrototype writes the prototype's folder.
func (f *pageFlag) writePrototype(r *reporting, all []seenRun) ([]seenRun, error) {
	w, err := prototype.NewWriter(f.folder)
	if err != nil {
		return nil, err
	}
	r.unfinished(w.Abandon)
	defer r.unfinished(nil)
	kept, err := r.write(all, f.limit, w.Bytes, func(run seenRun) error {
		x, err := r.prototypeRun(run)
		if err != nil {
			return err
		}
		return w.Add(x)
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		w.Abandon()
	}
	return kept, err
}

// From so many bytes on, about, a report is announced before it is written; and this is the
// most that one has.
const (
	largeReport   = 20_000_000
	largestReport = 700_000_000
)

// sampled is how many executions tell how large the others are.
const sampled = 3

// write writes the executions one by one, as many as limit and largestReport allow, and
// returns which they are.
func (r *reporting) write(all []seenRun, limit int, bytes func() int, add func(seenRun) error) ([]seenRun, error) {
	p := newProgress(r.stderr, verify.Options{})
	defer p.end()
	kept := different(all, limit)
	first := 0 // the bytes of the first one, which has most of what all have in common
	for i := 0; i < len(kept); i++ {
		p.say(fmt.Sprintf("writing execution %d of %d", i+1, len(kept)))
		switch i {
		case 1:
			first = bytes()
		case sampled:
			each := max(1, (bytes()-first)/(sampled-1))
			if room := sampled + max(0, largestReport-bytes())/each; room < len(kept) {
				kept = kept[:room]
			}
			r.announce(bytes()+(len(kept)-sampled)*each, len(kept))
		}
		if i == len(kept) {
			break
		}
		err := add(kept[i])
		if ended := context.Cause(r.ctx); ended != nil {
			if i == 0 || errors.Is(ended, context.Canceled) {
				return nil, ended
			}
			r.cut = ended
			return kept[:i], nil
		}
		if err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// announce says that a report will be large.
func (r *reporting) announce(bytes, executions int) {
	if bytes < largeReport {
		return
	}
	r.show(dedalus.Diagnostics{{
		Severity: dedalus.Warning, Code: "large-report", Width: 1,
		Message: fmt.Sprintf("the report will have about %d MB, for %s; a smaller --limit makes it smaller", (bytes+500_000)/1_000_000, count(executions, "execution")),
	}})
}
