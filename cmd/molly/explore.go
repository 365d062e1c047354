package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"molly/export/wire"
	"molly/internal/memlimit"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/node/host"
)

// exploreFlags are the flags of explore.
type exploreFlags struct {
	target targetFlags
	how    host.Explore
}

func (t *tool) exploreCommand() *cobra.Command {
	var f exploreFlags
	c := &cobra.Command{
		Use:   "explore TARGET",
		Short: "Do all executions of nodes within bounds, up to the order of independent steps",
		RunE:  func(_ *cobra.Command, args []string) error { return t.explore(&f, args) },
	}
	f.target.register(c)
	f.target.sources.registerJSON(c)
	f.how.Register(c.Flags())
	process.TimeFlag(c)
	process.MemoryFlag(c)
	return c
}

func (t *tool) explore(f *exploreFlags, args []string) error {
	target, err := f.target.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	p := terminal.NewProgress(t.Stderr, 0)
	if p != nil {
		f.how.Tell = p.Say
	}
	r, err := target.Explore(t.Context(), &f.how)
	p.End()
	var full *memlimit.Exceeded
	switch {
	case r == nil && (t.Context().Err() != nil || errors.As(err, &full)):
		return err
	case r == nil:
		return usageError("%v", err)
	}
	if failed := t.explored(f, r); failed != nil {
		return failed
	}
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case r.Verdict == host.Violated: // also where the time was up before there was one of fewest events
		return ended(exitCounterexample)
	case err != nil:
		return err
	case r.Verdict == host.Undecided:
		return &outcome{exitInconclusive, r.Reason}
	}
	return nil
}

// explored prints the result of explore.
func (t *tool) explored(f *exploreFlags, r *host.Explored) error {
	if !f.target.sources.json {
		if err := r.Text(&t.Out); err != nil {
			return err
		}
		_, err := fmt.Fprint(&t.Out, f.how.Hint("molly", r))
		return err
	}
	j := wire.NewExplore(r.Result, string(r.Verdict), r.Reason, r.Bounds(), r.Target)
	if r.Trace != nil {
		j.Found(r.Trace, r.Fewest, r.Least, f.how.Output)
	}
	return wire.Encode(&t.Out, j)
}
