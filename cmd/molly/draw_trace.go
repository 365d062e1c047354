package main

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
	"molly/viz"
)

// longestCalm is how many times without anything to show a diagram has in a row.
const longestCalm = 4

// traceOf is a run as a diagram shows it: all of its messages.
func (d *drawing) traceOf(single *verify.Single) (viz.Trace, error) {
	graph, err := d.outcomeGraph(single)
	if err != nil {
		return viz.Trace{}, err
	}
	return d.traceWith(single, graph), nil
}

// traceWith is traceOf with the explanation of the run's outcome at hand, which is nil where
// there is none.
func (d *drawing) traceWith(single *verify.Single, graph *provenance.Graph) viz.Trace {
	run := single.Run
	t := viz.Trace{
		Title: d.title(run), Nodes: slices.Clone(d.nodes), Outside: map[string]bool{},
		First: 1, Last: run.EOT(), Quiet: longestCalm, Outcomes: d.outcomesOf(single),
	}
	matters := messagesOf(graph)
	for _, f := range run.Scenario.Crashes() {
		t.Crashes = append(t.Crashes, viz.Crash{Node: f.Node, Time: f.Time})
	}
	for _, m := range run.Messages() {
		t.Messages = append(t.Messages, viz.Message{
			Label: d.relation(m.Relation), Detail: arguments(m.Args[1:]), From: d.lane(&t, m.From), To: d.lane(&t, m.To),
			Sent: m.Sent, Arrives: m.Sent + 1, Lost: !m.Arrived, Cause: d.cause(run, m), Faint: matters != nil && !matters[keyOf(m)],
		})
	}
	showFaults(run.Scenario, t.Messages)
	for _, v := range single.Violated {
		if node, _, ok := d.under(v.Args); ok {
			t.Marks = append(t.Marks, viz.Mark{Node: node, Time: run.EOT(), Text: v.Describe(d.datalog())})
		}
	}
	return t
}

// showFaults lets no fault be faint: what an omission took is always strong, and of what a crash
// took at least the first, where none of it matters for the outcome.
func showFaults(scenario failure.Scenario, messages []viz.Message) {
	for _, f := range scenario {
		took := func(m viz.Message) bool { return m.Lost && m.Cause == f.String() }
		if f.Kind == failure.Crash && slices.ContainsFunc(messages, func(m viz.Message) bool { return took(m) && !m.Faint }) {
			continue
		}
		first := 0
		for i := range messages {
			m := &messages[i]
			if took(*m) && (f.Kind == failure.Omission || first == 0 || m.Sent == first) {
				m.Faint, first = false, m.Sent
			}
		}
	}
}

// title says in symbols what is drawn.
func (d *drawing) title(run *eval.Run) string {
	if d.titled {
		return d.options.figure.title
	}
	spec := strings.NewReplacer("⟨", "(", "⟩", ")", ",", ", ").Replace(d.spec.String())
	text := d.name() + "  " + spec
	for _, f := range run.Scenario {
		text += "  " + f.String()
	}
	return text
}

// lane is the name of a place in a diagram. One that is no node gets a lane of its own.
func (d *drawing) lane(t *viz.Trace, v datalog.Value) string {
	if d.isNode(v) {
		return v.Text()
	}
	name := v.String()
	for slices.Contains(d.nodes, name) {
		name += "′"
	}
	if !t.Outside[name] {
		t.Outside[name] = true
		t.Nodes = append(t.Nodes, name)
	}
	return name
}

// cause says in symbols what took a message.
func (d *drawing) cause(run *eval.Run, m eval.Message) string {
	switch {
	case m.Arrived:
		return ""
	case !d.isNode(m.From) || !d.isNode(m.To):
		return "no node"
	}
	if at, crashes := run.Scenario.CrashTime(m.From.Text()); crashes && at <= m.Sent {
		return failure.CrashAt(m.From.Text(), at).String()
	}
	return failure.Omit(m.From.Text(), m.To.Text(), m.Sent).String()
}

// messageKey tells messages apart.
type messageKey struct {
	relation datalog.RelID
	from     datalog.Value
	sent     int
	args     string
}

func keyOf(m eval.Message) messageKey {
	return messageKey{m.Relation, m.From, m.Sent, arguments(m.Args)}
}

func arguments(args []datalog.Value) string { return datalog.FormatArgs(args) }

// outcomeGraph explains what the run violates, or else what it achieves; in the run without
// faults of a difference, what the other run violates. It is nil where there is nothing of
// this.
func (d *drawing) outcomeGraph(single *verify.Single) (*provenance.Graph, error) {
	goals, explain := verify.Goals(single.Violated), provenance.Violations
	if single == d.free {
		goals, explain = verify.Goals(d.single.Violated), provenance.Explain
	}
	if len(goals) == 0 {
		goals, explain = d.achieved(single.Run), provenance.Explain
	}
	if len(goals) == 0 {
		return nil, nil
	}
	space, err := d.space()
	if err != nil {
		return nil, err
	}
	return explain(d.ctx, single.Run, space, goals...)
}

// messagesOf finds the messages in an explanation. It is nil where there is none: then all
// messages matter.
func messagesOf(graph *provenance.Graph) map[messageKey]bool {
	if graph == nil {
		return nil
	}
	found := map[messageKey]bool{}
	for i := range graph.Nodes {
		if n := &graph.Nodes[i]; n.Kind == provenance.Arrived || n.Kind == provenance.Lost {
			found[messageKey{n.Relation, n.From, n.Time, arguments(n.Args)}] = true
		}
	}
	return found
}

// achieved are the tuples of post at EOT.
func (d *drawing) achieved(run *eval.Run) []provenance.Goal {
	p := d.datalog()
	if !p.HasInvariant() {
		return nil
	}
	var goals []provenance.Goal
	for _, h := range run.History(p.Post, run.EOT()) {
		goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: p.Post, Args: h.Tuple, Time: run.EOT()}})
	}
	return goals
}

// under finds the node that a tuple is about, if there is one: that of its first column, or
// else the only one in it. It returns the other columns, too.
func (e *session) under(tuple []datalog.Value) (node, rest string, ok bool) {
	at := -1
	for i, v := range tuple {
		if !e.isNode(v) {
			continue
		}
		if at >= 0 {
			return "", arguments(tuple), false
		}
		if at = i; i == 0 {
			break
		}
	}
	if at < 0 {
		return "", arguments(tuple), false
	}
	return tuple[at].Text(), arguments(slices.Delete(slices.Clone(tuple), at, at+1)), true
}

// outcomesOf are pre and post at EOT, or where the program has none, the relations of which
// tuples are missing.
func (d *drawing) outcomesOf(single *verify.Single) []viz.Outcome {
	p := d.datalog()
	var relations []datalog.RelID
	if p.HasInvariant() {
		relations = []datalog.RelID{p.Pre, p.Post}
	}
	for _, v := range single.Violated {
		if !slices.Contains(relations, v.Relation) {
			relations = append(relations, v.Relation)
		}
	}
	var list []viz.Outcome
	for _, r := range relations {
		o := viz.Outcome{Name: d.relation(r)}
		cell := func(tuple []datalog.Value, missing bool) {
			node, text, _ := d.under(tuple)
			if text == "" {
				text = fmt.Sprint(node)
			}
			o.Cells = append(o.Cells, viz.Cell{Node: node, Text: text, Missing: missing})
		}
		for _, h := range single.Run.History(r, single.Run.EOT()) {
			cell(h.Tuple, false)
		}
		for _, v := range single.Violated {
			if v.Relation == r {
				cell(v.Args, true)
			}
		}
		list = append(list, o)
	}
	return list
}
