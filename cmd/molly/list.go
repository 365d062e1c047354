package main

import (
	"errors"
	"fmt"

	"molly/export/wire"
	"molly/verify"
)

// A listing prints all minimal counterexamples, each as soon as it is known to be the
// next one.
type listing struct {
	*report
	json    bool
	printed int
	err     error // standard output takes no more, of which the tool tells in the end
}

// tell takes an event of the search. What random finds is in no order until the end.
func (l *listing) tell(e verify.Event) {
	if e.Kind != verify.Confirmed || l.options.Strategy == verify.Random || l.err != nil {
		return
	}
	if l.err = l.print(e.Finding); l.err == nil {
		l.err = l.flush()
	}
}

// rest prints what has not been printed.
func (l *listing) rest() error {
	for _, f := range l.verdict.Findings[l.printed:] {
		if err := l.print(f); err != nil {
			return err
		}
	}
	return nil
}

// print prints the next counterexample: as a line of JSON, or in words.
func (l *listing) print(f verify.Finding) error {
	l.printed++
	if l.json {
		return l.encode(wire.NewListed(l.datalog(), f, l.options.Group))
	}
	if l.printed == 1 {
		l.printf("%s: %s can violate its invariant under %v\n", l.style.paint(colourBad, "counterexamples"), l.name(), l.spec)
	}
	l.section(fmt.Sprintf("%d. %s%s", l.printed, count(len(f.Scenario), "fault"), l.alike(f)))
	for _, fault := range f.Scenario {
		l.printf("  %s\n", fault.Describe())
	}
	l.printf("  At time %d\n", l.spec.EOT)
	for _, v := range f.Violated[:min(mostViolations, len(f.Violated))] {
		l.printf("    %s\n%s", v.Describe(l.datalog()), indent(indent(indent(l.instead(v)))))
	}
	if more := len(f.Violated) - mostViolations; more > 0 {
		l.printf("    and %s more\n", count(more, "tuple"))
	}
	l.printf("  %s\n", l.replay("explain", f.Scenario))
	return nil
}

// alike says what a counterexample stands for.
func (l *listing) alike(f verify.Finding) string {
	if !l.options.Group || f.Alike == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more like it)", f.Alike-1)
}

// ending prints what the list is worth.
func (l *listing) ending() {
	v := l.verdict
	l.printf("\n%s\n%s\n", l.found(), l.effort())
	switch {
	case v.Complete:
		l.printf("These are all minimal ones: a scenario that violates the invariant has all faults of one of them (a crash perhaps earlier).\n")
		return
	case v.Strategy == verify.Exhaustive, v.Strategy == verify.Random:
		l.printf("%s The search ended early: %s.\nThere may be more counterexamples, and smaller ones.\n", l.style.paint(colourDoubt, "Not complete."), v.Reason)
		return
	}
	l.printf("%s The search ended early: %s.\nEach of these is minimal, but there may be more", l.style.paint(colourDoubt, "Not complete."), v.Reason)
	if v.AllBelow > 0 {
		l.printf(" with %s or more", count(v.AllBelow, "fault"))
	}
	l.printf(".\n")
}

// found says how many there are.
func (l *listing) found() string {
	n := total(l.verdict)
	if !l.options.Group {
		return count(n, "counterexample")
	}
	return fmt.Sprintf("%s in %s: those of a group differ only in the names of nodes, and the program treats these alike",
		count(n, "counterexample"), count(len(l.verdict.Findings), "group"))
}

// total is the number of counterexamples that a verdict's findings stand for.
func total(v *verify.Verdict) int {
	n := 0
	for _, f := range v.Findings {
		n += f.Alike
	}
	return n
}

// listed refuses --group where it means nothing.
func (f *searchFlags) listed() error {
	switch o := f.options; {
	case o.Group && !o.All:
		return errors.New("--group is for --all")
	case o.All && o.Strategy == verify.LDFI && o.IgnoreNegation:
		return errors.New("--all needs all counterexamples, which --negation ignore does not find")
	case o.Group && o.Strategy == verify.Random:
		return errors.New("--group needs all counterexamples, which --strategy random does not find")
	}
	return nil
}
