package provenance

import (
	"fmt"
	"slices"
	"strings"

	"molly/failure"
	"molly/internal/numeral"
)

// mostLosses is how many lost messages are named for one goal.
const mostLosses = 4

// RootsOf returns the roots that explain one of the violations that the graph was made for by
// [Violations]: those of pre and post, or of a persistent tuple.
func (g *Graph) RootsOf(violation, violations int) []NodeID {
	each := len(g.Roots) / violations
	return g.Roots[violation*each : (violation+1)*each]
}

// Because says in a few lines which lost messages, and which crashes that rules read, make a
// violation, whose roots it is given ([Graph.RootsOf]). Ask the graph of one reason
// ([Graph.Reason]). It names every fault that the reason names.
func (g *Graph) Because(roots []NodeID) string {
	s := &becauseWriter{reason: g}
	post := roots[len(roots)-1]
	s.losses(post, "")
	for _, f := range g.SeenCrashes(post) {
		s.line("the program reads crash: since %s crashes at time %d, it no longer concludes this", failure.QuoteNode(f.Node), f.Time)
		s.named = append(s.named, f)
	}
	if pre := roots[0]; pre != post {
		s.losses(pre, "pre holds because ")
		for _, f := range g.SeenCrashes(pre) {
			if !slices.Contains(s.named, f) {
				s.line("pre holds because %s crashes at time %d: the program reads crash", failure.QuoteNode(f.Node), f.Time)
				s.named = append(s.named, f)
			}
		}
	}
	switch {
	case !g.Space && len(g.Scenario) > 0:
		s.unseen()
	case len(s.named) == 0:
		s.line("no fault is needed for it; molly explain shows how it comes about")
	}
	return s.text.String()
}

// BecauseLost says in a few lines which lost messages a goal rests on or lacks.
func (g *Graph) BecauseLost(goal NodeID) string {
	s := &becauseWriter{reason: g}
	s.losses(goal, "")
	return s.text.String()
}

// becauseWriter gathers lines, and which faults they name.
type becauseWriter struct {
	reason *Graph
	text   strings.Builder
	named  []failure.Fault
}

func (s *becauseWriter) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format+"\n", args...)
}

// unseen lists the faults that an explanation of one run alone does not reach.
func (s *becauseWriter) unseen() {
	var others []string
	for _, f := range s.reason.Scenario {
		if !slices.Contains(s.named, f) {
			others = append(others, f.Describe())
		}
	}
	if len(others) > 0 {
		s.line("how these matter is unknown, since only this run was evaluated: %s", strings.Join(others, "; "))
	}
}

// losses names the lost messages of a goal. Where faults have been named before, it leaves out
// what names no new one.
func (s *becauseWriter) losses(goal NodeID, prefix string) {
	lost, more, others := s.reason.LostSupports(goal, mostLosses)
	before := slices.Clone(s.named)
	fresh := func(f failure.Fault) bool { return !slices.Contains(before, f) }
	for _, l := range lost {
		if len(before) > 0 && !slices.ContainsFunc(l.Faults, fresh) {
			continue
		}
		s.line("%s%v", prefix, l)
		s.named = append(s.named, l.Faults...)
	}
	if more == 0 || len(before) > 0 && !slices.ContainsFunc(others, fresh) {
		return
	}
	text := fmt.Sprintf("%sand %s", prefix, numeral.Count(more, "more lost message"))
	if len(others) > 0 {
		text += ", by " + failure.Names(others)
		s.named = append(s.named, others...)
	}
	s.line("%s", text)
}
