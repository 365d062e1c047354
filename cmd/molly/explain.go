package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/provenance"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	scenarioFlags
	depth int
	full  bool
	path  pathFlag
}

// deepest is how many tuples an explanation follows below the one that is asked for,
// where nobody says.
const deepest = 100

func (t *tool) explainCommand() *cobra.Command {
	var f explainFlags
	c := &cobra.Command{
		Use:   "explain FILE… ['TUPLE@TIME' …]",
		Short: "Explain why a tuple holds in a run, or why it does not",
		Args:  needsFiles,
		RunE:  func(c *cobra.Command, args []string) error { return t.explain(c, &f, args) },
	}
	f.register(c)
	f.sources.registerJSON(c)
	c.Flags().IntVar(&f.depth, "depth", 0, "follow at most this many tuples below the given one (100)")
	c.Flags().BoolVar(&f.full, "full", false, "show all ways in which a tuple holds and all premises that fail, not just one reason")
	f.path.register(c, "the execution")
	return c
}

func (t *tool) explain(c *cobra.Command, f *explainFlags, args []string) error {
	files, asked := flagvalue.SplitTuples(args)
	if len(files) == 0 {
		return c.Args(c, nil) // there is none
	}
	e, err := f.begin(t, c, files)
	if err != nil {
		return err
	}
	scenario, err := f.scenario(e)
	if err != nil {
		return err
	}
	goals := make([]provenance.Goal, len(asked))
	for i, tuple := range asked {
		if goals[i], err = e.Goal(tuple); err != nil {
			if strings.Contains(tuple, "(") {
				return err
			}
			return usageError("%v\nThere is no file of this name either: %s", err, text.Quote(tuple))
		}
	}
	e.single = true
	x, err := e.execute(t.Context(), scenario)
	if err != nil {
		return err
	}
	graph, cut, err := e.lineage(t.Context(), scenario, goals)
	if err != nil {
		return err
	}
	if f.sources.json {
		out := wire.NewExplain(e.Spec, e.Nodes, scenario, graph)
		out.Warnings = wire.Diagnostics(e.warnings)
		ctx := t.Context()
		if cut != nil {
			ctx = context.WithoutCancel(ctx) // it timed out before
		}
		err = wire.EncodeUntil(ctx, &t.Out, out)
	} else {
		e.show(e.warnings)
		violated := x.Violated
		if len(goals) > 0 {
			violated = nil
		}
		err = text.Explanation(&t.Out, e.Subject(), graph, violated, f.full, provenance.TextOptions{Depth: cmp.Or(f.depth, deepest)})
	}
	if err == nil {
		err = f.path.follow(e, &scenario)
	}
	switch {
	case err != nil:
		return err
	case cut != nil:
		o := classify(cut)
		o.text += "\nThis explanation uses this run alone, not what other executions could have."
		return o
	case len(goals) == 0 && len(graph.Roots) > 0:
		return ended(exitCounterexample) // a violation was printed
	}
	return nil
}

// lineage explains goals, or what the run violates. When a bound is met before all executions
// are known, which cut says, it explains them from the run alone.
func (e *session) lineage(ctx context.Context, sc failure.Scenario, goals []provenance.Goal) (g *provenance.Graph, cut, err error) {
	g, err = e.Explain(ctx, sc, goals...)
	if cut = context.Cause(ctx); cut == nil || err == nil {
		return g, nil, err
	}
	ctx, cancel := process.Late(ctx)
	defer cancel()
	g, err = e.ExplainKnown(ctx, sc, goals...)
	return g, cut, err
}
