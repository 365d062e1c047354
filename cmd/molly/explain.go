package main

import (
	"context"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/process"
	"molly/provenance"
	"molly/verify"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	sources sources
	spec    specification
	faults  faultFlags
	depth   int
	full    bool
	options verify.Options // of the question
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
		RunE: func(c *cobra.Command, args []string) error {
			return t.explain(c, &f, args)
		},
	}
	f.sources.register(c)
	f.sources.registerJSON(c)
	f.spec.register(c)
	f.faults.register(c)
	chooseOutcomes(c, &f.options.Outcomes)
	c.Flags().IntVar(&f.depth, "depth", 0, "follow at most this many tuples below the given one (100)")
	c.Flags().BoolVar(&f.full, "full", false, "show all ways in which a tuple holds and all premises that fail, not just one reason")
	boundSize(c, &f.options.MaxFacts)
	process.TimeFlag(c)
	return c
}

func (t *tool) explain(c *cobra.Command, f *explainFlags, args []string) error {
	if err := checkBounds(c); err != nil {
		return err
	}
	files, asked := splitGoals(args)
	if len(files) == 0 {
		return argumentError(c, nil, needsFiles(c, nil))
	}
	e, err := t.begin(f.sources, f.spec.options(f.options), files)
	if err != nil {
		return err
	}
	scenario, err := f.faults.scenario(e.Question)
	if err != nil {
		return err
	}
	var goals []provenance.Goal
	for _, text := range asked {
		g, err := e.Goal(text)
		if err != nil {
			if !strings.Contains(text, "(") {
				return usageError("%v\nThere is no file of this name either: %s", err, quote(text))
			}
			return usageError("%v", err)
		}
		goals = append(goals, g)
	}
	e.single = true
	single, err := e.execute(c.Context(), scenario)
	if err != nil {
		return err
	}
	graph, cut, err := e.lineage(c.Context(), scenario, goals)
	if err != nil {
		return err
	}
	if f.sources.json {
		print := func(v any) error { return e.encodeLong(c.Context(), v) }
		if cut != nil {
			print = e.encode // it timed out before
		}
		out := wire.NewExplain(e.Spec, e.Nodes, scenario, graph)
		out.Warnings = wire.Diagnostics(e.warnings)
		err = print(out)
	} else {
		e.show(e.warnings)
		depth := f.depth
		if depth == 0 {
			depth = deepest
		}
		violated := single.Violated
		if len(goals) > 0 {
			violated = nil
		}
		err = text.Explanation(&e.out, e.Subject(), graph, violated, f.full, provenance.TextOptions{Depth: depth})
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

// splitGoals tells the tuples among the arguments from the files: no file has that name,
// and they have a parenthesis, or could be the relation of a tuple that was meant.
func splitGoals(args []string) (files, goals []string) {
	for _, a := range args {
		switch {
		case strings.Contains(a, "(") && !isFile(a), len(files) > 0 && bareRelation.MatchString(a) && !isFile(a):
			goals = append(goals, a)
		default:
			files = append(files, a)
		}
	}
	return files, goals
}

// bareRelation is the name of a relation, perhaps with a time.
var bareRelation = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_?]*(@[0-9]+)?$`)

// isFile reports whether the disk has something of a name.
func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
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
