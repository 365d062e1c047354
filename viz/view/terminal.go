package view

import (
	"fmt"
	"slices"
	"strings"

	"molly/eval"
	"molly/internal/numeral"
	"molly/provenance"
	"molly/viz"
)

// size is how many lines and how many nodes a diagram may have.
type size struct{ lines, nodes int }

// Terminal draws a run that violates something for a reason as text ([viz.SpaceTime]), in at most
// 24 lines and of 10 nodes, where that is possible. Of more nodes it draws those that crashed, or
// that lost messages go between, and if there is space, those that the reason names. If it is too
// tall, it omits first long intervals without messages, then the messages that do not matter, then
// those that arrive as they should. It never omits a message that is lost, late or doubled, nor
// what happens to a node. without says what it omits.
func Terminal(run *eval.Run, reason *provenance.Graph) (text, without string) {
	return terminal(run, reason, size{24, 10})
}

func terminal(run *eval.Run, reason *provenance.Graph, most size) (text, without string) {
	t := terminalTrace(run, reason)
	if len(t.Nodes) > most.nodes {
		t.Nodes = readable(t, most.nodes)
		drawn := func(m viz.Message) bool { return slices.Contains(t.Nodes, m.From) && slices.Contains(t.Nodes, m.To) }
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !drawn(m) })
		without = fmt.Sprintf("only %s of %d", numeral.Count(len(t.Nodes), "node"), len(run.Nodes()))
	}
	fits := func() bool {
		text = viz.SpaceTime(t)
		return strings.Count(text, "\n") <= most.lines
	}
	for _, t.Quiet = range []int{0, 2} {
		if (t.Quiet > 0 || t.Last <= most.lines) && fits() {
			return text, without
		}
	}
	if without != "" {
		without += ", and of them "
	}
	t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return m.Faint })
	if fits() {
		return text, without + "only what matters for the violation"
	}
	if slices.ContainsFunc(t.Messages, changed) {
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !changed(m) })
		words := "only what was lost"
		if slices.ContainsFunc(t.Messages, func(m viz.Message) bool { return !m.Lost }) {
			words += ", late or came twice"
		}
		return viz.SpaceTime(t), without + words
	}
	all := len(t.Messages)
	for len(t.Messages) > 0 && !fits() {
		first := t.Messages[0].Sent
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return m.Sent == first })
	}
	return viz.SpaceTime(t), without + fmt.Sprintf("only the last %d of %d messages that matter for the violation", len(t.Messages), all)
}

// changed reports whether a message is lost, late, or a second copy.
func changed(m viz.Message) bool { return m.Lost || m.Late > 0 || m.Copy }

// readable lists at most so many nodes, or those that faults concern, if these are more.
func readable(t viz.Trace, most int) []string {
	hit := concerned(t)
	matter := slices.DeleteFunc(slices.Clone(t.Nodes), func(n string) bool {
		return !slices.Contains(hit, n) && !slices.ContainsFunc(t.Messages, func(m viz.Message) bool { return !m.Faint && (m.From == n || m.To == n) })
	})
	switch {
	case 0 < len(matter) && len(matter) <= most:
		return matter
	case len(hit) > 0:
		return hit
	case len(matter) > 0:
		return matter[:most]
	}
	return t.Nodes[:most]
}

// concerned lists the nodes that crashed or were down, that have an input, or that sent or should
// have received a message that is lost, late, or a second copy.
func concerned(t viz.Trace) []string {
	hit := map[string]bool{}
	for _, c := range t.Crashes {
		hit[c.Node] = true
	}
	for _, o := range t.Outages {
		hit[o.Node] = true
	}
	for _, in := range t.Inputs {
		hit[in.Node] = true
	}
	for _, m := range t.Messages {
		if changed(m) {
			hit[m.From], hit[m.To] = true, true
		}
	}
	return slices.DeleteFunc(slices.Clone(t.Nodes), func(n string) bool { return !hit[n] })
}

// terminalTrace is a run as a diagram in a terminal shows it: the messages between different
// nodes, without what a node sends after it crashed. What arrives as it should and is no part of
// the reason is faint.
func terminalTrace(run *eval.Run, reason *provenance.Graph) viz.Trace {
	matters, nodes := messagesOf(reason), run.Nodes()
	t := viz.Trace{Nodes: nodes, First: 1, Last: run.EOT()}
	happenings(&t, run)
	for _, m := range run.Messages() {
		if !isNode(nodes, m.From) || !isNode(nodes, m.To) || m.From == m.To {
			continue
		}
		if at, crashes := run.Scenario.CrashTime(m.From.Text()); crashes && at < m.Sent {
			continue
		}
		for _, d := range run.Deliveries(m) {
			drawn := delivered(viz.Message{Label: run.Program().Relations[m.Relation].Name, From: m.From.Text(), To: m.To.Text(), Sent: m.Sent}, d)
			drawn.Faint = reason != nil && !changed(drawn) && !matters[keyOf(m)]
			t.Messages = append(t.Messages, drawn)
		}
	}
	return t
}
