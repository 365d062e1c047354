package main

import (
	"io"

	"molly/internal/numeral"
	"molly/internal/terminal"
	"molly/verify"
)

// progress shows on a terminal how far a search is. Where there is no terminal, or for the zero value, it shows nothing.
type progress struct{ *terminal.Progress }

// newProgress shows a search.
func newProgress(w io.Writer, o verify.Options) progress {
	p := progress{terminal.NewProgress(w, expected(o))}
	p.Tell(verify.Event{})
	return p
}

// Tell takes an event of the search.
func (p progress) Tell(e verify.Event) {
	p.At(int64(e.Executions), func() string { return searching(e) })
}

// expected is how many executions there will be; 0 where it is unknown, or where they are so many that a bar would never move.
func expected(o verify.Options) int64 {
	const most = 100_000_000
	switch n := o.Spec.Scenarios(o.Nodes); {
	case o.Strategy == verify.Random && o.MaxExecutions > 0:
		return int64(o.MaxExecutions)
	case o.Strategy == verify.Random:
		return verify.DefaultMaxExecutions
	case o.Strategy == verify.Exhaustive && n.IsInt64() && n.Int64() <= most:
		return n.Int64()
	}
	return 0
}

// searching says how far a search is.
func searching(e verify.Event) string {
	text := numeral.Count(e.Executions, "execution")
	if e.Candidates > 0 {
		text += ", " + numeral.Count(e.Candidates, "candidate")
	}
	if e.Kind == verify.Grounding {
		text = e.Growth.String()
	}
	if e.DiagramNodes > 0 {
		text += ", " + numeral.Count(e.DiagramNodes, "node") + " of a decision diagram"
	}
	return text
}
