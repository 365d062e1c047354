package text

import (
	"fmt"
	"io"
	"strings"

	"molly/internal/numeral"
	"molly/verify"
)

// Hazard writes which faults the failure-free run suggests, and what became of them.
func Hazard(w io.Writer, style Style, s Subject, r *verify.HazardReport) error {
	p := &printer{Style: style, w: w}
	p.printf("%s under %v: what the failure-free run suggests (negation: %v)\n", s.Name(), r.Spec, r.Negation)
	if r.Formula == "" { // a bound came first
		p.printf("\n%s There is no answer: %s.\n", p.Paint(Doubt, "Not complete."), r.Reason)
		return p.err
	}
	p.outcomes(s, r)
	p.section("Formula of the faults that may break the invariant")
	p.printf("%s", indent(verify.ShortenFormula(r.Formula)+"\n"))
	p.candidates(s, r)
	p.roles(s, r)
	p.printf("\n%s: %d confirmed, %d refuted, %d not run; %s\n", numeral.Count(len(r.Hypotheses), "candidate"),
		r.Number(verify.FateConfirmed), r.Number(verify.FateRefuted), r.Number(verify.FateNotRun), numeral.Count(r.Executions, "execution"))
	if !r.Complete {
		p.printf("%s There may be more candidates: %s.\n", p.Paint(Doubt, "Not complete."), r.Reason)
	}
	if r.Number(verify.FateRefuted) > 0 {
		p.printf("A refuted candidate may hide a counterexample with the same faults and more. Its run shows new lineage,\nfrom which molly verify continues.\n")
	}
	return p.err
}

// outcomes writes what the invariant rests on, and what cuts it.
func (p *printer) outcomes(s Subject, r *verify.HazardReport) {
	p.section("Outcomes")
	switch {
	case len(r.Outcomes) > 0:
	case r.Vacuous:
		p.printf("  none: %s\n", s.Outcomes.DescribeVacuous(s.Program))
	case r.Owed.OnlyUnderFaults():
		p.printf("  none. %s\n  The first: %s\n", s.onlyUnderFaults(r.Owed), s.Command("run", r.Owed.First))
	default:
		p.printf("  none: the failure-free run has nothing to lose\n")
	}
	for _, o := range r.Outcomes {
		p.printf("  %s\n", s.tuple(o.Relation, o.Args))
		if o.Cuttable {
			p.printf("    the fewest faults that cut it: %d, %v, %s\n", len(o.Cut), o.Cut, alternatives(o))
		} else {
			p.printf("    no admissible faults cut it\n")
		}
		if o.Breakable {
			p.printf("    its lineage in this run suggests: %v\n", o.Hypothesis)
		} else {
			p.printf("    its lineage in this run suggests no faults\n")
		}
	}
}

// alternatives says how many sets of as few faults cut an outcome.
func alternatives(o verify.Outcome) string {
	switch {
	case o.Cuts == nil:
		return fmt.Sprintf("one of more than %d such sets", verify.MostCuts)
	case o.Cuts.IsInt64() && o.Cuts.Int64() == 1:
		return "the only such set"
	}
	return fmt.Sprintf("one of %s such sets", numeral.Grouped(o.Cuts))
}

// candidates writes the minimal solutions of the formula.
func (p *printer) candidates(s Subject, r *verify.HazardReport) {
	p.section("Minimal candidates")
	switch {
	case len(r.Hypotheses) == 0 && !r.Complete:
		p.printf("  none so far\n")
		return
	case len(r.Hypotheses) == 0:
		p.printf("  none: no admissible faults cut what the failure-free run shows\n")
		return
	}
	w := p.newTable("", "faults", "result")
	for i, c := range r.Hypotheses {
		w.AppendRow([]any{i + 1, c.Scenario.String(), p.fate(s, c)})
	}
	p.table(w)
}

// fate says what became of a candidate.
func (p *printer) fate(s Subject, c verify.Hypothesis) string {
	text := string(c.Fate)
	if c.Fate != verify.FateConfirmed {
		return text
	}
	text = p.Paint(Bad, text)
	const listed = 3
	var lines []string
	for _, v := range c.Violated {
		tuple := s.tuple(v.Relation, v.Args)
		if v.Relation == s.Program.Never {
			lines = append(lines, tuple+" holds")
		} else {
			lines = append(lines, "no "+tuple)
		}
	}
	if len(lines) > listed {
		lines = append(lines[:listed], "…")
	}
	return text + ": " + strings.Join(lines, ", ")
}
