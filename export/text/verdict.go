package text

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"molly/internal/numeral"
	"molly/verify"
)

// Search is a verdict, with what else there is to say of the search.
type Search struct {
	*verify.Verdict
	Options verify.Options // Seed, All and Group are read
	Err     error          // what ended the search early; verify.ErrNegationIgnored is told apart
	Elapsed time.Duration
	Strict  bool // a vacuous certificate counts as inconclusive
}

// Verdict writes the answer of a search, what it rests on, and what to do next. why explains the
// first counterexample; it is not read where there is none.
func Verdict(w io.Writer, style Style, s Subject, r Search, why Explained) error {
	p := &printer{Style: style, w: w}
	switch {
	case len(r.Findings) > 0:
		p.counterexample(s, r, why)
	case r.Kind == verify.Certified:
		p.certified(s, r)
	case errors.Is(r.Err, verify.ErrNegationIgnored):
		p.inexact(s, r)
	default:
		p.unknown(s, r)
	}
	return p.err
}

// headline is the verdict in a sentence, with the words for it in colours.
func (p *printer) headline(s Subject, r Search) string {
	words, sentence, _ := strings.Cut(r.Describe(s.Name()), ": ")
	words = strings.NewReplacer(
		"counterexample", p.Paint(Bad, "counterexample"), "certified", p.Paint(Good, "certified"),
		"vacuously", p.Paint(Doubt, "vacuously"), "unknown", p.Paint(Doubt, "unknown"),
	).Replace(words)
	return words + ": " + sentence
}

// counterexample writes what was found.
func (p *printer) counterexample(s Subject, r Search, why Explained) {
	p.printf("%s\n", p.headline(s, r))
	p.finding(s, r.Findings[0], why)
	p.printf("\n%s\n", effort(r))
	switch {
	case !r.Complete:
		p.printf("%s The search ended early: %s.\nThere may be counterexamples with fewer faults.\n", p.Paint(Doubt, "Not complete."), r.Reason)
	case len(r.Findings[0].Scenario) == 0:
		p.printf("No fault is needed: the program violates its invariant without faults.\n")
	case r.Findings[0].Scenario.Size() == 0:
		p.printf("No fault is needed: the program violates its invariant with these inputs alone.\n")
	case r.Strategy == verify.Random, r.IgnoreNegation:
		p.printf("It is minimal: no part of it violates the invariant. Other faults may be fewer: the other strategies find the fewest.\n")
	default:
		p.printf("It is minimal: no scenario with fewer faults violates the invariant.\n")
	}
}

// certified writes what the certificate covers.
func (p *printer) certified(s Subject, r Search) {
	p.printf("%s\n", p.headline(s, r))
	if r.Vacuous {
		p.vacuous(s, r)
	}
	p.section("Covered")
	p.printf("  %s\n", r.DescribeSize())
	p.printf("  nodes %s: %s\n", strings.Join(r.Nodes, ", "), r.Spec.Describe())
	p.covered(s, r)
	input, rounds := "this input", "in synchronous rounds"
	if r.Spec.Inputs != nil {
		input = "every choice of inputs"
	}
	if r.Spec.Delay > 0 {
		rounds = "in rounds"
	}
	p.printf("\n%s\nIt holds for these nodes, %s and this bound, %s; %s.\n",
		effort(r), input, rounds, verify.DescribeJudged(s.Program, r.Spec.EOT))
}

// vacuous warns of a certificate that says nothing.
func (p *printer) vacuous(s Subject, r Search) {
	p.printf("\n%s %s.\n", p.Paint(Doubt, "!!! VACUOUS:"), s.Outcomes.DescribeVacuous(s.Program))
	if !s.Program.HasInvariant() && !s.Program.JudgesPersistence() {
		p.printf("!!! What must never hold was never near.")
	} else {
		p.printf("!!! Nothing was promised, so nothing could be broken.")
	}
	p.printf(" Give the run more time (--eot),\n!!! allow more faults (--eff, --crashes), or see what it does: %s\n", s.Command("run", nil))
	if r.Strict {
		p.printf("!!! --strict: this counts as inconclusive.\n")
	}
}

