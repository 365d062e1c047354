package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"molly"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	counts "molly/circuit/bdd"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/verify"
	"molly/viz/scene"
	"molly/viz/view"
)

// countFlags are the flags of count.
type countFlags struct {
	searchFlags
	loss, crash flagvalue.Rate
	curve       flagvalue.Span
	steps       int
	maxNodes    int
	plot        pictureFlag
}

func (t *tool) countCommand() *cobra.Command {
	var f countFlags
	c := &cobra.Command{
		Use:   "count FILE…",
		Short: "Count the scenarios that violate the invariant, and say how likely they are",
		Args:  needsFiles,
		RunE: func(c *cobra.Command, files []string) error {
			return t.count(c, &f, files)
		},
	}
	f.register(c)
	flags := c.Flags()
	flags.Var(&f.loss, "loss", "the probability that a message is lost (0, if only --crash is given)")
	flags.Var(&f.crash, "crash", "the probability that a node crashes at a time (0, if only --loss is given)")
	flags.Var(&f.curve, "curve", "a range of loss rates, such as 0.001..0.1: print CSV")
	flags.IntVar(&f.steps, "steps", 10, "the number of rates of the --curve, each a constant factor above the one before")
	flags.IntVar(&f.maxNodes, "max-nodes", counts.DefaultMaxNodes, "give up beyond this many nodes of the decision diagram (70 bytes each)")
	f.plot.register(c, "the --curve")
	flagvalue.Complete(c, "loss")
	flagvalue.Complete(c, "crash")
	flagvalue.Complete(c, "curve")
	return c
}

func (t *tool) count(c *cobra.Command, f *countFlags, files []string) error {
	if f.curve.String() != "" && f.loss.Text != "" {
		return usageError("--curve is a range of loss rates: leave --loss out")
	}
	if c.Flags().Changed("steps") && f.curve.String() == "" {
		return usageError("--steps is for --curve")
	}
	if len(f.plot.paths) > 0 && f.curve.String() == "" {
		return usageError("--draw is for --curve")
	}
	if err := f.plot.fits(); err != nil {
		return err
	}
	ctx := c.Context()
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	r := &counted{session: e, flags: f}
	start := time.Now()
	if err := r.count(ctx); err != nil {
		return e.failed(countError(err))
	}
	r.elapsed = time.Since(start)
	if len(f.plot.targets) > 0 {
		if err := t.writePicture(r.picture(), flagvalue.Length{}, f.plot.targets, "SVG has no such limit"); err != nil {
			return err
		}
	}
	switch {
	case f.sources.json:
		return r.json()
	case f.curve.String() != "":
		e.show(e.warnings)
		return text.Curve(&t.out, r.chances)
	}
	e.show(e.warnings)
	return text.Count(&t.out, t.style, e.Subject(), r.Tally, r.chances, r.elapsed)
}

// countError says which bound a count met.
func countError(err error) error {
	var large *counts.TooLargeError
	if errors.As(err, &large) {
		return &outcome{exitInconclusive, "too large to count: " + err.Error() + "\nTo raise the bound: --max-nodes"}
	}
	return err
}

// counted is the result of count.
type counted struct {
	*session
	*verify.Tally
	flags   *countFlags
	chances []text.Chance
	elapsed time.Duration
}

// count counts and weighs.
func (r *counted) count(ctx context.Context) error {
	p := newProgress(r.stderr, r.flags.options)
	defer p.end()
	var err error
	if r.Tally, err = r.Count(ctx, molly.CountOptions{MaxNodes: r.flags.maxNodes, Progress: p.tell}); err != nil {
		return err
	}
	r.warn(r.Tally.Warnings)
	loss := []string{r.flags.loss.Text}
	if r.flags.curve.String() != "" {
		loss = r.flags.curve.Rates(r.flags.steps)
	} else if r.flags.loss.Text == "" && r.flags.crash.Text == "" {
		return nil
	}
	for _, l := range loss {
		if err := r.weigh(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// weigh computes the chance at a loss rate.
func (r *counted) weigh(ctx context.Context, loss string) error {
	c := text.Chance{Loss: loss, Crash: r.flags.crash.Text}
	rates := counts.Rates{Loss: new(big.Rat), Crash: r.flags.crash.OrZero()}
	if c.Crash == "" {
		c.Crash = "0"
	}
	if loss == "" {
		c.Loss = "0"
	} else if _, ok := rates.Loss.SetString(loss); !ok {
		panic("molly: a rate is not a number: " + loss)
	}
	var err error
	if c.Chance, err = r.Chance(ctx, rates); err != nil {
		return err
	}
	r.chances = append(r.chances, c)
	return nil
}

func (r *counted) json() error {
	out := wire.NewCount(r.Tally)
	for _, c := range r.chances {
		out.Probabilities = append(out.Probabilities, wire.NewChance(c.Loss, c.Crash, c.Violating, c.Admissible, c.Quotient))
	}
	out.Warnings, out.Elapsed = wire.Diagnostics(r.warnings), wire.Seconds(r.elapsed)
	return r.encode(out)
}

// picture is the probability of a violation over the rate of losses.
func (r *counted) picture() *scene.Scene {
	var points []scene.Point
	for _, c := range r.chances {
		loss, err := strconv.ParseFloat(c.Loss, 64)
		if err != nil {
			panic("molly: a rate is not a number: " + c.Loss)
		}
		bad, _ := c.Violating.Float64()
		points = append(points, scene.Point{X: loss, Y: bad})
	}
	return view.Chances(fmt.Sprintf("%s under %v, crashes with %s", r.Program.Name(), r.Spec, r.chances[0].Crash), points)
}
