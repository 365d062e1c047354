package report

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/internal/numeral"
	"molly/provenance"
	"molly/verify"
	"molly/viz/sample"
	"molly/viz/view"
)

// execution is all that a page shows of a run.
func (f *filler) execution(run sample.Run) (x Execution, err error) {
	judged, err := f.Run(f.ctx, run.Scenario)
	if err != nil {
		return x, err
	}
	if f.free == nil {
		f.free = judged
	}
	x = Execution{
		Name: "failure-free", Kind: Good, Tried: []string{"no faults"}, Command: f.Replay(run.Scenario),
		Tables: tables(judged.Run),
	}
	if x.Firings, err = firings(f.ctx, judged.Run); err != nil {
		return x, err
	}
	if len(run.Scenario) > 0 {
		x.Name, x.Tried = run.Scenario.String(), run.Scenario.Summary()
	}
	graph, err := view.Outcome(f.ctx, judged, f.Space)
	if err != nil {
		return x, err
	}
	title := view.Title(f.Name, judged.Run)
	x.Trace = view.Trace(title, judged, graph)
	if graph != nil {
		x.Lineage.Shown, x.Lineage.Whole = view.LineageWithin(Boxes, title, judged.Run, graph)
	}
	if len(judged.Violated) > 0 {
		x.Kind = Bad
		x.Taught = violations(judged.Run.Program(), judged.Violated, graph)
		if err := f.lost(judged, &x); err != nil {
			return x, err
		}
	} else {
		x.Taught = []string{"The invariant holds in this execution."}
		if judged.Vacuous {
			x.Taught[0] += " It had nothing to lose."
		}
	}
	if run.Finding != nil && run.Finding.Alike > 1 {
		x.Taught = append(x.Taught, fmt.Sprintf("It represents %d counterexamples that differ only in the names of nodes.", run.Finding.Alike))
	}
	if run.Lesson != nil {
		x.Taught = append(x.Taught, "Only faults that make this true are left to try: "+verify.ShortenFormula(run.Lesson()))
	}
	return x, nil
}

// mostViolations is how many violations of an execution are explained.
const mostViolations = 8

// violations says what is violated, and what took it away.
func violations(p *datalog.Program, list []verify.Violation, graph *provenance.Graph) []string {
	var taught []string
	reason := graph.Reason()
	for i, v := range list {
		if i == mostViolations {
			return append(taught, "and "+numeral.Count(len(list)-i, "tuple")+" more")
		}
		text := v.Describe(p)
		for line := range strings.Lines(reason.Because(reason.RootsOf(i, len(list)))) {
			text += "\n" + strings.TrimSpace(line)
		}
		taught = append(taught, text)
	}
	return taught
}

// lost adds the lineage in the failure-free run of what another run violates, compared with
// that run, and what of the failure-free run matters for it. There is nothing of it where the
// failure-free run does not have it either; but of what must never hold, the failure-free run is
// there to compare.
func (f *filler) lost(judged *verify.Judged, x *Execution) error {
	var goals []provenance.Goal
	for _, g := range verify.Goals(judged.Violated) {
		if len(g.Matches(f.free.Run)) > 0 {
			goals = append(goals, g)
		}
	}
	if len(judged.Run.Scenario) == 0 {
		return nil
	}
	if len(goals) == 0 {
		if last := judged.Violated[len(judged.Violated)-1]; last.Relation == judged.Run.Program().Never {
			graph, err := view.Before(f.ctx, f.free, judged, f.Space)
			if err != nil {
				return err
			}
			x.Before = view.Trace(view.Title(f.Name, f.free.Run), f.free, graph)
		}
		return nil
	}
	space, err := f.Space(f.ctx)
	if err != nil {
		return err
	}
	graph, err := provenance.Explain(f.ctx, f.free.Run, space, goals...)
	if err != nil {
		return err
	}
	x.Before = view.Trace(view.Title(f.Name, f.free.Run), f.free, graph)
	x.Lost.Whole = view.Difference(view.Title(f.Name, judged.Run), judged.Run, graph)
	x.Lost.Shown = x.Lost.Whole
	return nil
}
