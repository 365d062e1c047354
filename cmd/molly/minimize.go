package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"molly/explore/reduce"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/node/host"
	"molly/node/trace"
	"molly/viz/lamport"
	diagram "molly/viz/steps"
)

// minimizeFlags are the flags of minimize.
type minimizeFlags struct {
	target  targetFlags
	how     host.Minimize
	picture pictureFlag
}

func (t *tool) minimizeCommand() *cobra.Command {
	var f minimizeFlags
	c := &cobra.Command{
		Use:   "minimize TRACE [TARGET]",
		Short: "Make a recorded execution that violates something a short one that violates the same",
		Args:  flagvalue.Some("a trace: a file such as molly fuzz --save writes"),
		RunE:  func(_ *cobra.Command, args []string) error { return t.minimize(&f, args[0], args[1:]) },
	}
	f.target.register(c)
	f.target.sources.registerJSON(c)
	f.how.Register(c.Flags())
	f.picture.register(c, "what is left, as a space-time diagram,")
	f.picture.sized(c)
	process.TimeFlag(c)
	process.MemoryFlag(c)
	return c
}

func (t *tool) minimize(f *minimizeFlags, name string, args []string) error {
	tr, err := readTrace(name)
	if err != nil {
		return err
	}
	if err := f.picture.fits(); err != nil {
		return err
	}
	if args, err = f.target.of(tr, name, args); err != nil {
		return err
	}
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	p := terminal.NewProgress(t.Stderr, 0)
	if p != nil {
		f.how.Tell = p.Say
	}
	r, err := target.Minimize(t.Context(), tr, &f.how)
	p.End()
	var d *trace.Difference
	switch {
	case err != nil && t.Context().Err() != nil:
		return t.Context().Err()
	case errors.As(err, &d):
		return &outcome{exitCounterexample, name + ": " + err.Error()}
	case err != nil:
		return usageError("%s: %v", name, err)
	}
	return t.minimized(f, name, r)
}

// minimized prints the result of minimize.
func (t *tool) minimized(f *minimizeFlags, name string, r *reduce.Result) error {
	if len(f.picture.targets) > 0 {
		s := lamport.Draw(diagram.Trace(r.Trace, diagram.Options{Timers: true}), lamport.Options{Style: f.picture.style()})
		if err := t.writePicture(s, &figureFlags{width: f.picture.width}, f.picture.targets, ""); err != nil {
			return err
		}
	}
	if f.how.Timing {
		_ = r.Timing(t.Stderr) // there is no other place to say that this one is closed
	}
	if f.target.sources.json {
		if err := wire.Encode(&t.Out, wire.NewMinimize(name, f.how.Output, r)); err != nil {
			return err
		}
	} else {
		if err := r.Text(&t.Out); err != nil {
			return err
		}
		fmt.Fprint(&t.Out, f.how.Hint("molly"))
	}
	switch {
	case r.Ending == reduce.Interrupted:
		return t.Context().Err()
	case r.Ending == reduce.Spent:
		return &outcome{exitInconclusive, "--executions " + fmt.Sprint(f.how.Executions) + " are done"}
	}
	return nil
}
