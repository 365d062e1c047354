package main

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/viz"
)

// room is how many lines a diagram may have, and how many nodes.
type room struct{ lines, nodes int }

// unasked is the room of a diagram that nobody asked for.
var unasked = room{24, 10}

// picture draws a run that violates something for a reason. Of more nodes than anyone can read it
// draws those that something was lost between, or that crashed, and if there is room, those that
// the reason speaks of. Where everything would be too tall, it draws no long stretches of quiet, then
// only the messages that matter, and if need be only what was lost. It never leaves out what was lost,
// or a crash. It says what it leaves out.
func (e *session) picture(run *eval.Run, reason *provenance.Graph, most room) (text, without string) {
	t := e.trace(run, reason)
	if len(t.Nodes) > most.nodes {
		t.Nodes = readable(t, most.nodes)
		drawn := func(m viz.Message) bool { return slices.Contains(t.Nodes, m.From) && slices.Contains(t.Nodes, m.To) }
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !drawn(m) })
		without = fmt.Sprintf("only %s of %d", count(len(t.Nodes), "node"), len(e.nodes))
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

// readable lists as many nodes as anyone can read, or those that faults struck, if these are more.
func readable(t viz.Trace, most int) []string {
	hit := struck(t)
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

// struck lists the nodes that crashed, or have lost messages from or to them.
func struck(t viz.Trace) []string {
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

// trace is a run as a diagram shows it: the messages between different nodes, but for
// what a node sends after it crashed, which nobody misses. What is neither lost nor part of the
// reason is faint.
func (e *session) trace(run *eval.Run, reason *provenance.Graph) viz.Trace {
	matters := messagesOf(reason)
	t := viz.Trace{Nodes: e.nodes, First: 1, Last: run.EOT()}
	for _, f := range run.Scenario {
		if f.Kind == failure.Crash {
			t.Crashes = append(t.Crashes, viz.Crash{Node: f.Node, Time: f.Time})
		}
	}
	for _, m := range run.Messages() {
		if !e.isNode(m.From) || !e.isNode(m.To) || m.From == m.To {
			continue
		}
		if at, crashes := run.Scenario.CrashTime(m.From.Text()); crashes && at < m.Sent {
			continue
		}
		t.Messages = append(t.Messages, viz.Message{
			Label: e.relation(m.Relation), From: m.From.Text(), To: m.To.Text(), Sent: m.Sent, Arrives: m.Sent + 1, Lost: !m.Arrived,
			Faint: reason != nil && m.Arrived && !matters[keyOf(m)],
		})
	}
	return t
}

func (e *session) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(e.nodes, v.Text())
}
