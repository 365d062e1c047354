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
		Long: `Show the backward half of the LDFI paper's loop for the failure-free run: the formula of the
faults that cut the lineage of its outcomes (§4.3), its minimal solutions, smallest first, and the
result of each: refuted or confirmed by a run, or not run. For each outcome it also gives the
least number of faults that really cuts it, and how many sets of that size do, or says that none
does.

Over all admissible executions it says which rules and messages support no outcome in any of
them. A rule supports an outcome when it is in the lineage of one that holds. Some of the others
decide what pre requires; some can prevent something (they feed what is read under notin, or by
an aggregate); the rest are dead: without them all executions have the same outcomes and
obligations.

Treatments of negation:
  exact         absence has a lineage too: the formula is true for all faults that violate the
                invariant, and without a candidate nothing can
  ignore        premises under notin are assumed to hold (the paper's Algorithm 2): faults that
                only make negated tuples appear are not found
  conservative  everything that might derive a negated tuple counts as a cause (the same algorithm)

Only minimal candidates are listed. So a refuted one may hide a counterexample that has its
faults and more; the coarser the treatment, the more it hides. In delivery/classic the
conservative {O(a,b,1)} is refuted, and hides {O(a,b,1), O(a,c,1)}, which breaks it. For a
verdict, use molly verify, which continues from refuted candidates.

Exit codes: 0 no candidate was confirmed, 1 one was, 2 an error on the command line or in the program,
3 a bound was reached, 130 interrupted.`,
		Example: `  molly hazard delivery/simple
  molly hazard delivery/ack --negation conservative
  molly hazard delivery/redun --limit 5 --json`,
		Args: needsFiles,
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
