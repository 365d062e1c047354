package main

import (
	"fmt"
	"strings"

	"molly/export/wire"
	"molly/internal/numeral"
	"molly/verify"
)

// longestFormula is how many characters of a formula a report shows.
const longestFormula = 4000

// text prints the report for people.
func (h *hypotheses) text() {
	h.printf("%s under %v: what the failure-free run suggests (negation: %v)\n", h.name(), h.Spec, h.Negation)
	if h.Formula == "" { // a bound came first
		h.printf("\n%s There is no answer: %s.\n", h.style.paint(colourDoubt, "Not complete."), h.Reason)
		return
	}
	h.section("Outcomes")
	switch {
	case len(h.Outcomes) > 0:
	case h.Vacuous:
		h.printf("  none: %s\n", h.outcomes.DescribeVacuous(h.datalog()))
	case h.Owed.OnlyUnderFaults():
		h.printf("  none. %s: %s\n  The first: %s\n", onlyUnderFaults, h.outcomes.DescribeOnlyUnderFaults(), h.replay("run", h.Owed.First))
	default:
		h.printf("  none: the failure-free run has nothing to lose\n")
	}
	for _, o := range h.Outcomes {
		h.printf("  %s\n", h.tuple(o.Relation, o.Args))
		if o.Cuttable {
			h.printf("    the fewest faults that cut it: %d, %v, %s\n", len(o.Cut), o.Cut, alternatives(o))
		} else {
			h.printf("    no admissible faults cut it\n")
		}
		h.printf("    %s\n", h.suggestion(o))
	}
	h.section("Formula of the faults that may break the invariant")
	h.printf("%s", indent(shorten(h.Formula)+"\n"))
	h.section("Minimal candidates")
	if len(h.Candidates) == 0 && !h.Complete {
		h.printf("  none so far\n")
	} else if len(h.Candidates) == 0 {
		h.printf("  none: no admissible faults cut what the failure-free run shows\n")
	} else {
		w := h.newTable("", "faults", "what became of it")
		for i, c := range h.Candidates {
			w.AppendRow([]any{i + 1, c.Scenario.String(), h.fate(c)})
		}
		h.printTable(w)
	}
	h.rolesText()
	h.printf("\n%s: %d confirmed, %d refuted, %d not run; %s\n", count(len(h.Candidates), "candidate"),
		h.tally(verify.FateConfirmed), h.tally(verify.FateRefuted), h.tally(verify.FateNotRun), count(h.Executions, "execution"))
	if !h.Complete {
		h.printf("%s There may be more candidates: %s.\n", h.style.paint(colourDoubt, "Not complete."), h.Reason)
	}
	if h.tally(verify.FateRefuted) > 0 {
		h.printf("A refuted candidate may hide a counterexample with the same faults and more. Its run shows new lineage,\nwhich molly verify goes on with.\n")
	}
}

// alternatives says how many other sets of as few faults cut an outcome.
func alternatives(o verify.Outcome) string {
	switch {
	case o.Cuts == nil:
		return fmt.Sprintf("one of more than %d such sets", verify.MostCuts)
	case o.Cuts.IsInt64() && o.Cuts.Int64() == 1:
		return "the only such set"
	}
	return fmt.Sprintf("one of %s such sets", numeral.Grouped(o.Cuts))
}

// suggestion says what the lineage of an outcome alone suggests.
func (h *hypotheses) suggestion(o verify.Outcome) string {
	if !o.Breakable {
		return "its lineage in this run suggests no faults"
	}
	return fmt.Sprintf("its lineage in this run suggests: %v", o.Hypothesis)
}

// fate says what became of a candidate.
func (h *hypotheses) fate(c verify.Candidate) string {
	text := string(c.Fate)
	if c.Fate != verify.FateConfirmed {
		return text
	}
	text = h.style.paint(colourBad, text)
	for i, v := range c.Violated {
		if i == 3 {
			return text + ", …"
		}
		text += map[bool]string{true: ": no ", false: ", no "}[i == 0] + h.tuple(v.Relation, v.Args)
	}
	return text
}

// shorten cuts a formula that nobody would read.
func shorten(formula string) string {
	chars := []rune(formula)
	if len(chars) <= longestFormula {
		return formula
	}
	return strings.TrimRight(string(chars[:longestFormula]), "\n") + fmt.Sprintf("\n… (%d characters more; --json has them)", len(chars)-longestFormula)
}

func (h *hypotheses) json() error {
	out := wire.NewHazard(h.datalog(), h.HazardReport)
	out.Warnings = wire.Warnings(h.warnings)
	return h.encode(out)
}
