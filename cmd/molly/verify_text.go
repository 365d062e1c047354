package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"molly/eval"
	"molly/internal/numeral"
	"molly/provenance"
	"molly/verify"
	"molly/viz/view"
)

// text prints the report for people: the answer, what it rests on, what to do next.
func (r *report) text(ctx context.Context) error {
	v := r.verdict
	switch {
	case len(v.Findings) > 0 && r.list != nil:
		if err := r.list.rest(); err != nil {
			return err
		}
		r.list.ending()
	case len(v.Findings) > 0:
		if err := r.counterexample(ctx); err != nil {
			return err
		}
	case v.Kind == verify.Certified:
		r.certified()
	default:
		r.unknown()
	}
	r.certificateText()
	return nil
}

// name is the program on the command line.
func (e *session) name() string { return strings.Join(e.files, " ") }

// section prints a heading.
func (t *tool) section(title string) { t.printf("\n%s\n", t.style.paint(colourTitle, title)) }

// counterexample prints what was found.
func (r *report) counterexample(ctx context.Context) error {
	v := r.verdict
	r.printf("%s: %s can violate its invariant under %v\n", r.style.paint(colourBad, "counterexample"), r.name(), v.Spec)
	if err := r.finding(ctx, v.Findings[0]); err != nil {
		return err
	}
	r.printf("\n%s\n", r.effort())
	switch {
	case !v.Complete:
		r.printf("%s The search ended early: %s.\nThere may be counterexamples with fewer faults.\n", r.style.paint(colourDoubt, "Not complete."), v.Reason)
	case len(v.Findings[0].Scenario) == 0:
		r.printf("No fault is needed: the program violates its invariant by itself.\n")
	case v.Strategy == verify.Random, v.IgnoreNegation:
		r.printf("It is minimal: no part of it violates the invariant. Quite other faults may be fewer: the other strategies find the fewest.\n")
	default:
		r.printf("It is minimal: no scenario with fewer faults violates the invariant.\n")
	}
	return nil
}

// finding prints one counterexample, with what there is of its explanation when the context
// ends.
func (r *report) finding(ctx context.Context, f verify.Finding) error {
	r.section("Faults")
	if len(f.Scenario) == 0 {
		r.printf("  none\n")
	}
	for _, fault := range f.Scenario {
		r.printf("  %s\n", fault.Describe())
	}
	r.section(fmt.Sprintf("Violated at time %d", r.spec.EOT))
	var run *eval.Run
	var reason *provenance.Graph
	var err error
	if !r.brief {
		run, reason, err = r.explained(ctx, f)
	}
	switch {
	case r.brief:
		r.unexplained(f.Violated, "molly explain shows why")
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil:
		r.unexplained(f.Violated, classify(context.Cause(ctx)).text+" before it was known why; molly explain shows it")
	}
	if run != nil {
		r.section("What happens")
		picture, without := view.Terminal(run, reason, view.Brief)
		r.printf("%s", indent(picture))
		if without != "" {
			r.printf("  (%s; molly run shows all messages)\n", without)
		}
	}
	r.section("See for yourself")
	r.printf("  %s\n  %s\n", r.replay("run", f.Scenario), r.replay("explain", f.Scenario))
	return nil
}

// explained runs a counterexample, and prints its reasons. There may be a run although there
// is an error.
func (r *report) explained(ctx context.Context, f verify.Finding) (*eval.Run, *provenance.Graph, error) {
	run, err := r.question.RunAtEOT(ctx, f.Scenario)
	if err != nil {
		return nil, nil, err
	}
	space := r.question.KnownSpace()
	if r.verdict.Complete { // else the user is in a hurry
		if space, err = r.question.SpaceAtEOT(ctx); err != nil {
			return run, nil, err
		}
	}
	reason, err := r.reasons(ctx, f.Violated, run, space)
	return run, reason, err
}

// unexplained lists what is violated, without reasons.
func (r *report) unexplained(list []verify.Violation, why string) {
	for _, v := range list[:min(len(list), mostViolations)] {
		r.printf("  %s\n", v.Describe(r.datalog()))
	}
	if more := len(list) - mostViolations; more > 0 {
		r.printf("  and %s more\n", count(more, "tuple"))
	}
	r.printf("    (%s)\n", why)
}

