package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"molly"
	"molly/circuit/bdd"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/verify"
	"molly/viz/view"
)

// countFlags are the flags of count.
type countFlags struct {
	searchFlags
	rates    verify.Rates
	curve    flagvalue.Span
	steps    int
	maxNodes int
	plot     pictureFlag
}

func (t *tool) countCommand() *cobra.Command {
	var f countFlags
	c := &cobra.Command{
		Use:   "count FILE…",
		Short: "Count the scenarios that violate the invariant, and say how likely they are",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.count(c, &f, files) },
	}
	flagvalue.TwiceRate(c, &f.spec.Wider, &f.rates.Copy, "messages may arrive a second time: yes, no, or with which probability one that is not lost does")
	f.register(c)
	flags := c.Flags()
	flagvalue.Probability(c, &f.rates.Loss, "loss", "the probability that a message is lost (0, if only other rates are given)")
	flagvalue.Probability(c, &f.rates.Crash, "crash", "the probability that a node crashes at a time (0, if only other rates are given)")
	flagvalue.Probability(c, &f.rates.Late, "late", "the probability that a message that is not lost is late")
	flagvalue.Probability(c, &f.rates.Restart, "restart", "the probability that a node that crashes comes back, if it may")
	flags.Var(&f.curve, "curve", "a range of loss rates, such as 0.001..0.1: print CSV")
	flags.IntVar(&f.steps, "steps", 10, "the number of rates of the --curve, each a constant factor above the one before")
	flags.IntVar(&f.maxNodes, "max-nodes", bdd.DefaultMaxNodes, "give up beyond this many nodes of the decision diagram (70 bytes each)")
	f.plot.register(c, "the --curve")
	f.plot.sized(c)
	flagvalue.Complete(c, "curve")
	return c
}

// check refuses flags that mean nothing without --curve.
func (f *countFlags) check(c *cobra.Command) error {
	switch curve := c.Flags().Changed("curve"); {
	case curve && f.rates.Loss != "":
		return usageError("--curve is a range of loss rates: leave --loss out")
	case !curve && c.Flags().Changed("steps"):
		return usageError("--steps is for --curve")
	case c.Flags().Changed("width") && len(f.plot.paths) == 0:
		return usageError("--width is for --draw")
	case !curve && len(f.plot.paths) > 0:
		return usageError("--draw is for --curve")
	}
	return f.plot.fits()
}

func (t *tool) count(c *cobra.Command, f *countFlags, files []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	start := time.Now()
	tally, chances, err := e.count(f)
	elapsed := time.Since(start)
	var large *bdd.TooLargeError
	if errors.As(err, &large) {
		err = &outcome{exitInconclusive, "too large to count: " + err.Error() + "\nTo raise the bound: --max-nodes"}
	}
	if err != nil {
		return e.failed(err)
	}
	if len(f.plot.targets) > 0 {
		title := fmt.Sprintf("%s under %v, crashes with %s", e.Program.Name(), e.Spec, chances[0].Crash)
		if err := t.writePicture(view.Chances(title, chances, f.plot.style()), &figureFlags{width: f.plot.width}, f.plot.targets, ""); err != nil {
			return err
		}
	}
	if f.sources.json {
		out := wire.NewCount(tally, chances)
		out.Warnings, out.Elapsed = wire.Diagnostics(e.warnings), wire.Seconds(elapsed)
		return wire.Encode(&t.Out, out)
	}
	e.show(e.warnings)
	if f.curve.String() != "" {
		return text.Curve(&t.Out, chances)
	}
	return text.Count(&t.Out, t.style, e.Subject(), tally, chances, elapsed)
}

// count counts, and weighs what it counted at the rates that the flags give.
func (e *session) count(f *countFlags) (*verify.Tally, []verify.ChanceAt, error) {
	p := newProgress(e.Stderr, f.options)
	defer p.End()
	tally, err := e.Count(e.Context(), molly.CountOptions{MaxNodes: f.maxNodes, Progress: p.Tell})
	if err != nil {
		return nil, nil, err
	}
	e.warn(tally.Warnings)
	var losses []string
	switch {
	case f.curve.String() != "":
		losses = f.curve.Rates(f.steps)
	case f.rates != verify.Rates{}:
		losses = []string{f.rates.Loss}
	}
	chances, err := tally.Curve(e.Context(), losses, f.rates)
	return tally, chances, err
}
