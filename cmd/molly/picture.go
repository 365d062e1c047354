package main

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/viz"
)

// tallest is how many lines a diagram may have that nobody asked for, and broadest how
// many nodes.
const (
	tallest  = 24
	broadest = 10
)

// picture draws a run. Of more nodes than anyone can read it draws those that lost
// something or crashed. Where everything would be too tall, it draws no long stretches of
// quiet, and if need be only what was lost. It says what it leaves out.
func (e *session) picture(run *eval.Run) (text, without string) {
	t := e.trace(run)
	if len(t.Nodes) > broadest {
		if t.Nodes = struck(t); len(t.Nodes) == 0 {
			t.Nodes = e.nodes[:broadest]
		}
		drawn := func(m viz.Message) bool { return slices.Contains(t.Nodes, m.From) && slices.Contains(t.Nodes, m.To) }
		t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !drawn(m) })
		without = fmt.Sprintf("only %s of %d", count(len(t.Nodes), "node"), len(e.nodes))
	}
	for _, t.Quiet = range []int{0, 2} {
		if t.Quiet == 0 && t.Last > tallest {
			continue
		}
		if text = viz.SpaceTime(t); strings.Count(text, "\n") <= tallest {
			return text, without
		}
	}
	t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return !m.Lost })
	if without != "" {
		without += ", and of them "
	}
	return viz.SpaceTime(t), without + "only what was lost"
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
// what a node sends after it crashed, which nobody misses.
func (e *session) trace(run *eval.Run) viz.Trace {
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
		})
	}
	return t
}

func (e *session) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(e.nodes, v.Text())
}
