package main

import (
	"errors"

	"github.com/spf13/cobra"

	"molly/export/sarif"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/node/host"
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
	t.registerFormat(c, &target.sources.json)
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
	p := terminal.NewProgress(t.Stderr, 0)
	found, err := flags.Run(t.Context(), target.Subject, &t.Out, p.Say)
	p.End()
	if found == nil {
		if err != nil && t.Context().Err() == nil {
			return usageError("%v", err)
		}
		return err
	}
	switch {
	case t.output.form == asJSON:
		err = errors.Join(err, wire.Encode(&t.Out, wire.NewFuzz(found.Target, found.Seed, target.System.Nodes, found.Result, found.Files, found.Elapsed)))
	case t.output.words():
		err = errors.Join(err, found.Text(&t.Out))
	}
	t.findFuzzed(found)
	if err == nil && len(found.Violations) > 0 {
		return ended(exitCounterexample)
	}
	return err
}

// findFuzzed shows what was found to machines.
func (t *tool) findFuzzed(found *host.Found) {
	if t.output.form < asSARIF {
		return
	}
	for _, v := range found.Violations {
		at := v.Trace.Violation()
		d := text.Violated(found.Files[v.Fingerprint], at.N, at.Violation)
		t.find(sarif.OfTrace(d, v.Trace, at.N, at.Violation))
	}
}
