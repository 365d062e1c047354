package main

import (
	"context"
	"errors"
	"molly"

	"github.com/spf13/cobra"

	"molly/failure"
	"molly/internal/flagvalue"
	"molly/provenance"
	"molly/verify"
	"molly/viz/format"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
	"molly/viz/view"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	scenarioFlags
	counterexample bool
	failureFree    bool
	difference     bool
	only           bool // messages in the lineage
	arguments      bool
	times          flagvalue.Times
	lineage        lineageFlags
	figure         figureFlags
}

func (t *tool) drawCommand() *cobra.Command {
	var f drawFlags
	c := &cobra.Command{
		Use:   "draw FILE…",
		Short: "Draw a run, or the lineage of a tuple",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.draw(c, &f, files) },
	}
	f.register(c)
	flags := c.Flags()
	flags.BoolVar(&f.counterexample, "counterexample", false, "draw the counterexample that molly verify finds")
	flags.BoolVar(&f.failureFree, "failure-free", false, "draw the run without faults (the default)")
	flags.BoolVar(&f.difference, "difference", false, "compare with the run without faults")
	flags.BoolVar(&f.arguments, "arguments", false, "label messages with their arguments, too")
	flags.Var(&f.times, "times", "which times are drawn, such as 3..9; all draws also those at which nothing happens")
	flagvalue.Complete(c, "times", "all")
	flagvalue.Among(c, &f.only, "only", "which messages are drawn", []string{"all", "lineage"}, false, true)
	f.lineage.register(c)
	f.figure.register(c)
	return c
}

func (t *tool) draw(c *cobra.Command, f *drawFlags, files []string) error {
	if err := f.check(c); err != nil {
		return err
	}
	targets, err := f.figure.targets()
	if err != nil {
		return err
	}
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	scenario, err := f.scenario(e)
	if err != nil {
		return err
	}
	goals, err := f.lineage.parse(e)
	if err != nil {
		return err
	}
	if f.counterexample {
		found, err := e.findCounterexample(c)
		if err != nil {
			return err
		}
		scenario = found.Findings[0].Scenario
	}
	ctx := c.Context()
	e.single = true
	if _, err := e.execute(ctx, scenario); err != nil {
		return err
	}
	if f.difference {
		if _, err := e.execute(ctx, nil); err != nil {
			return err
		}
	}
	picture, err := f.picture(ctx, c, e.Question, scenario, goals)
	if err != nil {
		return err
	}
	e.show(e.warnings)
	return t.writePicture(picture, &f.figure, targets, f.smaller())
}

// check refuses flags that contradict each other.
func (f *drawFlags) check(c *cobra.Command) error {
	faults := f.faults.Given()
	switch {
	case f.counterexample && faults:
		return usageError("--counterexample finds the faults: it does not go with --omit and --crash")
	case f.failureFree && (faults || f.counterexample):
		return usageError("--failure-free is the run without faults: it does not go with --omit, --crash or --counterexample")
	case f.difference && !faults && !f.counterexample:
		return usageError("--difference compares with the run without faults: it needs --omit, --crash or --counterexample")
	case f.lineage.goal != "" && c.Flags().Changed("only"):
		return usageError("--only is for the diagram of a run, not for --lineage")
	case f.lineage.goal != "" && f.arguments:
		return usageError("--arguments is for the diagram of a run, not for --lineage")
	case f.lineage.goal != "" && c.Flags().Changed("times"):
		return usageError("--times is for the diagram of a run, not for --lineage")
	}
	return f.lineage.check(c)
}

// findCounterexample searches for the faults that are drawn.
func (e *session) findCounterexample(c *cobra.Command) (*verify.Verdict, error) {
	v, err := e.search(c.Context(), verify.Options{})
	switch {
	case v == nil:
		return nil, e.failed(err)
	case len(v.Findings) > 0:
		return v, nil
	case v.Kind == verify.Certified:
		return nil, usageError("there is no counterexample to draw: %s is certified under %v", e.Program.Name(), e.Spec)
	case err != nil:
		return nil, err
	}
	return nil, &outcome{exitInconclusive, "no counterexample was found: " + v.Reason}
}

// smaller says what makes the picture smaller.
func (f *drawFlags) smaller() string {
	switch {
	case f.lineage.goal == "":
		return "--only lineage leaves messages out"
	case f.lineage.lanes:
		return "without --lanes it is narrower"
	case f.lineage.full:
		return "without --full it has fewer boxes"
	}
	return "a smaller --fold leaves boxes out"
}

// picture draws what the flags ask for.
func (f *drawFlags) picture(ctx context.Context, c *cobra.Command, q *molly.Question, sc failure.Scenario, goals []provenance.Goal) (*scene.Scene, error) {
	style, how := f.figure.laidOut(c), molly.Picture{Difference: f.difference}
	if c.Flags().Changed("title") {
		how.Title = &f.figure.title
	}
	if f.lineage.goal == "" {
		if first := f.times.First; first >= q.Spec.EOT {
			return nil, usageError("--times %v: the run ends at time EOT = %d", &f.times, q.Spec.EOT)
		}
		how.Diagram = lamport.Options{Style: style, Details: f.arguments, Strong: f.only, Times: [2]int{f.times.First, f.times.Last}, Every: f.times.All}
		return q.Draw(ctx, sc, how)
	}
	how.Lineage = lineage.Options{Style: style, Fold: f.lineage.fold, Lanes: f.lineage.lanes}
	picture, err := q.DrawLineage(ctx, sc, how, goals...)
	if errors.Is(err, view.ErrNothingViolated) {
		err = usageError("this run violates nothing: name a tuple, as in --lineage 'log(\"b\", _)@%d'", q.Spec.EOT)
	}
	return picture, err
}

// pictureFlag is --draw, of commands that search.
type pictureFlag struct {
	paths   []string
	width   flagvalue.Length
	targets []format.Target
}

func (f *pictureFlag) register(c *cobra.Command, what string) {
	c.Flags().StringArrayVar(&f.paths, "draw", nil, "draw "+what+" to `file`, in the format of its extension (repeatable)")
}

// sized adds how wide the picture is.
func (f *pictureFlag) sized(c *cobra.Command) {
	c.Flags().Var(&f.width, "width", "the width of the picture, which is laid out for it, such as 84mm, 3.3in or 240pt")
	flagvalue.Complete(c, "width")
}

// style is that of the picture.
func (f *pictureFlag) style() scene.Style { return scene.Style{Width: f.width.Points} }

// fits reads where the picture goes.
func (f *pictureFlag) fits() (err error) {
	if f.targets, err = format.Targets(f.paths, "svg"); err != nil {
		return usageError("--draw %v", err)
	}
	return nil
}

// draw draws a counterexample; where there is none, it says so.
func (f *pictureFlag) draw(ctx context.Context, e *session, found *failure.Scenario) error {
	if len(f.targets) == 0 {
		return nil
	}
	if found == nil {
		e.note("nothing-drawn", "--draw: there is no counterexample to draw")
		return nil
	}
	picture, err := e.Draw(ctx, *found, molly.Picture{})
	if err != nil {
		return err
	}
	return e.writePicture(picture, &figureFlags{}, f.targets, (&drawFlags{}).smaller())
}

// firstFound is the first counterexample of a verdict, or nil.
func firstFound(v *verify.Verdict) *failure.Scenario {
	if len(v.Findings) == 0 {
		return nil
	}
	return &v.Findings[0].Scenario
}
