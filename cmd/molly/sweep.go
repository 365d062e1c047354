package main

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/export/text"
	"molly/export/wire"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/flagvalue"
	"molly/sweep"
	"molly/verify"
	"molly/verify/certify"
)

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	sources sources
	nodes   flagvalue.Nodes
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
		RunE: func(c *cobra.Command, files []string) error {
			return t.sweep(c, &f, files)
		},
	}
	f.sources.register(c)
	f.sources.registerJSON(c)
	flags := c.Flags()
	flags.VarP(&f.nodes, "nodes", "N", "the nodes of a run")
	flags.VarP(&f.crashes, "crashes", "c", "how many nodes may crash: one number, or from..to")
	flags.IntVar(&f.maxEOT, "max-eot", 20, "the largest EOT")
	flags.BoolVar(&f.grid, "grid", false, "decide the whole table, not just the path")
	flags.Var(&f.shifts, "shift", "sweep with the facts of a relation at other times, such as 'bcast@1..4' (repeatable: all combinations)")
	flags.StringVar(&f.journal, "journal", "", "write each decision to `file`, and continue from those in it")
	flagvalue.Choose(c, &f.options.Solver, "solver", "the SAT solver", solver.ParseBackend, "gini", "gophersat")
	chooseOutcomes(c, &f.options.Outcomes)
	boundSize(c, &f.options.MaxFacts)
	boundTime(c)
	flags.Var(flagvalue.Former{Flag: flags.Lookup("timeout")}, "for", "the same as --timeout")
	flags.Lookup("for").Hidden = true
	f.picture.register(c, "the first counterexample")
	f.page.register(c, "the first specification that breaks")
	return c
}

// sweeping is a sweep in progress.
type sweeping struct {
	*session
	flags   *sweepFlags
	journal *sweep.Journal
	json    wire.Sweep
	code    int
	broken  *sweep.Cell // the first result of a path that breaks
}

func (t *tool) sweep(c *cobra.Command, f *sweepFlags, files []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	if f.maxEOT < 1 || f.maxEOT > dedalus.LargestEOT {
		return usageError("--max-eot %d: it is a time from 1 to %d", f.maxEOT, dedalus.LargestEOT)
	}
	if len(f.picture.paths) > 0 && (f.grid || len(f.shifts.List) > 0) {
		return usageError("--draw draws the result of the path: it does not go with --grid or --shift")
	}
	if f.page.folder != "" && (f.grid || len(f.shifts.List) > 0) {
		return usageError("--report is for the result of the path: it does not go with --grid or --shift")
	}
	if err := f.picture.fits(); err != nil {
		return err
	}
	if err := f.page.fits(); err != nil {
		return err
	}
	spec := specification{
		eot: flagvalue.Number{Value: f.maxEOT, Given: true}, eff: flagvalue.Number{Value: f.maxEOT, Given: true}, crashes: flagvalue.Number{Value: f.crashes.To, Given: true}, nodes: f.nodes,
	}
	e, err := t.begin(f.sources, spec.options(f.options), files)
	if err != nil {
		return err
	}
	variants, err := sweep.Variants(e.Datalog(), f.shifts.List)
	if err != nil {
		return err
	}
	s := &sweeping{session: e, flags: f}
	s.json = wire.Sweep{Schema: wire.Schema, Program: e.Program.Files, Nodes: e.Nodes, MaxEOT: f.maxEOT, Crashes: [2]int{f.crashes.From, f.crashes.To}}
	if f.journal != "" {
		if s.journal, err = s.openJournal(f.journal); err != nil {
			return err
		}
		defer s.journal.Close()
	}
	ctx := c.Context()
	e.show(e.warnings)
	s.say(func(w io.Writer) error { return text.SweepTitle(w, e.Subject(), s.over()) })
	for _, v := range variants {
		if err := s.variant(ctx, v); err != nil {
			return err
		}
	}
	if err := s.pictures(ctx); err != nil {
		return err
	}
	if f.sources.json {
		if err := e.encode(s.json); err != nil {
			return err
		}
	} else {
		s.say(func(w io.Writer) error { return text.SweepEnd(w, s.style, f.grid, s.json.Stopped, f.journal) })
	}
	return ended(s.code)
}

// openJournal opens or begins the journal of the sweep.
func (s *sweeping) openJournal(name string) (*sweep.Journal, error) {
	j, err := sweep.OpenJournal(name, sweep.Subject{Program: certify.Digest(s.Program.Program), Nodes: s.Nodes, Outcomes: s.Outcomes})
	var wrong *sweep.JournalError
	var system *fs.PathError
	switch {
	case errors.As(err, &wrong) && wrong.Line > 0:
		err = usageError("%s:%d: %v", quote(name), wrong.Line, wrong)
	case errors.As(err, &wrong):
		err = usageError("%s %v", quote(name), wrong)
	case errors.As(err, &system):
		err = usageError("--journal: %v", err)
	}
	return j, err
}

// say writes a part of the result at once: a sweep takes its time, and what is decided is worth
// reading. Nothing is written so where JSON is wanted.
func (s *sweeping) say(write func(io.Writer) error) {
	if s.flags.sources.json {
		return
	}
	_ = write(&s.out) // a buffer takes everything
	_ = s.flush()     // the end of the command says what went wrong
}

