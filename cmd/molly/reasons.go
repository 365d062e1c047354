package main

import (
	"context"

	"molly/eval"
	"molly/provenance"
	"molly/verify"
)

const mostViolations = 8 // that are explained in a report

// reasons says what is violated, and which faults did it. Tuples with the same reasons stand
// together.
func (r *report) reasons(ctx context.Context, list []verify.Violation, run *eval.Run, space *eval.Space) (*provenance.Graph, error) {
	more := len(list) - mostViolations
	list = list[:min(len(list), mostViolations)]
	graph, err := provenance.Violations(ctx, run, space, verify.Goals(list)...)
	if err != nil {
		return nil, err
	}
	reason := graph.Reason()
	var reasons []string
	violated := map[string][]string{} // by reason
	for i, v := range list {
		why := reason.Because(reason.RootsOf(i, len(list)))
		if _, known := violated[why]; !known {
			reasons = append(reasons, why)
		}
		violated[why] = append(violated[why], v.Describe(r.datalog())+"\n"+indent(r.instead(v)))
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