// instead says in lines what the run holds in the place of a tuple that is missing.
func (e *session) instead(v verify.Violation) string {
	if len(v.Instead) == 0 {
		return ""
	}
	var held []string
	for _, tuple := range v.Instead {
		held = append(held, e.tuple(v.Relation, tuple))
	}
	return "instead there is " + strings.Join(held, ", ") + "\n"
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// certified prints what the certificate covers.
func (r *report) certified() {
	v := r.verdict
	verdict := r.style.paint(colourGood, "certified")
	if v.Vacuous {
		verdict += ", but " + r.style.paint(colourDoubt, "vacuously")
	}
	r.printf("%s: no admissible faults violate the invariant of %s under %v\n", verdict, r.name(), v.Spec)
	if v.Vacuous {
		r.vacuous()
	}
	r.section("Covered")
	r.printf("  %s\n", r.size())
	r.printf("  nodes %s: %s\n", strings.Join(v.Nodes, ", "), r.spec.Describe())
	switch {
	case !r.spec.AllowsFaults(len(r.nodes)):
		r.printf("  No fault is admissible: this says how the program runs when nothing goes wrong.\n")
	case v.Owed.OnlyUnderFaults():
		r.printf("  %s: %s\n", onlyUnderFaults, r.outcomes.DescribeOnlyUnderFaults())
		r.printf("  The first: %s\n", r.replay("run", v.Owed.First))
	case v.Owed.UnderFaults:
		r.printf("  There is something to protect under faults: %s.\n", r.obliged())
	case !v.Vacuous:
		r.printf("  %s no execution with a fault has anything to protect: pre is empty in all of them.\n", r.style.paint(colourDoubt, "Mind:"))
	}
	if list := v.Unseen.Describe(r.datalog(), v.Spec.EOT); len(list) > 0 && !v.Vacuous {
		for _, s := range list {
			r.printf("  %s %s\n", r.style.paint(colourDoubt, "Mind:"), s)
		}
		r.printf("  %s\n", latchHint)
	}
	r.printf("\n%s\n%s\n", r.effort(), r.bound())
}

func (e *session) obliged() string {
	if e.datalog().HasInvariant() {
		return "pre holds in some execution with a fault"
	}
	return "the persistent relations must keep their tuples"
}

// onlyUnderFaults is the note on a promise that nothing owes but failures.
const onlyUnderFaults = "Owed only under faults"

// vacuous warns of a certificate that says nothing.
func (r *report) vacuous() {
	r.printf("\n%s %s.\n", r.style.paint(colourDoubt, "!!! VACUOUS:"), r.outcomes.DescribeVacuous(r.datalog()))
	r.printf("!!! Nothing was promised, so nothing could be broken. Give the run more time (--eot),\n!!! allow more faults (--eff, --crashes), or see what it does: %s\n", r.replay("run", nil))
	if r.strict {
		r.printf("!!! --strict: this counts as inconclusive.\n")
	}
}

// size says how many scenarios there are.
func (r *report) size() string {
	v := r.verdict
	return fmt.Sprintf("%s (the LDFI paper counts %s)", numeral.CountBig(v.Scenarios, "admissible scenario"), numeral.CountBig(v.Combinations, "combination"))
}

// inexact prints that nothing was found where not everything was looked for.
func (r *report) inexact() {
	v := r.verdict
	r.printf("%s: negation ignored: no faults that the lineage of %s suggests under %v violate its invariant\n", r.style.paint(colourDoubt, "not certified"), r.name(), v.Spec)
	r.section("Looked at")
	r.printf("  %s\n", r.effort())
	r.printf("  of %s\n", r.size())
	r.printf("  What rules read under notin was taken for granted: faults that matter only because they make\n" +
		"  such tuples appear were not looked for. --negation exact looks for them, and certifies.\n")
}

// unknown prints how far the search came.
func (r *report) unknown() {
	v := r.verdict
	if errors.Is(r.err, verify.ErrNegationIgnored) {
		r.inexact()
		return
	}
	r.printf("%s: the search of %s under %v ended before it had an answer: %s\n", r.style.paint(colourDoubt, "unknown"), r.name(), v.Spec, v.Reason)
	r.section("So far")
	r.printf("  %s\n", r.effort())
	r.printf("  of %s\n", r.size())
	r.printf("  None that was run violates the invariant. Nothing is proved.\n")
	if v.Executions > 0 && v.Owed.Nothing() {
		r.printf("  %s none of them owes anything, so none could violate it.\n", r.style.paint(colourDoubt, "Mind:"))
	}
}

// effort says what the search cost.
func (r *report) effort() string {
	v := r.verdict
	text := count(v.Executions, "execution")
	if v.MinimizationExecutions > 0 {
		text += fmt.Sprintf(" and %d to minimize", v.MinimizationExecutions)
	}
	text += fmt.Sprintf(", strategy %v", v.Strategy)
	if v.IgnoreNegation {
		text += ", negation ignored"
	}
	if v.Strategy == verify.Random {
		text += fmt.Sprintf(" with seed %d", r.options.Seed)
	}
	return fmt.Sprintf("%s, %.3f s", text, r.elapsed.Seconds())
}
