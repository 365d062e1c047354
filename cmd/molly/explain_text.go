package main

import (
	"strings"

	"molly/provenance"
	"molly/verify"
)

const (
	briefLines = 40   // that an explanation has at most, about, if it is not to be full
	briefNodes = 1000 // of a graph that may have so few lines
)

// brief is an explanation for people: all of it, if it is short; else one reason, or as much of
// that as fits, with what it comes to above it. violated are what its roots are about, where no
// tuple was asked for.
func (e *session) brief(graph *provenance.Graph, violated []verify.Violation, o provenance.TextOptions) string {
	if len(graph.Nodes) <= briefNodes {
		if text := graph.Text(o); strings.Count(text, "\n") <= briefLines {
			return text
		}
	}
	reason := graph.Reason()
	text, all := reason.Brief(briefLines, o)
	if all {
		return text + "\nThis is one reason; --full shows what else there is.\n"
	}
	return e.inShort(reason, violated) + text + "\nThis is the main part of one reason; --full shows all.\n"
}

// inShort says what a reason comes to.
func (e *session) inShort(reason *provenance.Graph, violated []verify.Violation) string {
	var b strings.Builder
	for i, v := range violated[:min(len(violated), mostViolations)] {
		b.WriteString(v.Describe(e.datalog()) + "\n" + indent(e.instead(v)) + indent(reason.Because(reason.RootsOf(i, len(violated)))))
	}
	if len(violated) == 0 {
		for _, root := range reason.Roots {
			b.WriteString(reason.BecauseLost(root))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + "\n"
}
