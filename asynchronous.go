package molly

import (
	"context"
	"strings"

	"molly/node"
	"molly/node/dedalus"
	"molly/node/trace"
)

// System is the program as nodes that take steps in any order, each with a clock of its own; the last step of each is
// that of EOT. The error is an *eval.RemoteRuleError where a node cannot run a rule by itself.
func (q *Question) System(order node.Order) (*node.System, error) {
	return dedalus.System(strings.Join(q.Program.Files, " "), q.Datalog(), q.Nodes, dedalus.Options{Until: q.Spec.EOT, Order: order, MaxFacts: q.MaxFacts})
}

// Trace is the execution under a scenario as steps of nodes: what a debugger opens, to go elsewhere from there. In it
// every node holds what it holds in the run, and the invariant is violated where the run violates it.
func (q *Question) Trace(ctx context.Context, sc Scenario) (*trace.Trace, error) {
	s, err := q.System(node.Any)
	if err != nil {
		return nil, err
	}
	w, err := node.Begin(s)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	if err := dedalus.Lockstep(w, q.Datalog(), q.Spec, sc); err != nil {
		return nil, err
	}
	return trace.Of(w, trace.Header{About: "under " + q.Spec.String() + ": " + sc.String()}), context.Cause(ctx)
}
