package text

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/internal/numeral"
	"molly/provenance"
	"molly/verify"
	"molly/viz/view"
)

// MostViolations is how many violations of a counterexample are explained.
const MostViolations = 8

// Explained is what explains a counterexample: its run, and one reason for what it violates. The zero
// value explains nothing.
type Explained struct {
	// Run is the counterexample's run, or nil.
	Run *eval.Run
	// Reason is one reason (provenance.Graph.Reason) for the violations, as many of them as
	// MostViolations allows; nil where there is none. Unexplained says why there is none.
	Reason      *provenance.Graph
	Unexplained string
}

// finding writes one counterexample.
func (p *printer) finding(s Subject, f verify.Finding, why Explained) {
	p.section("Faults")
	if len(f.Scenario) == 0 {
		p.printf("  none\n")
	}
	for _, words := range p.faults(f.Scenario) {
		p.printf("  %s\n", words)
	}
	if s.Program.Never == datalog.NoRelation {
		p.section(fmt.Sprintf("Violated at time %d", s.Spec.EOT))
	} else {
		p.section("Violated")
	}
	shown := f.Violated[:min(len(f.Violated), MostViolations)]
	if why.Reason != nil {
		p.reasons(s, shown, why.Reason)
	} else {
		for _, v := range shown {
			p.printf("  %s\n", v.Describe(s.Program))
		}
	}
	if more := len(f.Violated) - len(shown); more > 0 {
		p.printf("  and %s more\n", numeral.Count(more, "tuple"))
	}
	if why.Reason == nil && why.Unexplained != "" {
		p.printf("    (%s)\n", why.Unexplained)
	}
	if why.Run != nil {
		p.section("What happens")
		picture, without := view.Terminal(why.Run, why.Reason)
		p.printf("%s", indent(picture))
		if without != "" {
			p.printf("  (%s; molly run shows all messages)\n", without)
		}
	}
	p.section("See for yourself")
	p.printf("  %s\n  %s\n", s.Command("run", f.Scenario), s.Command("explain", f.Scenario))
}

// reasons writes violations, and which faults caused them. Those with the same causes are written
// together.
func (p *printer) reasons(s Subject, list []verify.Violation, reason *provenance.Graph) {
	var order []string
	violated := map[string]string{} // by causes
	for i, v := range list {
		causes := reason.Because(reason.RootsOf(i, len(list)))
		if _, known := violated[causes]; !known {
			order = append(order, causes)
		}
		violated[causes] += violation(s, v)
	}
	for _, causes := range order {
		p.printf("%s%s", indent(violated[causes]), indent(indent(causes)))
	}
}

// violation says in a line what is wrong with a tuple, and in a second one what the run holds
// in its place, if anything.
func violation(s Subject, v verify.Violation) string {
	return v.Describe(s.Program) + "\n" + indent(instead(s, v))
}

// instead says in a line what the run holds instead of a missing tuple, if anything.
func instead(s Subject, v verify.Violation) string {
	if len(v.Instead) == 0 {
		return ""
	}
	held := make([]string, len(v.Instead))
	for i, tuple := range v.Instead {
		held[i] = s.tuple(v.Relation, tuple)
	}
	return "instead there is " + strings.Join(held, ", ") + "\n"
}
