package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

const (
	mostViolations = 8 // that are explained in a report
	mostLosses     = 4 // that are named for one of them
)

// reasons says what is violated, and which faults did it. Tuples with the same reasons stand
// together.
func (r *report) reasons(ctx context.Context, list []verify.Violation, run *eval.Run, space *eval.Space) (*provenance.Graph, error) {
	more := len(list) - mostViolations
	list = list[:min(len(list), mostViolations)]
	graph, err := provenance.Violations(ctx, run, space, r.violatedGoals(list)...)
	if err != nil {
		return nil, err
	}
	reason := graph.Reason()
	var reasons []string
	violated := map[string][]string{} // by reason
	for i, v := range list {
		why := reasonLines(reason, rootsOf(reason, i, len(list)))
		if _, known := violated[why]; !known {
			reasons = append(reasons, why)
		}
		violated[why] = append(violated[why], r.violation(v)+"\n"+indent(r.instead(v)))
	}
	for _, why := range reasons {
		for _, text := range violated[why] {
			r.printf("%s", indent(text))
		}
		r.printf("%s", indent(indent(why)))
	}
	if more > 0 {
		r.printf("  and %s more\n", count(more, "tuple"))
	}
	return reason, nil
}

// rootsOf are the roots of one of the violations of a graph: those of pre and post, or of a
// persistent tuple.
func rootsOf(g *provenance.Graph, violation, of int) []provenance.NodeID {
	each := len(g.Roots) / of
	return g.Roots[violation*each : (violation+1)*each]
}

// reasonLines says in a few lines which lost messages, and which crashes that rules read, make a
// violation; its roots are those of pre and post, or of a persistent tuple. It names every fault
// that the reason names.
func reasonLines(reason *provenance.Graph, roots []provenance.NodeID) string {
	s := &reasonWriter{reason: reason}
	post := roots[len(roots)-1]
	s.losses(post, "")
	for _, f := range reason.SeenCrashes(post) {
		s.line("the program reads crash: since %s crashes at time %d, it does not conclude this any more", written(f.Node), f.Time)
		s.named = append(s.named, f)
	}
	if pre := roots[0]; pre != post {
		s.losses(pre, "pre holds because ")
		for _, f := range reason.SeenCrashes(pre) {
			if !slices.Contains(s.named, f) {
				s.line("pre holds because %s crashes at time %d: the program reads crash", written(f.Node), f.Time)
				s.named = append(s.named, f)
			}
		}
	}
	switch {
	case !reason.Space && len(reason.Scenario) > 0:
		s.unseen()
	case len(s.named) == 0:
		s.line("no fault is needed for it; molly explain shows how it comes about")
	}
	return s.text.String()
}

// reasonWriter gathers the lines.
type reasonWriter struct {
	reason *provenance.Graph
	text   strings.Builder
	named  []failure.Fault
}

func (s *reasonWriter) line(format string, args ...any) {
	fmt.Fprintf(&s.text, format+"\n", args...)
}

// unseen lists the faults that an explanation of one run alone does not reach.
func (s *reasonWriter) unseen() {
	var others []string
	for _, f := range s.reason.Scenario {
		if !slices.Contains(s.named, f) {
			others = append(others, faultInWords(f))
		}
	}
	if len(others) > 0 {
		s.line("how these matter is not known, since only this run was evaluated: %s", strings.Join(others, "; "))
	}
}

// losses names the lost messages of a goal. Where faults have been named before, it leaves out
// what names no new one.
func (s *reasonWriter) losses(goal provenance.NodeID, prefix string) {
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
	text := fmt.Sprintf("%sand %s", prefix, count(more, "more lost message"))
	if len(others) > 0 {
		text += ", by " + failure.Names(others)
		s.named = append(s.named, others...)
	}
	s.line("%s", text)
}
