package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

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
		Args:  cobra.MinimumNArgs(1),
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
	file, err := os.Open(name)
	if err != nil {
		return nil, usageError("%v", err)
	}
	defer file.Close()
	tr, err := trace.Read(file)
	if err != nil {
		return nil, usageError("%s: %v", name, err)
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
	if f.as == "shiviz" {
		return steps.ShiViz(&t.Out, tr)
	}
	if f.check || f.as == "itf" {
		if len(args) == 0 {
			if args, err = f.target.reopen(tr.Options); err != nil {
				return usageError("%s: its target %q: %v", name, strings.Join(tr.Options, " "), err)
			}
		}
		target, err := f.target.open(t, args)
		if err != nil {
			return err
		}
		defer target.Close()
		if f.as == "itf" {
			err = steps.ITF(&t.Out, target.System, tr)
		} else if w, wrong := trace.Replay(target.System, tr); wrong == nil {
			w.Close()
			fmt.Fprintf(&t.Out, "%d events, all as recorded\n", len(tr.Records))
		} else {
			err = wrong
		}
		var d *trace.Difference
		if errors.As(err, &d) {
			return &outcome{exitCounterexample, name + ": " + err.Error()}
		} else if err != nil {
			return usageError("%s: %v", name, err)
		}
		return nil
	}
	if tr.About != "" {
		fmt.Fprintln(&t.Out, tr.About)
	}
	for _, r := range tr.Records {
		fmt.Fprintf(&t.Out, "%d  %s\n", r.N, r)
		for _, note := range r.Notes {
			fmt.Fprintf(&t.Out, "    %s\n", note)
		}
		if r.Broken != "" {
			fmt.Fprintf(&t.Out, "    down: %s\n", r.Broken)
		}
		if r.Violation != nil {
			fmt.Fprintf(&t.Out, "    violation: %s\n", r.Violation.Text)
		}
	}
	return nil
}
