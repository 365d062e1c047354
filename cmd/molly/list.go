package main

import (
	"errors"

	"molly/export/text"
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
		l.err = l.Flush()
	}
}

// rest prints what has not been printed. There is no list without --all.
func (l *listing) rest() error {
	if l == nil {
		return nil
	}
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
		return wire.Encode(&l.Out, wire.NewListed(l.Datalog(), f, l.options.Group))
	}
	return text.Listed(&l.Out, l.style, l.Subject(), l.printed, f, l.options.Group)
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
