package text

import (
	"fmt"
	"io"
	"strings"

	"molly/datalog"
	"molly/failure"
	"molly/internal/numeral"
	"molly/verify"
)

// Listed writes one counterexample of a list of all, with its number from 1 on. Group is that of
// verify.Options.
func Listed(w io.Writer, style Style, s Subject, number int, f verify.Finding, group bool) error {
	p := &printer{Style: style, w: w}
	if number == 1 {
		p.printf("%s: %s can violate its invariant under %v\n", p.Paint(Bad, "counterexamples"), s.Name(), s.Spec)
	}
	alike := ""
	if group && f.Alike > 1 {
		alike = fmt.Sprintf(" (and %d more like it)", f.Alike-1)
	}
	p.section(fmt.Sprintf("%d. %s%s", number, numeral.Count(f.Scenario.Size(), "fault"), alike))
	for _, words := range p.faults(f.Scenario) {
		p.printf("  %s\n", words)
	}
	if s.Program.Never == datalog.NoRelation {
		p.printf("  At time %d\n", s.Spec.EOT)
	} else {
		p.printf("  Violated\n")
	}
	shown := f.Violated[:min(MostViolations, len(f.Violated))]
	for _, v := range shown {
		p.printf("    %s\n%s", v.Describe(s.Program), indent(indent(indent(instead(s, v)))))
	}
	if more := len(f.Violated) - len(shown); more > 0 {
		p.printf("    and %s more\n", numeral.Count(more, "tuple"))
	}
	p.printf("  %s\n", s.Command("explain", f.Scenario))
	return p.err
}

// ListEnd writes, after the counterexamples of a list, how many there are, and whether they are
// all.
func ListEnd(w io.Writer, style Style, r Search) error {
	p := &printer{Style: style, w: w}
	p.printf("\n%s\n%s\n", found(r), effort(r))
	switch {
	case r.Complete:
		p.printf("These are all minimal ones: a scenario that violates the invariant has all faults%s of one of them (%s).\n", inputs(r.Spec), larger(r.Spec))
		return p.err
	case r.Strategy == verify.Exhaustive, r.Strategy == verify.Random:
		p.printf("%s The search ended early: %s.\nThere may be more counterexamples, and smaller ones.\n", p.Paint(Doubt, "Not complete."), r.Reason)
		return p.err
	}
	p.printf("%s The search ended early: %s.\nEach of these is minimal, but there may be more", p.Paint(Doubt, "Not complete."), r.Reason)
	if r.AllBelow > 0 {
		p.printf(" with %s or more", numeral.Count(r.AllBelow, "fault"))
	}
	p.printf(".\n")
	return p.err
}

// found says how many counterexamples there are.
func found(r Search) string {
	n := 0
	for _, f := range r.Findings {
		n += f.Alike
	}
	if !r.Options.Group {
		return numeral.Count(n, "counterexample")
	}
	return fmt.Sprintf("%s in %s: those of a group differ only in the names of nodes, and the program treats these alike",
		numeral.Count(n, "counterexample"), numeral.Count(len(r.Findings), "group"))
}

// inputs says that a specification leaves some open.
func inputs(spec failure.Spec) string {
	if spec.Inputs == nil {
		return ""
	}
	return " and inputs"
}

// larger says how a scenario that is above another one has its faults.
func larger(spec failure.Spec) string {
	ways := []string{"a crash perhaps earlier"}
	if spec.Delay > 0 {
		ways = append(ways, "what is late perhaps later or lost")
	}
	if spec.CopyDelay() > 1 {
		ways = append(ways, "a second copy perhaps later")
	}
	if spec.Restarts > 0 {
		ways = append(ways, "an outage perhaps longer or without end")
	}
	return strings.Join(ways, ", ")
}
