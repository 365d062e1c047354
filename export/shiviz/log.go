// Package shiviz writes a run as a log for ShiViz (https://bestchai.bitbucket.io/shiviz/): the
// events of each node, with their vector clocks. What a node does at one time is one event;
// what it did before time 1 is its start.
package shiviz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/verify"
	"molly/viz/view"
)

// Parser is the regular expression by which ShiViz reads the log: an event takes two lines.
// Names of nodes may have spaces, so they come last.
const Parser = `(?<event>.*)\n(?<clock>\{.*\}) (?<host>.+)`

// Note is what is to be said of a node at a time.
type Note struct {
	Node string
	Time int
	Text string
}

// Violations says of each violated tuple of p at which node it is shown: the one that it is about,
// or else the first.
func Violations(p *datalog.Program, nodes []string, violated []verify.Violation) []Note {
	var notes []Note
	for _, v := range violated {
		node, _, ok := view.About(nodes, v.Args)
		if !ok {
			node = nodes[0]
		}
		notes = append(notes, Note{Node: node, Time: v.Time, Text: "violated: " + v.Describe(p)})
	}
	return notes
}

// Write writes a run of p: first the expression that parses it, then an empty line in the
// place of the delimiter of executions, then the events. It ends with ctx, and has then written
// nothing.
func Write(ctx context.Context, w io.Writer, p *datalog.Program, nodes []string, run *eval.Run, notes []Note) error {
	l := &log{program: p, nodes: nodes, run: run, notes: notes, clocks: map[string]clock{}, sent: map[nodeTime]clock{}}
	fmt.Fprintf(&l.text, "%s\n\n", Parser)
	for _, n := range nodes {
		l.clocks[n] = clock{}
		l.event(n, 0, "start")
	}
	sent, arriving := map[nodeTime][]eval.Message{}, map[nodeTime][]eval.Message{}
	for _, m := range run.Messages() {
		if l.isNode(m.From) {
			k := nodeTime{m.From.Text(), m.Sent}
			sent[k] = append(sent[k], m)
		}
		for _, d := range run.Deliveries(m) {
			if d.Arrived() {
				k := nodeTime{m.To.Text(), d.Time}
				arriving[k] = append(arriving[k], m)
			}
		}
	}
	for t := 1; t <= run.EOT(); t++ {
		for _, n := range nodes {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			l.step(n, t, arriving[nodeTime{n, t}], sent[nodeTime{n, t}])
		}
	}
	_, err := w.Write(l.text.Bytes())
	return err
}

type nodeTime struct {
	node string
	time int
}

// clock is a vector clock: how many events of each node are known.
type clock map[string]int

// log is a log under way.
type log struct {
	program *datalog.Program
	nodes   []string
	run     *eval.Run
	notes   []Note
	clocks  map[string]clock   // of each node
	sent    map[nodeTime]clock // as they were when something was sent
	text    bytes.Buffer
}

// step is what a node does at a time, if anything.
func (l *log) step(node string, time int, arriving, sent []eval.Message) {
	var words []string
	if at, crashes := l.run.Scenario.CrashTime(node); crashes && at == time {
		words = append(words, "crash")
	}
	for _, f := range l.run.Scenario {
		switch {
		case f.Kind == failure.Outage && f.Node == node && f.Time == time:
			words = append(words, "down")
		case f.Kind == failure.Outage && f.Node == node && f.Until == time:
			words = append(words, "back")
		case f.Kind == failure.Input && f.Time == time && l.at(f) == node:
			words = append(words, "input "+f.Node)
		}
	}
	for _, m := range arriving {
		words = append(words, fmt.Sprintf("receive %s from %s", l.tuple(m), l.place(m.From)))
		for n, c := range l.sent[nodeTime{m.From.Text(), m.Sent}] {
			l.clocks[node][n] = max(l.clocks[node][n], c)
		}
	}
	for _, m := range sent {
		text := fmt.Sprintf("send %s to %s", l.tuple(m), l.place(m.To))
		if fate := fate(l.run.Deliveries(m)); fate != "" {
			text += " (" + fate + ")"
		}
		words = append(words, text)
	}
	for _, n := range l.notes {
		if n.Node == node && n.Time == time {
			words = append(words, n.Text)
		}
	}
	if words != nil {
		l.event(node, time, fmt.Sprintf("%d: %s", time, strings.Join(words, "; ")))
	}
}

// fate says what becomes of a message that does not arrive as usual.
func fate(list []failure.Delivery) string {
	var words []string
	for _, d := range list {
		word := ""
		switch {
		case d.Lost:
			word = "lost"
		case d.AfterEnd:
			word = "after the end"
		case d.Late > 0 || d.Copy:
			word = fmt.Sprintf("arrives at %d", d.Time)
		}
		if d.Copy {
			word = "twice: " + word
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// at is the node of an input: the first where it is at none.
func (l *log) at(f failure.Fault) string {
	if node, _, ok := view.About(l.nodes, l.program.Inputs[f.D-1].Args); ok {
		return node
	}
	return l.nodes[0]
}

// event adds an event, and moves its node's clock.
func (l *log) event(node string, time int, text string) {
	c := l.clocks[node]
	c[node]++
	l.sent[nodeTime{node, time}] = maps.Clone(c)
	var parts []string
	for _, n := range l.nodes {
		if c[n] == 0 {
			continue
		}
		name, err := json.Marshal(n)
		if err != nil {
			panic(err) // a string has JSON
		}
		parts = append(parts, fmt.Sprintf("%s:%d", name, c[n]))
	}
	fmt.Fprintf(&l.text, "%s\n{%s} %s\n", text, strings.Join(parts, ","), node)
}

func (l *log) tuple(m eval.Message) string {
	return datalog.FormatTuple(l.program.Relations[m.Relation].Name, m.Args)
}

// place names a node; another place is written as in a program.
func (l *log) place(v datalog.Value) string {
	if l.isNode(v) {
		return v.Text()
	}
	return v.String()
}

func (l *log) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(l.nodes, v.Text())
}