// everyTimeHint says where to read on about what a certificate does not see.
const everyTimeHint = `To check every time, say it with never: docs/language.md, "The end, and every time".`

// covered writes what is owed in the executions that a certificate covers, and what it may not
// see.
func (p *printer) covered(s Subject, r Search) {
	with := "with a fault"
	if r.Spec.Inputs != nil {
		with = "with a fault or an input"
	}
	switch {
	case !r.Spec.AllowsFaults(len(r.Nodes)) && r.Spec.Inputs == nil:
		p.printf("  No fault is admissible: this says how the program runs when nothing goes wrong.\n")
	case r.Owed.OnlyUnderFaults():
		p.printf("  %s\n", s.onlyUnderFaults(r.Owed))
		p.printf("  The first: %s\n", s.Command("run", r.Owed.First))
	case r.Owed.UnderFaults && s.Program.HasInvariant():
		p.printf("  There is something to protect under faults: pre holds in some execution %s.\n", with)
	case r.Owed.UnderFaults && !s.Program.JudgesPersistence():
		p.printf("  There is something to protect under faults: what never is about is there in some execution %s.\n", with)
	case r.Owed.UnderFaults:
		p.printf("  There is something to protect under faults: the persistent relations must keep their tuples.\n")
	case !r.Vacuous && !s.Program.HasInvariant() && !s.Program.JudgesPersistence():
		p.printf("  %s no execution %s has anything to protect: what never is about is there in none of them.\n", p.Paint(Doubt, "Note:"), with)
	case !r.Vacuous:
		p.printf("  %s no execution %s has anything to protect: pre is empty in all of them.\n", p.Paint(Doubt, "Note:"), with)
	}
	if r.Vacuous || r.Unseen.Nothing() {
		return
	}
	for _, sentence := range r.Unseen.Describe(s.Program, r.Spec.EOT) {
		p.printf("  %s %s\n", p.Paint(Doubt, "Note:"), sentence)
	}
	p.printf("  %s\n", everyTimeHint)
}

// inexact writes that nothing was found where not everything was looked for.
func (p *printer) inexact(s Subject, r Search) {
	p.printf("%s: negation ignored: no faults that the lineage of %s suggests under %v violate its invariant\n", p.Paint(Doubt, "not certified"), s.Name(), r.Spec)
	p.section("Looked at")
	p.printf("  %s\n", effort(r))
	p.printf("  of %s\n", r.DescribeSize())
	p.printf("  Premises under notin were assumed to hold: faults that matter only because they make\n" +
		"  such tuples appear were not searched for. --negation exact finds them, and certifies.\n")
}

// unknown writes how far the search came.
func (p *printer) unknown(s Subject, r Search) {
	p.printf("%s: %s\n", p.headline(s, r), r.Reason)
	p.section("So far")
	p.printf("  %s\n", effort(r))
	p.printf("  of %s\n", r.DescribeSize())
	p.printf("  None that was run violates the invariant. Nothing is proved.\n")
	if r.Executions > 0 && r.Owed.Nothing() {
		p.printf("  %s none of them owes anything, so none could violate it.\n", p.Paint(Doubt, "Note:"))
	}
}

// effort says what the search cost.
func effort(r Search) string {
	text := numeral.Count(r.Executions, "execution")
	if r.MinimizationExecutions > 0 {
		text += fmt.Sprintf(" and %d to minimize", r.MinimizationExecutions)
	}
	text += fmt.Sprintf(", strategy %v", r.Strategy)
	if r.IgnoreNegation {
		text += ", negation ignored"
	}
	if r.Strategy == verify.Random {
		text += fmt.Sprintf(" with seed %d", r.Options.Seed)
	}
	return fmt.Sprintf("%s, %.3f s", text, r.Elapsed.Seconds())
}
