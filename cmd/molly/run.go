package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/internal/flagvalue"
	"molly/internal/nearest"
	"molly/internal/process"
	"molly/verify"
)

// runFlags are the flags of run.
type runFlags struct {
	sources   sources
	spec      specification
	faults    faultFlags
	clingo    string // the file with the answer that names the faults
	relations []string
	at        flagvalue.Number
	changes   bool
	format    runFormat
	options   verify.Options // of the question
}

func (t *tool) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE…",
		Short: "Run one execution and show everything that happens in it",
		Args:  needsFiles,
		RunE: func(c *cobra.Command, files []string) error {
			return t.run(c, &f, files)
		},
	}
	f.sources.register(c)
	f.sources.registerJSON(c)
	f.spec.register(c)
	f.faults.register(c)
	flags := c.Flags()
	flags.StringVar(&f.clingo, "from-clingo", "", "run the last answer in this `file` of clingo's output (- is standard input)")
	flags.StringArrayVar(&f.relations, "relation", nil, "show only this `relation` (repeatable)")
	flags.Var(&f.at, "at", "show only this time")
	flagvalue.Choose(c, &f.format, "format", "how to print it: for people; as JSON; as a log for ShiViz; in the Informal Trace Format of TLA+ and Quint tools", parseRunFormat, runFormats...)
	flags.BoolVar(&f.changes, "changes", false, "show what is new and what is gone at each time, not what holds")
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
	chooseOutcomes(c, &f.options.Outcomes)
	flagvalue.Complete(c, "relation")
	flagvalue.Complete(c, "at")
	return c
}

func (t *tool) run(c *cobra.Command, f *runFlags, files []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	format, err := f.chosen(c)
	if err != nil {
		return err
	}
	e, err := t.begin(f.sources, f.spec.options(f.options), files)
	if err != nil {
		return err
	}
	x, err := e.execution(c, f)
	if err != nil {
		return err
	}
	if err := x.print(format); err != nil {
		return err
	}
	if ended := context.Cause(x.ctx); ended != nil {
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
	scenario failure.Scenario
	view     eval.View
}

// execution runs the program once.
func (e *session) execution(c *cobra.Command, f *runFlags) (*execution, error) {
	x := &execution{session: e, view: eval.View{Changes: f.changes}}
	var err error
	if c.Flags().Changed("from-clingo") {
		x.scenario, err = e.answer(f)
	} else {
		x.scenario, err = f.faults.scenario(e.Question)
	}
	if err != nil {
		return nil, err
	}
	if x.view.Relations, err = e.relations(f.relations); err != nil {
		return nil, err
	}
	if x.view.Times, err = e.times(f.at); err != nil {
		return nil, err
	}
	e.single = true
	if x.Judged, err = e.execute(c.Context(), x.scenario); err != nil {
		return nil, err
	}
	if c.Flags().Changed("from-clingo") && len(x.Violated) == 0 {
		e.disagree()
	}
	return x, nil
}

// relations finds relations by name; all of them where no name is given.
func (e *session) relations(asked []string) ([]datalog.RelID, error) {
	var known []string
	var list []datalog.RelID
	for i, r := range e.Datalog().Relations {
		known = append(known, r.Name)
		list = append(list, datalog.RelID(i))
	}
	if len(asked) == 0 {
		return list, nil
	}
	list = nil
	for _, name := range asked {
		r, ok := e.Datalog().Lookup(name)
		if !ok {
			return nil, e.noRelation(name, known)
		}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list, nil
}

func (e *session) noRelation(name string, known []string) error {
	if near := nearest.Word(name, known); near != "" {
		return usageError("the program has no relation %s\nDid you mean %s?", quote(name), near)
	}
	return usageError("the program has no relation %s", quote(name))
}

// times are those that are shown.
func (e *session) times(at flagvalue.Number) ([]int, error) {
	if at.Given {
		if at.Value < 1 || at.Value > e.Spec.EOT {
			return nil, usageError("--at %d: times go from 1 to EOT, which is %d", at.Value, e.Spec.EOT)
		}
		return []int{at.Value}, nil
	}
	var list []int
	for t := 1; t <= e.Spec.EOT; t++ {
		list = append(list, t)
	}
	return list, nil
}
