package main

import (
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/viz"
)

// tallest is how many lines a diagram may have that nobody asked for.
const tallest = 24

// picture draws a run. Where everything would be too tall, it draws no long stretches
// of quiet, and if need be only what was lost, and says so.
func (e *session) picture(run *eval.Run) (text string, whole bool) {
	t := e.trace(run)
	for _, t.Quiet = range []int{0, 2} {
		if text = viz.SpaceTime(t); strings.Count(text, "\n") <= tallest {
			return text, true
		}
	}
	t.Messages = slices.DeleteFunc(t.Messages, func(m viz.Message) bool { return m.Arrived })
	return viz.SpaceTime(t), false
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
			Label: e.relation(m.Relation), From: m.From.Text(), To: m.To.Text(), Sent: m.Sent, Arrived: m.Arrived,
		})
	}
	return t
}

func (e *session) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(e.nodes, v.Text())
}
