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
		RunE: func(c *cobra.Command, files []string) error {
			return t.hazard(c, &f, files)
		},
	}
	f.register(c)
	flagvalue.Choose(c, &f.negation, "negation", "how the formula treats negation", provenance.ParseNegation, "exact", "ignore", "conservative")
	flags := c.Flags()
	flags.IntVar(&f.limit, "limit", 0, "stop after this many candidates")
	flags.IntVar(&f.options.MaxExecutions, "max-executions", 0, "run at most this many executions")
	return c
}

func (t *tool) hazard(c *cobra.Command, f *hazardFlags, files []string) error {
	ctx := c.Context()
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	p := newProgress(e.stderr, f.options)
	found, err := e.Hazard(ctx, molly.HazardOptions{
		Negation: f.negation, Limit: f.limit, MaxExecutions: f.options.MaxExecutions, Progress: p.tell,
	})
	p.end()
	if found == nil {
		return e.failed(err)
	}
	e.warn(found.Warnings)
	h := &hypotheses{session: e, HazardReport: found, err: err}
	if f.sources.json {
		if err := h.json(); err != nil {
			return err
		}
	} else {
		e.show(e.warnings)
		if err := text.Hazard(&t.out, t.style, e.Subject(), found); err != nil {
			return err
		}
	}
	return ended(h.code())
}

// hypotheses is what the failure-free run suggests.
type hypotheses struct {
	*session
	*verify.HazardReport
	err error // what ended it
}

// code is the exit code.
func (h *hypotheses) code() int {
	switch {
	case errors.Is(h.err, context.Canceled):
		return exitInterrupted
	case h.Number(verify.FateConfirmed) > 0:
		return exitCounterexample
	case !h.Complete:
		return exitInconclusive
	}
	return exitOK
}

func (h *hypotheses) json() error {
	out := wire.NewHazard(h.Datalog(), h.HazardReport)
	out.Warnings = wire.Diagnostics(h.warnings)
	return h.encode(out)
}
