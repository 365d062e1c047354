package sarif

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus"
	"molly/verify"
	"molly/verify/expect"
)

// The kinds of steps.
const (
	FaultStep     = "fault"
	MessageStep   = "message"
	ViolationStep = "violation"
)

// Step is something that happens in an execution.
type Step struct {
	Kind    string
	Time    int
	Pos     datalog.Position // of the rule that makes it happen; none of a fault
	Line    string           // the line at Pos
	Text    string           // what happens, with the time
	Decides bool             // a fault, what it does to a message, a violation
}

// Steps are what happens in an execution, by time: its faults, its messages and what becomes of them,
// and in the end what it violates.
func Steps(p *dedalus.Program, x *verify.Judged) []Step {
	var list []Step
	for _, f := range x.Run.Scenario {
		list = append(list, Step{Kind: FaultStep, Time: f.Time, Text: f.Describe(), Decides: true})
	}
	d := p.Datalog()
	for _, m := range x.Run.Messages() {
		var fates []string
		decides := false
		for _, delivery := range x.Run.Deliveries(m) {
			fates = append(fates, delivery.Describe(m.Sent))
			decides = decides || len(delivery.Faults()) > 0
		}
		at := d.Rules[m.Rule].Pos
		list = append(list, Step{
			Kind: MessageStep, Time: m.Sent, Pos: at, Line: p.Line(at), Decides: decides,
			Text: fmt.Sprintf("%s sends %s to %s at %d: %s", place(m.From), datalog.FormatTuple(d.Relations[m.Relation].Name, m.Args), place(m.To), m.Sent, strings.Join(fates, "; ")),
		})
	}
	slices.SortStableFunc(list, func(a, b Step) int { return cmp.Compare(a.Time, b.Time) })
	for _, v := range x.Violated {
		at := d.Defined(v.Relation)
		list = append(list, Step{Kind: ViolationStep, Time: v.Time, Pos: at, Line: p.Line(at), Text: fmt.Sprintf("at %d: %s", v.Time, v.Describe(d)), Decides: true})
	}
	return list
}

// OfTest is a finding about an expectation, with the steps of the counterexample that a search found
// instead, where there is one. It is without them where the context ends.
func OfTest(ctx context.Context, d dedalus.Diagnostic, t expect.Tested, r expect.Result) Finding {
	f := Finding{Diagnostic: d}
	if r.Found.Verdict != expect.Counterexample || r.Holds() {
		return f
	}
	w, err := verify.NewSearchWorld(t.Program.Datalog(), verify.Options{Spec: r.Spec, Nodes: r.Nodes})
	if err != nil {
		return f
	}
	if x, err := w.Judge(ctx, r.Found.Faults); err == nil && x.Run != nil {
		f.Flow, f.Steps = "The run with these faults: "+r.Found.String(), Steps(t.Program, x)
	}
	return f
}

// place names a node, or another place.
func place(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}
