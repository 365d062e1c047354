package text

import (
	"io"
	"strings"

	"molly/provenance"
	"molly/verify"
)

const (
	briefLines = 40   // that an explanation has at most, about, if it is not to be full
	briefNodes = 1000 // of a graph that may have so few lines
)

// Explanation writes why tuples hold, or do not: all of it, if that is short or full is asked for;
// else one reason, or the main part of one, under a summary. violated are what the roots of the
// graph are about, where it explains violations.
func Explanation(w io.Writer, s Subject, graph *provenance.Graph, violated []verify.Violation, full bool, o provenance.TextOptions) error {
	p := &printer{w: w}
	if full {
		p.printf("%s", graph.Text(o))
	} else {
		p.printf("%s", brief(s, graph, violated, o))
	}
	if len(graph.Roots) == 0 {
		p.printf("This run violates nothing. To explain a tuple, name it, such as 'log(\"b\", _)@%d'.\n", s.Spec.EOT)
	}
	return p.err
}

// brief is an explanation in about briefLines.
func brief(s Subject, graph *provenance.Graph, violated []verify.Violation, o provenance.TextOptions) string {
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
	return summary(s, reason, violated) + text + "\nThis is the main part of one reason; --full shows all.\n"
}

// summary says in a few lines what a reason comes to.
func summary(s Subject, reason *provenance.Graph, violated []verify.Violation) string {
	var b strings.Builder
	for i, v := range violated[:min(len(violated), MostViolations)] {
		b.WriteString(violation(s, v) + indent(reason.Because(reason.RootsOf(i, len(violated)))))
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
