package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/export/text"
	"molly/provenance"
	"molly/verify"
	pages "molly/viz/report"
	"molly/viz/view"
)

// reporting fills a report.
type reporting struct {
	*session
	ctx     context.Context
	options verify.Options
	verdict *verify.Verdict

	free *verify.Judged // the failure-free run
	cut  error          // the bound that ended the writing
	// hurried means that a bound ended the search: all executions together are not
	// evaluated once more.
	hurried bool
}

// executed runs what a report shows. The first one must be the failure-free run.
func (r *reporting) executed(run seenRun) (*verify.Judged, error) {
	single, err := r.question.Run(r.ctx, run.scenario)
	if err != nil {
		return nil, r.failed(err)
	}
	if r.free == nil {
		r.free = single
	}
	return single, nil
}

// space is all executions at once, or nil where they are too many.
func (r *reporting) space(ctx context.Context) (*eval.Space, error) {
	if r.hurried {
		return r.question.KnownSpace(), nil
	}
	return r.question.SpaceAtEOT(ctx)
}

// execution is all that a page shows of a run.
func (r *reporting) execution(run seenRun) (x pages.Execution, err error) {
	single, err := r.executed(run)
	if err != nil {
		return x, err
	}
	x = pages.Execution{
		Name: "failure-free", Kind: pages.Good, Tried: []string{"no faults"}, Command: r.replay("run", run.scenario),
		Tables: r.tables(single.Run),
	}
	if x.Firings, err = r.firings(r.ctx, single.Run); err != nil {
		return x, err
	}
	if len(run.scenario) > 0 {
		x.Name, x.Tried = run.scenario.String(), run.scenario.Describe()
	}
	graph, err := view.Outcome(r.ctx, single, r.space)
	if err != nil {
		return x, err
	}
	title := view.Title(r.name(), single.Run)
	x.Trace = view.Trace(title, single, graph)
	if graph != nil {
		x.Lineage.Shown, x.Lineage.Whole = view.LineageWithin(pages.Boxes, title, single.Run, graph)
	}
	if len(single.Violated) > 0 {
		x.Kind = pages.Bad
		x.Taught = r.violations(single.Violated, graph)
		if err := r.lost(single, &x); err != nil {
			return x, err
		}
	} else {
		x.Taught = []string{"The invariant holds in this execution."}
		if single.Vacuous {
			x.Taught[0] += " It had nothing to lose."
		}
	}
	if run.finding != nil && run.finding.Alike > 1 {
		x.Taught = append(x.Taught, fmt.Sprintf("It stands for %d counterexamples that differ only in the names of nodes.", run.finding.Alike))
	}
	if run.lesson != nil {
		x.Taught = append(x.Taught, "Only faults that make this true are left to try: "+text.Shorten(run.lesson()))
	}
	return x, nil
}

// violations says what is violated, and what took it away.
func (e *session) violations(list []verify.Violation, graph *provenance.Graph) []string {
	var taught []string
	reason := graph.Reason()
	for i, v := range list {
		if i == text.MostViolations {
			return append(taught, "and "+count(len(list)-i, "tuple")+" more")
		}
		text := v.Describe(e.datalog())
		for line := range strings.Lines(reason.Because(reason.RootsOf(i, len(list)))) {
			text += "\n" + strings.TrimSpace(line)
		}
		taught = append(taught, text)
	}
	return taught
}

// lost adds the lineage in the failure-free run of what another run violates, compared with
// that run, and what of the failure-free run matters for it. There is nothing of it where the
// failure-free run does not have it either.
func (r *reporting) lost(single *verify.Judged, x *pages.Execution) error {
	var goals []provenance.Goal
	for _, g := range verify.Goals(single.Violated) {
		if len(g.Matches(r.free.Run)) > 0 {
			goals = append(goals, g)
		}
	}
	if len(goals) == 0 || len(single.Run.Scenario) == 0 {
		return nil
	}
	space, err := r.space(r.ctx)
	if err != nil {
		return err
	}
	graph, err := provenance.Explain(r.ctx, r.free.Run, space, goals...)
	if err != nil {
		return err
	}
	x.Before = view.Trace(view.Title(r.name(), r.free.Run), r.free, graph)
	x.Lost.Whole = view.Difference(view.Title(r.name(), single.Run), single.Run, graph)
	x.Lost.Shown = x.Lost.Whole
	return nil
}

// tables are the relations of a run.
func (e *session) tables(run *eval.Run) []pages.Table {
	var times []int
	for t := 1; t <= run.EOT(); t++ {
		times = append(times, t)
	}
	var list []pages.Table
	for i, relation := range e.datalog().Relations {
		t := pages.Table{Name: relation.Name}
		for _, h := range run.History(datalog.RelID(i), times...) {
			t.Rows = append(t.Rows, pages.Row{Tuple: datalog.FormatArgs(h.Tuple), Times: h.Times})
		}
		list = append(list, t)
	}
	return list
}

// firings are those of a run, and the messages that it lost. The error is the context's.
func (e *session) firings(ctx context.Context, run *eval.Run) ([]pages.Firing, error) {
	var list []pages.Firing
	for id := range eval.FiringID(run.Firings()) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		f := run.Firing(id)
		if f.Head < 0 {
			continue // a binding of an aggregate
		}
		list = append(list, pages.Firing{Rule: f.Rule, Time: f.Time, Head: e.factAt(run, f.Head), Premises: e.factsAt(run, f.Premises)})
	}
	for t := 1; t <= run.EOT(); t++ {
		for r := range e.datalog().Relations {
			for _, fact := range run.At(datalog.RelID(r), t) {
				if run.Time(fact) != t {
					continue // crash is timeless
				}
				for row := range run.RowsOf(fact) {
					list = append(list, pages.Firing{
						Rule: row.Rule, Time: row.Time, Head: e.factAt(run, fact),
						Premises: []string{"of " + count(len(row.Bindings), "binding")},
					})
				}
			}
		}
	}
	for _, m := range run.Messages() {
		if !m.Arrived {
			list = append(list, pages.Firing{
				Rule: m.Rule, Time: m.Sent, Lost: true,
				Head: e.datalog().FormatFact(datalog.Fact{Relation: m.Relation, Args: m.Args, Time: m.Sent + 1}),
			})
		}
	}
	return list, nil
}

