// Package itf writes a run in the Informal Trace Format, which Apalache defines and tools for
// TLA+ and Quint show (https://apalache-mc.org/docs/adr/015adr-trace.html): a state for each
// time, with a variable for each relation.
package itf

import (
	"context"
	"slices"
	"strconv"

	"molly/datalog"
	"molly/eval"
)

// Trace is a trace in the format, ready to be written as JSON.
type Trace struct {
	Meta   Meta             `json:"#meta"`
	Params []string         `json:"params"`
	Vars   []string         `json:"vars"`
	States []map[string]any `json:"states"`
}

// Meta says what a trace is.
type Meta struct {
	Format      string `json:"format"`
	Description string `json:"format-description"`
	Source      string `json:"source"`
	Status      string `json:"status"` // ok or violation
}

// New returns the trace of a run of p: each relation is the set of its tuples, as lists; time
// is the time, messages what is sent at it, with the times at which it arrives where those may be
// others than the next; down, where nodes may come back, is the set of nodes that are down. The trace says the name of its source, and whether
// the run violates the invariant. It ends with ctx.
func New(ctx context.Context, p *datalog.Program, run *eval.Run, relations []datalog.RelID, source string, violated bool) (*Trace, error) {
	status := "ok"
	if violated {
		status = "violation"
	}
	vars, timeVar, messagesVar, downVar := names(p)
	out := &Trace{
		Meta:   Meta{Format: "ITF", Description: "https://apalache-mc.org/docs/adr/015adr-trace.html", Source: source, Status: status},
		Params: []string{}, Vars: []string{timeVar},
	}
	for _, r := range relations {
		out.Vars = append(out.Vars, vars[r])
	}
	out.Vars = append(out.Vars, messagesVar)
	if run.Spec.Restarts > 0 {
		out.Vars = append(out.Vars, downVar)
	}
	sent := map[int][]any{}
	for _, m := range run.Messages() {
		if slices.Contains(relations, m.Relation) {
			sent[m.Sent] = append(sent[m.Sent], message(p, run, m))
		}
	}
	for t := 1; t <= run.EOT(); t++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		state := map[string]any{"#meta": map[string]int{"index": t - 1}, timeVar: t, messagesVar: set(sent[t])}
		for _, r := range relations {
			var tuples []any
			for _, h := range run.History(r, t) {
				tuples = append(tuples, tuple(h.Tuple))
			}
			state[vars[r]] = set(tuples)
		}
		if run.Spec.Restarts > 0 {
			var down []any
			for _, n := range run.Nodes() {
				if _, is := run.Scenario.OutageAt(n, t); is {
					down = append(down, n)
				}
			}
			state[downVar] = set(down)
		}
		out.States = append(out.States, state)
	}
	return out, nil
}

func message(p *datalog.Program, run *eval.Run, m eval.Message) map[string]any {
	j := map[string]any{
		"relation": p.Relations[m.Relation].Name, "sender": value(m.From), "receiver": value(m.To),
		"tuple": tuple(m.Args), "arrives": m.Arrived,
	}
	if !run.Spec.Classic() {
		var times []any
		for _, d := range run.Deliveries(m) {
			if d.Arrived() {
				times = append(times, d.Time)
			}
		}
		j["arrivals"] = set(times)
	}
	return j
}

func set(list []any) map[string]any {
	if list == nil {
		list = []any{}
	}
	return map[string]any{"#set": list}
}

func tuple(args []datalog.Value) map[string]any {
	list := []any{}
	for _, v := range args {
		list = append(list, value(v))
	}
	return map[string]any{"#tup": list}
}

// value writes integers in the way that keeps large ones.
func value(v datalog.Value) any {
	if v.Type() == datalog.Integer {
		return map[string]string{"#bigint": strconv.FormatInt(v.Number(), 10)}
	}
	return v.Text()
}
