package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/sweep"
	"molly/verify"
)

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	sources sources
	nodes   flagvalue.Nodes
	wider   flagvalue.Wider
	crashes flagvalue.Interval
	maxEOT  int
	grid    bool
	shifts  flagvalue.Shifts
	journal string
	options verify.Options
	picture pictureFlag
	page    pageFlag
}

func (t *tool) sweepCommand() *cobra.Command {
	f := sweepFlags{crashes: flagvalue.Interval{From: 0, To: 1}}
	c := &cobra.Command{
		Use:   "sweep FILE…",
		Short: "Find the smallest failure specification that breaks a program, or the largest that does not",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.sweep(c, &f, files) },
	}
	f.sources.register(c)
	f.sources.registerJSON(c)
	flags := c.Flags()
	flags.VarP(&f.nodes, "nodes", "N", "the nodes of a run")
	flags.VarP(&f.crashes, "crashes", "c", "how many nodes may crash: one number, or from..to")
	f.wider.Register(c)
	flags.IntVar(&f.maxEOT, "max-eot", 20, "the largest EOT")
	flags.BoolVar(&f.grid, "grid", false, "decide the whole table, not just the path")
	flags.Var(&f.shifts, "shift", "sweep with the facts of a relation at other times, such as 'bcast@1..4' (repeatable: all combinations)")
	flags.StringVar(&f.journal, "journal", "", "write each decision to `file`, and continue from those in it")
	flagvalue.Choose(c, &f.options.Solver, "solver", "the SAT solver", solver.ParseBackend, "gini", "gophersat")
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
	flags.Var(flagvalue.Former{Flag: flags.Lookup("timeout")}, "for", "the same as --timeout")
	flags.Lookup("for").Hidden = true
	f.picture.register(c, "the first counterexample")
	f.page.register(c, "the first specification that breaks")
	return c
}

func (t *tool) sweep(c *cobra.Command, f *sweepFlags, files []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	if f.maxEOT < 1 || f.maxEOT > dedalus.LargestEOT {
		return usageError("--max-eot %d: it is a time from 1 to %d", f.maxEOT, dedalus.LargestEOT)
	}
	if f.grid || len(f.shifts.List) > 0 {
		if len(f.picture.paths) > 0 {
			return usageError("--draw draws the result of the path: it does not go with --grid or --shift")
		}
		if f.page.folder != "" {
			return usageError("--report is for the result of the path: it does not go with --grid or --shift")
		}
	}
	if err := cmp.Or(f.picture.fits(), f.page.fits()); err != nil {
		return err
	}
	e, err := t.begin(f.sources, molly.Options{
		EOT: &f.maxEOT, EFF: &f.maxEOT, Crashes: &f.crashes.To, Nodes: f.nodes.List,
		Outcomes: f.options.Outcomes, Solver: f.options.Solver, MaxFacts: f.options.MaxFacts,
	}.With(f.wider.Settings()), files)
	if err != nil {
		return err
	}
	plan := sweep.Plan{Options: sweep.Options{MaxEOT: f.maxEOT, MinCrashes: f.crashes.From, MaxCrashes: f.crashes.To}, Grid: f.grid}
	if plan.Variants, err = sweep.Variants(e.Datalog(), f.shifts.List); err != nil {
		return err
	}
	if f.journal != "" {
		if plan.Journal, err = e.OpenJournal(f.journal); err != nil {
			var system *fs.PathError
			if errors.As(err, &system) {
				err = fmt.Errorf("--journal: %w", err)
			}
			return err
		}
		defer plan.Journal.Close()
	}
	e.show(e.warnings)
	e.warnings = nil // they are shown
	// say writes a part of the result at once: a sweep takes its time, and what is decided is worth
	// reading.
	say := func(write func(io.Writer) error) {
		if !f.sources.json {
			_ = write(&e.Out) // a buffer takes everything
			_ = e.Flush()     // the end of the command says what went wrong
		}
	}
	say(func(w io.Writer) error { return text.SweepTitle(w, e.Subject(), plan.Options) })
	result, err := e.SweepAll(c.Context(), plan, func(done sweep.Event) {
		say(func(w io.Writer) error { return text.Swept(w, e.style, e.Subject(), plan.Options, done) })
	})
	if err != nil {
		return err
	}
	if err := f.pictures(c.Context(), *e, result.Broken()); err != nil {
		return err
	}
	say(func(w io.Writer) error { return text.SweepEnd(w, e.style, f.grid, result.Stopped, f.journal) })
	if f.sources.json {
		if err := wire.Encode(&e.Out, wire.NewSweep(e.Program.Files, e.Nodes, plan.Options, result)); err != nil {
			return err
		}
	}
	return ended(sweepCode(result))
}

// pictures reports and draws the first specification that breaks, if there is one.
func (f *sweepFlags) pictures(ctx context.Context, e session, broken *sweep.Cell) (err error) {
	var found *failure.Scenario
	if broken != nil {
		found = &broken.Scenario
		if e.Question, err = e.Under(broken.Spec); err != nil {
			return err
		}
		if err := f.page.search(ctx, ctx, &e, f.options); err != nil { // it searches, and the picture shares what that evaluates
			return err
		}
	}
	err = f.picture.draw(ctx, &e, found)
	e.show(e.warnings)
	if err == nil && broken == nil && f.page.folder != "" {
		e.show(dedalus.Diagnostics{dedalus.Warned("nothing-reported", "--report: no specification breaks, and nothing is written")})
	}
	return err
}

// sweepCode is the exit code, the one that says most.
func sweepCode(r *sweep.Result) int {
	switch {
	case errors.Is(r.Stopped, context.Canceled):
		return exitInterrupted
	case r.Has(sweep.Overflows):
		return exitUsage
	case r.Has(sweep.Broken):
		return exitCounterexample
	case r.Stopped != nil, r.Has(sweep.NoGoodRun):
		return exitInconclusive
	}
	return exitOK
}