// factAt is a tuple with its time.
func (e *session) factAt(run *eval.Run, f eval.FactID) string {
	return e.datalog().FormatFact(run.Fact(f))
}

func (e *session) factsAt(run *eval.Run, facts []eval.FactID) []string {
	list := make([]string, len(facts))
	for i, f := range facts {
		list[i] = e.factAt(run, f)
	}
	return list
}

// verdictOf is a verdict as a sentence.
func verdictOf(e *session, v *verify.Verdict) (string, pages.Kind) {
	switch v.Kind {
	case verify.Counterexample:
		return fmt.Sprintf("counterexample: %s can violate its invariant under %v", e.name(), v.Spec), pages.Bad
	case verify.Certified:
		vacuously := ""
		if v.Vacuous {
			vacuously = ", but vacuously"
		}
		return fmt.Sprintf("certified%s: no admissible faults violate the invariant of %s under %v", vacuously, e.name(), v.Spec), pages.Good
	}
	return fmt.Sprintf("unknown: the search of %s under %v ended before it had an answer", e.name(), v.Spec), pages.Doubt
}

// head is what a report has beside the executions.
func (r *reporting) head(without []string) pages.Report {
	v := r.verdict
	p := pages.Report{Title: r.name(), Without: without}
	p.Verdict, p.Kind = verdictOf(r.session, v)
	if !v.Complete {
		p.Notes = append(p.Notes, "The search is not complete: "+v.Reason+".")
	}
	if v.Vacuous {
		p.Notes = append(p.Notes, fmt.Sprintf("Vacuous: %s. Nothing is promised, so nothing can be broken.", r.outcomes.DescribeVacuous(r.datalog())))
	}
	if len(v.Owed.First) > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%s: %s The first: %v.", "Owed only under faults", r.outcomes.DescribeOnlyUnderFaults(), v.Owed.First))
	}
	if v.Kind == verify.Certified {
		for _, s := range v.Unseen.Describe(r.datalog(), v.Spec.EOT) {
			p.Notes = append(p.Notes, "Mind: "+s)
		}
	}
	for _, w := range r.warnings {
		text := "Warning: " + w.Message
		if w.Pos.IsValid() {
			text += "  [" + w.Pos.Short() + "]"
		}
		p.Notes = append(p.Notes, text)
	}
	effort := count(v.Executions, "execution") + ", strategy " + v.Strategy.String()
	if v.Strategy == verify.Random {
		effort += " with seed " + strconv.FormatUint(r.options.Seed, 10)
	}
	p.Facts = []pages.Fact{
		{Name: "specification", Text: fmt.Sprintf("%v: runs end at time EOT = %d, losses before EFF = %d, crashes up to %d", v.Spec, v.Spec.EOT, v.Spec.EFF, v.Spec.Crashes)},
		{Name: "admissible", Text: r.spec.Describe()},
		{Name: "nodes", Text: strings.Join(v.Nodes, ", ")},
		{Name: "judged", Text: fmt.Sprintf("%s at time %d only", verify.DescribeJudged(r.datalog()), v.Spec.EOT)},
		{Name: "size", Text: v.DescribeSize()},
		{Name: "search", Text: effort},
		{Name: "command", Text: r.again()},
	}
	p.Invariant = r.invariant()
	for _, s := range r.program.Sources() {
		f := pages.File{Name: s.Name, Text: s.Text}
		for i := range r.datalog().Rules {
			if at := r.datalog().Rules[i].Pos; at.File == s.Name && at.IsValid() {
				f.Rules = append(f.Rules, pages.Place{Rule: i, Line: at.Line, Column: at.Column})
			}
		}
		slices.SortStableFunc(f.Rules, func(a, b pages.Place) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		p.Files = append(p.Files, f)
	}
	return p
}

// again is the command that searches in the same way.
func (r *reporting) again() string {
	text := r.replay("verify", nil)
	if r.options.Strategy != verify.Symbolic {
		text += " --strategy " + r.options.Strategy.String()
	}
	if r.options.IgnoreNegation {
		text += " --negation ignore"
	}
	if r.options.All {
		text += " --all"
	}
	return text
}

// invariant says what an execution must have, with the rules that say it.
func (r *reporting) invariant() []string {
	p := r.datalog()
	if !p.HasInvariant() {
		var names []string
		for _, id := range p.Persistent {
			names = append(names, r.relation(id))
		}
		slices.Sort(names)
		return []string{fmt.Sprintf("what the failure-free run has at time %d in %s every run must have", r.spec.EOT, strings.Join(names, ", "))}
	}
	text := fmt.Sprintf("every tuple that is in pre at time %d must be in post", r.spec.EOT)
	if r.options.Outcomes == verify.FailureFree {
		text += ", if post has it in the failure-free run"
	}
	list := []string{text}
	for i := range p.Rules {
		if h := p.Rules[i].Head.Relation; h == p.Pre || h == p.Post {
			list = append(list, p.FormatRule(&p.Rules[i]))
		}
	}
	return list
}
