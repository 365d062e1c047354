package main

import (
	"errors"

	"github.com/spf13/cobra"

	"molly/internal/memlimit"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/node/host"
	"molly/verify"
)

func (t *tool) fuzzCommand() *cobra.Command {
	var target targetFlags
	var f host.FuzzFlags
	c := &cobra.Command{
		Use:   "fuzz TARGET",
		Short: "Make random executions of nodes, and say what they violate",
		RunE:  func(_ *cobra.Command, args []string) error { return t.fuzz(&target, &f, args) },
	}
	target.register(c)
	f.Register(c.Flags())
	process.MemoryFlag(c)
	return c
}

func (t *tool) fuzz(f *targetFlags, flags *host.FuzzFlags, args []string) error {
	target, err := f.open(t, args)
	if err != nil {
		return err
	}
	defer target.Close()
	p := terminal.NewProgress(t.Stderr, verify.Options{})
	violated, err := flags.Run(t.Context(), target.Subject, &t.Out, p.Say)
	p.End()
	var full *memlimit.Exceeded
	switch {
	case err != nil && (t.Context().Err() != nil || errors.As(err, &full)):
		return err
	case err != nil:
		return usageError("%v", err)
	case violated:
		return ended(exitCounterexample)
	}
	return nil
}
