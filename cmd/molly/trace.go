package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"molly/export/steps"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/node/trace"
	"molly/viz/lamport"
	diagram "molly/viz/steps"
)

// traceFlags are the flags of trace.
type traceFlags struct {
	target  targetFlags
	check   bool
	as      string
	picture figureFlags
	draws   diagram.Options
}

func (t *tool) traceCommand() *cobra.Command {
	var f traceFlags
	c := &cobra.Command{
		Use:   "trace FILE [TARGET]",
		Short: "Say what a recorded execution of nodes does, replay it, draw it",
		Args:  flagvalue.Some("a trace: a file such as molly fuzz --save writes"),
		RunE:  func(c *cobra.Command, args []string) error { return t.trace(c, &f, args[0], args[1:]) },
	}
	f.target.register(c)
	c.Flags().BoolVar(&f.check, "check", false, "do it again on its target, and say the first step that differs")
	flagvalue.Among(c, &f.as, "as", "write the events in words, or the trace for ShiViz or in the Informal Trace Format", []string{"text", "shiviz", "itf"}, "text", "shiviz", "itf")
	f.picture.register(c)
	c.Flags().BoolVar(&f.draws.Bodies, "arguments", false, "the picture: label messages with what they say, too")
	c.Flags().BoolVar(&f.draws.Timers, "timers", false, "the picture: mark each timer that fires")
	process.TimeFlag(c)
	process.MemoryFlag(c)
	return c
}

// readTrace reads a trace file.
func readTrace(name string) (*trace.Trace, error) {
	tr, err := trace.ReadFile(name)
	if err != nil {
		return nil, usageError("%v", err)
	}
	return tr, nil
}

func (t *tool) trace(c *cobra.Command, f *traceFlags, name string, args []string) error {
	tr, err := readTrace(name)
	if err != nil {
		return err
	}
	if len(f.picture.outputs) > 0 {
		targets, err := f.picture.targets()
		if err != nil {
			return err
		}
		shown := diagram.Trace(tr, f.draws)
		if c.Flags().Changed("title") {
			shown.Title = f.picture.title
		}
		s := lamport.Draw(shown, lamport.Options{Style: f.picture.laidOut(c), Details: f.draws.Bodies})
		return t.writePicture(s, &f.picture, targets, "")
	}
	switch {
	case f.as == "shiviz":
		return steps.ShiViz(&t.Out, tr)
	case f.check, f.as == "itf":
		return t.again(f, name, tr, args)
	}
	return tr.Text(&t.Out)
}

// again does a trace again on its target.
func (t *tool) again(f *traceFlags, name string, tr *trace.Trace, args []string) error {
	args, err := f.target.of(tr, name, args)
	if err != nil {
		return err
	}
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	if f.as == "itf" {
		err = steps.ITF(&t.Out, target.System, tr)
	} else {
		var n int
		if n, err = target.Check(tr); err == nil {
			fmt.Fprintf(&t.Out, "%d events, all as recorded\n", n)
		}
	}
	var d *trace.Difference
	switch {
	case errors.As(err, &d):
		return &outcome{exitCounterexample, name + ": " + err.Error()}
	case err != nil:
		return usageError("%s: %v", name, err)
	}
	return nil
}
