package main

import (
	"context"
	"slices"
	"strconv"

	"molly/datalog"
	"molly/eval"
)

// itfJSON is a trace in the Informal Trace Format of Apalache, which tools for TLA+ and Quint
// show: a state per time, with a variable per relation.
type itfJSON struct {
	Meta   itfMeta          `json:"#meta"`
	Params []string         `json:"params"`
	Vars   []string         `json:"vars"`
	States []map[string]any `json:"states"`
}

type itfMeta struct {
	Format      string `json:"format"`
	Description string `json:"format-description"`
	Source      string `json:"source"`
	Status      string `json:"status"`
}

// itf prints the run: each relation is the set of its tuples, as lists; time is the time,
// messages what is sent at it.
func (x *execution) itf() error {
	status := "ok"
	if len(x.Violated) > 0 {
		status = "violation"
	}
	out := itfJSON{
		Meta: itfMeta{
			Format: "ITF", Description: "https://apalache-mc.org/docs/adr/015adr-trace.html",
			Source: x.name(), Status: status,
		},
		Params: []string{},
	}
	names, timeVar, messagesVar := x.itfNames()
	out.Vars = []string{timeVar}
	for _, r := range x.relations {
		out.Vars = append(out.Vars, names[r])
	}
	out.Vars = append(out.Vars, messagesVar)
	sent := map[int][]any{}
	for _, m := range x.Run.Messages() {
		if slices.Contains(x.relations, m.Relation) {
			sent[m.Sent] = append(sent[m.Sent], x.itfMessage(m))
		}
	}
	for t := 1; t <= x.spec.EOT; t++ {
		if x.ctx.Err() != nil {
			return context.Cause(x.ctx)
		}
		state := map[string]any{"#meta": map[string]int{"index": t - 1}, timeVar: t, messagesVar: itfSet(sent[t])}
		for _, r := range x.relations {
			var tuples []any
			for _, h := range x.Run.History(r, t) {
				tuples = append(tuples, itfTuple(h.Tuple))
			}
			state[names[r]] = itfSet(tuples)
		}
		out.States = append(out.States, state)
	}
	return x.encodeLong(x.ctx, out)
}

func (x *execution) itfMessage(m eval.Message) map[string]any {
	return map[string]any{
		"relation": x.relation(m.Relation), "sender": itfValue(m.From), "receiver": itfValue(m.To),
		"tuple": itfTuple(m.Args), "arrives": m.Arrived,
	}
}

func itfSet(list []any) map[string]any {
	if list == nil {
		list = []any{}
	}
	return map[string]any{"#set": list}
}

func itfTuple(args []datalog.Value) map[string]any {
	list := []any{}
	for _, v := range args {
		list = append(list, itfValue(v))
	}
	return map[string]any{"#tup": list}
}

// itfValue writes integers in the way that keeps large ones.
func itfValue(v datalog.Value) any {
	if v.Type() == datalog.Integer {
		return map[string]string{"#bigint": strconv.FormatInt(v.Number(), 10)}
	}
	return v.Text()
}
