package molly

import (
	"context"
	"errors"
	"fmt"

	"molly/dedalus/rewrite"
	"molly/eval"
	"molly/export/asp"
	"molly/export/souffle"
	"molly/export/text"
	"molly/provenance"
	"molly/sweep"
	"molly/verify"
	"molly/verify/certify"
)

// Verify searches for counterexamples. Of the options it reads Strategy, All, Group, Width,
// IgnoreNegation, Seed, MaxExecutions and Progress; the zero Search asks one question about all
// executions at once.
//
// The error is a *verify.ProgramError, an *verify.InternalError, or says that a bound ended the
// search, or is verify.ErrNegationIgnored: then the verdict is not nil and says how far it came.
func (q *Question) Verify(ctx context.Context, o Search) (*Verdict, error) {
	w, err := q.search()
	if err != nil {
		return nil, err
	}
	return w.Verify(ctx, o)
}

// Run runs one scenario and judges the run. The error is a *verify.ProgramError, an
// *eval.LimitError or the context's, or it says that the scenario is not admissible.
func (q *Question) Run(ctx context.Context, sc Scenario) (*Execution, error) {
	w, err := q.show()
	if err != nil {
		return nil, err
	}
	return w.Judge(ctx, sc)
}

// RunAtEOT is the run of one scenario, where what only the invariant reads is there at EOT alone:
// enough to explain what a search found. The errors are those of Run.
func (q *Question) RunAtEOT(ctx context.Context, sc Scenario) (*eval.Run, error) {
	w, err := q.search()
	if err != nil {
		return nil, err
	}
	return w.Run(ctx, sc)
}

// Goal reads a tuple that can be explained, such as log("b", _)@4; without a time it is at EOT.
func (q *Question) Goal(text string) (provenance.Goal, error) {
	return provenance.ParseGoal(q.Datalog(), q.Spec.EOT, text)
}

// Explain explains in the run of a scenario why tuples hold, or why they do not; without a goal,
// what the run violates. The errors are those of Run.
func (q *Question) Explain(ctx context.Context, sc Scenario, goals ...provenance.Goal) (*Explanation, error) {
	x, err := q.Run(ctx, sc)
	if err != nil {
		return nil, err
	}
	var space *eval.Space
	if len(goals) > 0 || len(x.Violated) > 0 {
		if space, err = q.Space(ctx); err != nil {
			return nil, err
		}
	}
	return q.explain(ctx, x, space, goals)
}

// ExplainKnown is Explain with what has been evaluated already. Where that is not the space of all
// executions, the explanation is of the run alone: what other executions could have is not known.
func (q *Question) ExplainKnown(ctx context.Context, sc Scenario, goals ...provenance.Goal) (*Explanation, error) {
	x, err := q.Run(ctx, sc)
	if err != nil {
		return nil, err
	}
	return q.explain(ctx, x, q.shown.Known(), goals)
}

func (q *Question) explain(ctx context.Context, x *Execution, space *eval.Space, goals []provenance.Goal) (*Explanation, error) {
	if len(goals) > 0 {
		return provenance.Explain(ctx, x.Run, space, goals...)
	}
	return provenance.Violations(ctx, x.Run, space, verify.Goals(x.Violated)...)
}

// HazardOptions say what Hazard looks at.
type HazardOptions struct {
	Negation      provenance.Negation // how the formula treats what a lineage negates
	Limit         int                 // of hypotheses; 0 is none
	MaxExecutions int                 // 0 is no bound
	Progress      func(verify.Event)
}

// Hazard says which faults the failure-free run suggests, and what becomes of them: the backward
// half of the LDFI paper's loop, once. Over all admissible executions, it says what each rule and
// each message does for the outcomes.
//
// The error is as that of Verify; where a bound ended the search, the report says how far it came.
func (q *Question) Hazard(ctx context.Context, o HazardOptions) (*verify.HazardReport, error) {
	w, err := q.search()
	if err != nil {
		return nil, err
	}
	return w.Hypotheses(ctx, Search{MaxExecutions: o.MaxExecutions, Progress: o.Progress}, o.Negation, o.Limit)
}

// CountOptions bound a count.
type CountOptions struct {
	MaxNodes int // of the decision diagram; 0 is bdd.DefaultMaxNodes
	Progress func(verify.Event)
}

