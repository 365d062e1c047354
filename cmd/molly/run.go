package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"molly/eval"
	"molly/export/text"
	"molly/failure"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/verify"
)

// runFlags are the flags of run.
type runFlags struct {
	scenarioFlags
	clingo    string // the file with the answer that names the faults
	relations []string
	at        flagvalue.Number
	changes   bool
	format    runFormat
	path      pathFlag
}

func (t *tool) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE…",
		Short: "Run one execution and show everything that happens in it",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.run(c, &f, files) },
	}
	f.register(c)
	f.sources.registerJSON(c)
	flags := c.Flags()
	flags.StringVar(&f.clingo, "from-clingo", "", "run the last answer in this `file` of clingo's output (- is standard input)")
	flags.BoolVar(&t.style.EachLoss, "each-loss", false, "say lost messages one by one, also those that belong together")
	flags.StringArrayVar(&f.relations, "relation", nil, "show only this `relation` (repeatable)")
	flags.Var(&f.at, "at", "show only this time")
	f.format.register(c)
	f.path.register(c, "the execution")
	flags.BoolVar(&f.changes, "changes", false, "show what is new and what is gone at each time, not what holds")
	flagvalue.Complete(c, "relation")
	flagvalue.Complete(c, "at")
	return c
}

func (t *tool) run(c *cobra.Command, f *runFlags, files []string) error {
	if err := f.chooseFormat(c); err != nil {
		return err
	}
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	answered := c.Flags().Changed("from-clingo")
	scenario := f.scenario
	if answered {
		scenario = f.answer
	}
	sc, err := scenario(e)
	if err != nil {
		return err
	}
	x := &execution{session: e}
	if x.view, err = f.view(e); err != nil {
		return err
	}
	e.single = true
	if x.Judged, err = e.execute(t.Context(), sc); err != nil {
		return err
	}
	if answered && len(x.Violated) == 0 {
		e.warnings = append(e.warnings, text.Disagreement())
	}
	if err := f.format.print(x); err != nil {
		return err
	}
	if err := f.path.follow(x.session, &sc); err != nil {
		return err
	}
	if ended := context.Cause(t.Context()); ended != nil {
		return ended // what is printed may not be all
	}
	if len(x.Violated) > 0 {
		return ended(exitCounterexample)
	}
	return nil
}

// execution is a run with what is to be shown of it.
type execution struct {
	*session
	*verify.Judged
	view eval.View
}

// execute runs the program under one scenario, and adds what it shows to the warnings.
func (e *session) execute(ctx context.Context, sc failure.Scenario) (*verify.Judged, error) {
	x, err := e.Run(ctx, sc)
	if err != nil {
		return nil, e.failed(err)
	}
	e.warn(x.Warnings())
	return x, nil
}

// view is what the flags show of a run.
func (f *runFlags) view(e *session) (eval.View, error) {
	v, err := e.View(f.relations...)
	v.Changes = f.changes
	if err == nil && f.at.Given {
		if f.at.Value < 1 || f.at.Value > e.Spec.EOT {
			return v, usageError("--at %d: times go from 1 to EOT, which is %d", f.at.Value, e.Spec.EOT)
		}
		v.Times = []int{f.at.Value}
	}
	return v, err
}

// answer reads the scenario that clingo's output names.
func (f *runFlags) answer(e *session) (failure.Scenario, error) {
	if f.faults.Given() {
		return nil, usageError("--from-clingo names the faults of the run: --omit and --crash cannot add to them")
	}
	name := text.Quote(f.clingo)
	if f.clingo == "-" {
		name = "standard input"
		if slices.Contains(e.Program.Files, "-") {
			return nil, usageError("standard input cannot be both the program and clingo's output")
		}
	}
	output, err := e.ReadFile(f.clingo)
	switch {
	case process.IsBound(err):
		return nil, err
	case err != nil:
		return nil, usageError("--from-clingo: %v", err)
	}
	sc, err := e.Answer(output)
	if err != nil {
		return nil, usageError("--from-clingo: %s: %v", name, err)
	}
	return sc, nil
}
