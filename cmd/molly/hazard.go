package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/provenance"
	"molly/verify"
)

// hazardFlags are the flags of hazard.
type hazardFlags struct {
	searchFlags
	negation provenance.Negation
	limit    int
}

func (t *tool) hazardCommand() *cobra.Command {
	var f hazardFlags
	c := &cobra.Command{
		Use:   "hazard FILE…",
		Short: "Show which faults the failure-free run suggests, and test them",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, files []string) error { return t.hazard(c, &f, files) },
	}
	f.register(c)
	flagvalue.Choose(c, &f.negation, "negation", "how the formula treats negation", provenance.ParseNegation, "exact", "ignore", "conservative")
	flags := c.Flags()
	flags.IntVar(&f.limit, "limit", 0, "stop after this many candidates")
	flags.IntVar(&f.options.MaxExecutions, "max-executions", 0, "run at most this many executions")
	return c
}

func (t *tool) hazard(c *cobra.Command, f *hazardFlags, files []string) error {
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	p := newProgress(t.Stderr, f.options)
	found, err := e.Hazard(t.Context(), molly.HazardOptions{
		Negation: f.negation, Limit: f.limit, MaxExecutions: f.options.MaxExecutions, Progress: p.Tell,
	})
	p.End()
	if found == nil {
		return e.failed(err)
	}
	e.warn(found.Warnings)
	var written error
	if f.sources.json {
		out := wire.NewHazard(e.Datalog(), found)
		out.Warnings = wire.Diagnostics(e.warnings)
		written = wire.Encode(&t.Out, out)
	} else {
		e.show(e.warnings)
		written = text.Hazard(&t.Out, t.style, e.Subject(), found)
	}
	switch {
	case written != nil:
		return written
	case errors.Is(err, context.Canceled):
		return ended(exitInterrupted)
	case found.Number(verify.FateConfirmed) > 0:
		return ended(exitCounterexample)
	case !found.Complete:
		return ended(exitInconclusive)
	}
	return nil
}
