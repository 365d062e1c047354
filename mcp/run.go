package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly/export/text"
	"molly/export/wire"
	"molly/internal/process"
	"molly/provenance"
)

type runInput struct {
	asked
	FaultList []string `json:"faults,omitempty" jsonschema:"the faults of the run, each as one of omit=FROM:TO:TIME, crash=NODE@TIME, late=FROM:TO:TIME:ROUNDS, twice=FROM:TO:TIME:ROUNDS, outage=NODE@FROM..UNTIL, input=TUPLE@TIME. Without any it is the failure-free run"`
	Relations []string `json:"relations,omitempty" jsonschema:"show only these relations"`
}

func addRun(s *sdk.Server, w *worker) {
	add(s, w, "run", "Run a protocol once",
		"Run one execution, under the faults that are given, and show what holds at each time, all messages, and whether the invariant holds in it.",
		func(in runInput) float64 { return in.Timeout }, runTool)
}

func runTool(ctx context.Context, _ progress, in runInput) (answer, error) {
	q, warnings, sc, err := in.execution(ctx, in.FaultList)
	if err != nil {
		return answer{}, err
	}
	view, err := q.View(in.Relations...)
	if err != nil {
		return answer{}, err
	}
	x, err := q.Run(ctx, sc)
	if err != nil {
		return answer{}, ofProgram(q, warnings, err)
	}
	warnings = text.Warned(warnings, q.Program.Program, q.Setting, x.Warnings())
	var b strings.Builder
	b.WriteString(rendered(warnings))
	if err := text.Run(ctx, &b, text.Style{}, q.Subject(), x, view); err != nil {
		return answer{}, err
	}
	out, err := wire.NewRun(ctx, q.Datalog(), q.Nodes, x, view)
	if err != nil {
		return answer{}, err
	}
	out.Warnings = wire.Diagnostics(warnings)
	return answer{b.String(), out}, nil
}

type explainInput struct {
	asked
	FaultList []string `json:"faults,omitempty" jsonschema:"the faults of the run, written as for the tool run"`
	Tuples    []string `json:"tuples,omitempty" jsonschema:"tuples to explain, such as log(\"b\", _)@4; without a time it is the end of the run. Without any, what the run violates is explained"`
	Full      bool     `json:"full,omitempty" jsonschema:"all ways in which a tuple holds, and all premises that fail, not just one reason"`
}

func addExplain(s *sdk.Server, w *worker) {
	add(s, w, "explain", "Explain a tuple",
		"Explain why tuples hold in a run, or why they do not: which rules fired, on what, which messages were lost by which fault. "+
			"Without a tuple, why the run violates the invariant.",
		func(in explainInput) float64 { return in.Timeout }, explainTool)
}

// deepest is how many tuples an explanation follows below the one that is asked for.
const deepest = 100

func explainTool(ctx context.Context, _ progress, in explainInput) (answer, error) {
	q, warnings, sc, err := in.execution(ctx, in.FaultList)
	if err != nil {
		return answer{}, err
	}
	var goals []provenance.Goal
	for _, tuple := range in.Tuples {
		goal, err := q.Goal(tuple)
		if err != nil {
			return answer{}, fmt.Errorf("tuple %s: %w", tuple, err)
		}
		goals = append(goals, goal)
	}
	x, err := q.Run(ctx, sc)
	if err != nil {
		return answer{}, ofProgram(q, warnings, err)
	}
	warnings = text.Warned(warnings, q.Program.Program, q.Setting, x.Warnings())
	graph, err := q.Explain(ctx, sc, goals...)
	note := ""
	if cause := context.Cause(ctx); err != nil && process.IsBound(cause) {
		late, cancel := process.Late(ctx)
		defer cancel()
		graph, err = q.ExplainKnown(late, sc, goals...)
		ctx, note = late, "\n"+cause.Error()+": this explanation uses this run alone, not what other executions could have.\n"
	}
	if err != nil {
		return answer{}, err
	}
	violated := x.Violated
	if len(goals) > 0 {
		violated = nil
	}
	var b strings.Builder
	b.WriteString(rendered(warnings))
	if err := text.Explanation(&b, q.Subject(), graph, violated, in.Full, provenance.TextOptions{Depth: deepest}); err != nil {
		return answer{}, err
	}
	b.WriteString(note)
	out := wire.NewExplain(q.Spec, q.Nodes, sc, graph)
	out.Warnings = wire.Diagnostics(warnings)
	return answer{b.String(), out}, nil
}