// Count counts the admissible scenarios that violate the invariant, of all and by their number of
// faults. The error is a *verify.ProgramError, an *verify.InternalError, an *eval.LimitError, a
// *bdd.TooLargeError or the context's.
func (q *Question) Count(ctx context.Context, o CountOptions) (*verify.Tally, error) {
	w, err := q.search()
	if err != nil {
		return nil, err
	}
	return w.Count(ctx, Search{Progress: o.Progress}, o.MaxNodes)
}

// Sweep prepares to decide specifications of the program up to that of the question, which is the
// sweep's end. Of the options it reads MinCrashes, Known and Asked. With shifts, the facts of some
// relations are at other times.
func (q *Question) Sweep(o sweep.Options, shifts ...sweep.Shifted) (*sweep.Sweep, error) {
	p, err := sweep.Variant(shifts).Shift(q.Datalog())
	if err != nil {
		return nil, err
	}
	o.MaxEOT, o.MaxCrashes, o.Verify = q.Spec.EOT, q.Spec.Crashes, q.options()
	return sweep.New(p, o)
}

// SweepAll decides a whole plan up to the specification of the question, which is the sweep's end, and
// tells what it does as it goes. Of the plan's options it reads MinCrashes. A bound that is met is
// in the result; the error is a *verify.InternalError, a *sweep.WriteError, or says that the program
// has no facts of a relation to shift.
func (q *Question) SweepAll(ctx context.Context, plan sweep.Plan, tell func(sweep.Event)) (*sweep.Result, error) {
	plan.MaxEOT, plan.MaxCrashes, plan.Verify = q.Spec.EOT, q.Spec.Crashes, q.options()
	return sweep.Run(ctx, q.Datalog(), plan, tell)
}

// OpenJournal opens or begins the journal of a sweep of the question. The error is a
// *sweep.JournalError, a *sweep.WriteError, or of the file system.
func (q *Question) OpenJournal(name string) (*sweep.Journal, error) {
	program := certify.Digest(q.Program.Program)
	for _, k := range q.Program.Constants() {
		if k.Given { // the sources do not say it
			program += fmt.Sprintf(" %s=%v", k.Name, k.Value)
		}
	}
	j, err := sweep.OpenJournal(name, sweep.Subject{Program: program, Nodes: q.Nodes, Outcomes: q.Outcomes})
	var wrong *sweep.JournalError
	switch {
	case errors.As(err, &wrong) && wrong.Line > 0:
		err = fmt.Errorf("%s:%d: %w", text.Quote(name), wrong.Line, err)
	case errors.As(err, &wrong):
		err = fmt.Errorf("%s %w", text.Quote(name), err)
	}
	return j, err
}

// Rewritten is the program as plain Datalog, in which every relation has a time, as the LDFI
// paper's §4.1 rewrites it. It is a value, which prints itself.
func (p *Program) Rewritten() *rewrite.Program { return rewrite.New(p.Datalog()) }

// ASP is the question that Verify answers as an answer-set program: clingo says SATISFIABLE exactly
// where there is a counterexample. The error is a *verify.NarrowError where numbers have more
// than 32 bits, or as that of Verify.
func (q *Question) ASP(ctx context.Context) (string, error) {
	if err := verify.Fit32(ctx, q.Datalog(), q.options()); err != nil {
		return "", err
	}
	return asp.Question{
		Program: q.Datalog(), Nodes: q.Nodes, Spec: q.Spec, FailureFree: q.Outcomes == verify.FailureFree,
	}.Text(), nil
}

// Answer is the scenario that clingo's answer to ASP names. The output is what clingo prints, as text
// or with --outf=2.
func (q *Question) Answer(output []byte) (Scenario, error) {
	sc, err := asp.ReadScenario(output)
	if err != nil {
		return nil, err
	}
	return q.Scenario(sc...)
}

// Souffle is the run of one scenario as a program for Soufflé. The error is a
// *verify.NarrowError where numbers have more than 32 bits, or as that of Run.
func (q *Question) Souffle(ctx context.Context, sc Scenario) (string, error) {
	if err := verify.Fit32Run(ctx, q.Datalog(), q.options(), sc); err != nil {
		return "", err
	}
	return souffle.Execution{Program: q.Datalog(), Nodes: q.Nodes, Spec: q.Spec, Scenario: sc}.Text(), nil
}