// over is what is swept.
func (s *sweeping) over() sweep.Options {
	return sweep.Options{MaxEOT: s.flags.maxEOT, MinCrashes: s.flags.crashes.From, MaxCrashes: s.flags.crashes.To}
}

// variant sweeps the program with its facts at certain times.
func (s *sweeping) variant(ctx context.Context, v sweep.Variant) error {
	o := s.over()
	o.Known = s.journal.Known(v.Name())
	o.Asked = func(c sweep.Cell) error { return s.journal.Write(v.Name(), c) }
	w, err := s.Sweep(o, v...)
	if err != nil {
		return err
	}
	s.json.Variant(v.Name())
	if len(v) > 0 {
		s.say(func(w io.Writer) error { return text.Section(w, s.style, v.Name()) })
	}
	if s.flags.grid {
		return s.table(ctx, w)
	}
	for crashes := s.flags.crashes.From; crashes <= s.flags.crashes.To; crashes++ {
		if err := s.path(ctx, w, crashes); err != nil {
			return err
		}
	}
	return nil
}

func (s *sweeping) path(ctx context.Context, w *sweep.Sweep, crashes int) error {
	s.say(func(w io.Writer) error { return text.PathTitle(w, s.style, crashes) })
	p := w.Path(ctx, crashes, func(c sweep.Cell) {
		s.say(func(w io.Writer) error { return text.PathStep(w, s.style, c) })
	})
	if p.Err != nil {
		if err := s.stopped(p.Err); err != nil {
			return err
		}
	}
	switch p.Ending {
	case sweep.Broken:
		s.worse(exitCounterexample)
		if s.broken == nil {
			s.broken = p.Minimal
		}
	case sweep.NoGoodRun:
		s.worse(exitInconclusive)
	case sweep.Overflows:
		s.worse(exitUsage)
	}
	s.json.Path(p)
	s.say(func(w io.Writer) error { return text.PathEnd(w, s.style, s.flags.maxEOT, p, s.json.Stopped) })
	if p.Ending == sweep.Broken && len(s.flags.shifts.List) == 0 { // else the file has other times than the sweep
		s.say(func(w io.Writer) error { return text.PathReplay(w, s.Subject(), *p.Minimal) })
	}
	return nil
}

// pictures draws the first specification that breaks, and reports it.
func (s *sweeping) pictures(ctx context.Context) error {
	e := *s.session
	if s.broken == nil {
		if err := s.draw(ctx, e); err != nil {
			return err
		}
		return s.report(ctx, e)
	}
	broken, err := e.Under(s.broken.Spec)
	if err != nil {
		return err
	}
	e.Question = broken
	if err := s.report(ctx, e); err != nil { // it searches, and the picture shares what that evaluates
		return err
	}
	return s.draw(ctx, e)
}

// draw draws the counterexample of the first path that breaks.
func (s *sweeping) draw(ctx context.Context, e session) error {
	e.warnings = nil // they were shown
	var found *failure.Scenario
	if s.broken != nil {
		found = &s.broken.Scenario
	}
	err := s.flags.picture.draw(ctx, &e, found)
	e.show(e.warnings)
	return err
}

// report writes a report of the first specification that breaks.
func (s *sweeping) report(ctx context.Context, e session) error {
	page := &s.flags.page
	if page.folder == "" {
		return nil
	}
	e.warnings = nil // they were shown
	if s.broken == nil {
		e.show(dedalus.Diagnostics{{
			Severity: dedalus.Warning, Code: "nothing-reported", Width: 1, Message: "--report: no specification breaks, and nothing is written",
		}})
		return nil
	}
	o := s.flags.options
	seen := page.watch(&o)
	v, err := e.search(ctx, o)
	if v == nil {
		return e.failed(err)
	}
	return page.write(ctx, &e, o, v, seen)
}

func (s *sweeping) table(ctx context.Context, w *sweep.Sweep) error {
	s.say(func(w io.Writer) error { return text.TableHead(w, s.over()) })
	err := w.Grid(ctx, func(r sweep.Row) {
		s.json.Row(r)
		s.say(func(w io.Writer) error { return text.TableRow(w, s.style, s.over(), r) })
	})
	if err != nil {
		return s.stopped(err)
	}
	return nil
}

// stopped takes note of a bound that ended the sweep; other errors are given back.
func (s *sweeping) stopped(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		s.worse(exitInterrupted)
		s.json.Stopped = "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		s.worse(exitInconclusive)
		s.json.Stopped = "timed out"
	case sweep.IsBound(err):
		s.worse(exitInconclusive)
		s.json.Stopped = err.Error()
	default:
		return err
	}
	return nil
}

// worse makes the exit code the one that says most: an interrupt, an error of the
// program, a counterexample, an inconclusive end, in this order.
func (s *sweeping) worse(code int) {
	order := []int{exitOK, exitInconclusive, exitCounterexample, exitUsage, exitInterrupted}
	for _, c := range order {
		if c == s.code {
			s.code = code
			return
		}
		if c == code {
			return
		}
	}
}
