package verify

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/failure"
	"molly/internal/numeral"
	"molly/provenance"
)

// Describe says in words what is wrong with the tuple.
func (v Violation) Describe(p *datalog.Program) string {
	text := func(r datalog.RelID) string { return datalog.FormatTuple(p.Relations[r].Name, v.Args) }
	switch {
	case v.Relation == p.Never:
		return fmt.Sprintf("%s holds at time %d, and must never", text(p.Never), v.Time)
	case !p.HasInvariant():
		return text(v.Relation) + " is missing; the failure-free run has it"
	case p.Never != datalog.NoRelation:
		return fmt.Sprintf("%s holds at time %d, %s does not", text(p.Pre), v.Time, text(p.Post))
	}
	return fmt.Sprintf("%s holds, %s does not", text(p.Pre), text(p.Post))
}

// Describe says the verdict on a program in a sentence.
func (v *Verdict) Describe(program string) string {
	switch v.Kind {
	case Counterexample:
		return fmt.Sprintf("counterexample: %s can violate its invariant under %v", program, v.Spec)
	case Certified:
		vacuously := ""
		if v.Vacuous {
			vacuously = ", but vacuously"
		}
		return fmt.Sprintf("certified%s: no admissible faults violate the invariant of %s under %v", vacuously, program, v.Spec)
	}
	return fmt.Sprintf("unknown: the search of %s under %v ended before it had an answer", program, v.Spec)
}

// longestFormula is how many characters of a formula are shown to people.
const longestFormula = 4000

// ShortenFormula cuts a formula to a length that people read.
func ShortenFormula(formula string) string {
	chars := []rune(formula)
	if len(chars) <= longestFormula {
		return formula
	}
	return strings.TrimRight(string(chars[:longestFormula]), "\n") + fmt.Sprintf("\n… (%d characters more; --json has them)", len(chars)-longestFormula)
}

// DescribeSize says how many scenarios the verdict is about.
func (v *Verdict) DescribeSize() string {
	size := numeral.CountBig(v.Scenarios, "admissible scenario")
	if !v.Spec.Classic() {
		return size // the paper knows no more than losses and crashes
	}
	return fmt.Sprintf("%s (the LDFI paper counts %s)", size, numeral.CountBig(v.Combinations, "combination"))
}

// Goals are the violated facts as goals of an explanation.
func Goals(list []Violation) []provenance.Goal {
	var goals []provenance.Goal
	for _, v := range list {
		goals = append(goals, provenance.Goal{Fact: v.Fact})
	}
	return goals
}

// DescribeJudged says which relations are read when.
func DescribeJudged(p *datalog.Program, eot int) string {
	switch {
	case p.JudgesPersistence():
		return fmt.Sprintf("what persists is read at time %d only", eot)
	case !p.HasInvariant():
		return "never is read at every time"
	case p.Never != datalog.NoRelation:
		return fmt.Sprintf("never is read at every time, pre and post at time %d only", eot)
	}
	return fmt.Sprintf("pre and post are read at time %d only", eot)
}

// DescribeVacuous says why nothing could be violated, where no admissible execution owes
// anything.
func (o Outcomes) DescribeVacuous(p *datalog.Program) string {
	switch {
	case p.JudgesPersistence():
		return "no persistent relation has a tuple in the failure-free run"
	case !p.HasInvariant():
		return "in no admissible execution is there anything that never is about: of each rule for it, some premise has no tuple"
	case o == FailureFree:
		return "in no admissible execution has pre anything that post has in the failure-free run"
	}
	return "pre is empty in every admissible execution"
}

// OnlyUnder says in which executions alone something is owed, of which it is given the first one.
func OnlyUnder(first failure.Scenario) string {
	if len(first) > 0 && first.Size() == 0 {
		return "only with inputs"
	}
	return "only under faults"
}

// DescribeOnlyUnderFaults says what is owed, where executions with faults or inputs alone owe
// anything.
func (o Outcomes) DescribeOnlyUnderFaults(p *datalog.Program, owed Owed) string {
	when := "Owed " + OnlyUnder(owed.First) + ": "
	switch {
	case !p.HasInvariant():
		return when + "of each rule for never, some premise has no tuple in the failure-free run; in some other admissible execution, all of one have."
	case o == FailureFree:
		return when + "pre has nothing of what post has in the failure-free run, and has some of it in another admissible execution."
	}
	return when + "pre is empty in the failure-free run, and not in some other admissible execution."
}

// Describe says, one sentence each, what a certificate for this EOT may not see.
func (u Unseen) Describe(p *datalog.Program, eot int) (sentences []string) {
	if len(u.Forgotten) > 0 {
		sentences = append(sentences, fmt.Sprintf("pre and post are read at time %d only: what %s held only before is ignored.", eot, inSentence(p, u.Forgotten)))
	}
	if len(u.TakenBack) > 0 {
		sentences = append(sentences, fmt.Sprintf("pre and post are read at time %d only: what a tuple of %s (read under notin) has ended by then is ignored.", eot, inSentence(p, u.TakenBack)))
	}
	return sentences
}

// inSentence lists relations in a sentence.
func inSentence(p *datalog.Program, list []datalog.RelID) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = p.Relations[r].Name
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
