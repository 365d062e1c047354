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
// those that arrive. It never omits a lost message or a crash. without says what it omits.
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
	if lost := func(m viz.Message) bool { return m.Lost }; slices.ContainsFunc(t.Messages, lost) {
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !m.Lost })
		return viz.SpaceTime(t), without + "only what was lost"
	}
	all := len(t.Messages)
	for len(t.Messages) > 0 && !fits() {
		first := t.Messages[0].Sent
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return m.Sent == first })
	}
	return viz.SpaceTime(t), without + fmt.Sprintf("only the last %d of %d messages that matter for the violation", len(t.Messages), all)
}

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

// concerned lists the nodes that crashed, or that sent or should have received a lost message.
func concerned(t viz.Trace) []string {
	hit := map[string]bool{}
	for _, c := range t.Crashes {
		hit[c.Node] = true
	}
	for _, m := range t.Messages {
		if m.Lost {
			hit[m.From], hit[m.To] = true, true
		}
	}
	return slices.DeleteFunc(slices.Clone(t.Nodes), func(n string) bool { return !hit[n] })
}

// terminalTrace is a run as a diagram in a terminal shows it: the messages between different
// nodes, without what a node sends after it crashed. What is neither lost nor part of the reason
// is faint.
func terminalTrace(run *eval.Run, reason *provenance.Graph) viz.Trace {
	matters, nodes := messagesOf(reason), run.Nodes()
	t := viz.Trace{Nodes: nodes, First: 1, Last: run.EOT()}
	for _, f := range run.Scenario.Crashes() {
		t.Crashes = append(t.Crashes, viz.Crash{Node: f.Node, Time: f.Time})
	}
	for _, m := range run.Messages() {
		if !isNode(nodes, m.From) || !isNode(nodes, m.To) || m.From == m.To {
			continue
		}
		if at, crashes := run.Scenario.CrashTime(m.From.Text()); crashes && at < m.Sent {
			continue
		}
		t.Messages = append(t.Messages, viz.Message{
			Label: run.Program().Relations[m.Relation].Name, From: m.From.Text(), To: m.To.Text(), Sent: m.Sent, Arrives: m.Sent + 1, Lost: !m.Arrived,
			Faint: reason != nil && m.Arrived && !matters[keyOf(m)],
		})
	}
	return t
}
