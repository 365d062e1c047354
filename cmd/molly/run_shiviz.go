package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"molly/eval"
)

// shivizParser is the regular expression by which ShiViz reads the log: an event takes two
// lines. Names of nodes may have spaces, so they come last.
const shivizParser = `(?<event>.*)\n(?<clock>\{.*\}) (?<host>.+)`

// shiviz prints the run as a log for ShiViz: first the expression that parses it, then an
// empty line in the place of the delimiter of executions, then the events of each node with
// their vector clocks. What a node does at one time is one event.
func (x *execution) shiviz() error {
	x.printf("%s\n\n", shivizParser)
	log := &shivizLog{execution: x, clocks: map[string]map[string]int{}, at: map[nodeTime]map[string]int{}}
	for _, n := range x.nodes {
		log.clocks[n] = map[string]int{}
		if err := log.event(n, 0, "start"); err != nil {
			return err
		}
	}
	sent, arriving := map[nodeTime][]eval.Message{}, map[nodeTime][]eval.Message{}
	for _, m := range x.Run.Messages() {
		if x.isNode(m.From) {
			k := nodeTime{m.From.Text(), m.Sent}
			sent[k] = append(sent[k], m)
		}
		if m.Arrived {
			k := nodeTime{m.To.Text(), m.Sent + 1}
			arriving[k] = append(arriving[k], m)
		}
	}
	for t := 1; t <= x.spec.EOT; t++ {
		for _, n := range x.nodes {
			if x.ctx.Err() != nil {
				return context.Cause(x.ctx)
			}
			if err := log.step(n, t, arriving[nodeTime{n, t}], sent[nodeTime{n, t}]); err != nil {
				return err
			}
		}
	}
	return nil
}

type nodeTime struct {
	node string
	time int
}

// shivizLog is a log under way.
type shivizLog struct {
	*execution
	clocks map[string]map[string]int   // of each node
	at     map[nodeTime]map[string]int // as they were when something was sent
}

// step is what a node does at a time, if anything.
func (l *shivizLog) step(node string, time int, arriving, sent []eval.Message) error {
	var words []string
	if at, crashes := l.scenario.CrashTime(node); crashes && at == time {
		words = append(words, "crash")
	}
	for _, m := range arriving {
		words = append(words, fmt.Sprintf("receive %s from %s", l.tuple(m.Relation, m.Args), l.place(m, false)))
		for n, c := range l.at[nodeTime{m.From.Text(), m.Sent}] {
			l.clocks[node][n] = max(l.clocks[node][n], c)
		}
	}
	for _, m := range sent {
		text := fmt.Sprintf("send %s to %s", l.tuple(m.Relation, m.Args), l.place(m, true))
		if !m.Arrived {
			text += " (lost)"
		}
		words = append(words, text)
	}
	if time == l.spec.EOT {
		for _, v := range l.Violated {
			about, _, ok := l.under(v.Args)
			if ok && about == node || !ok && node == l.nodes[0] {
				words = append(words, "violated: "+v.Describe(l.datalog()))
			}
		}
	}
	if words == nil {
		return nil
	}
	return l.event(node, time, fmt.Sprintf("%d: %s", time, strings.Join(words, "; ")))
}

// event prints an event, and moves its node's clock.
func (l *shivizLog) event(node string, time int, text string) error {
	clock := l.clocks[node]
	clock[node]++
	l.at[nodeTime{node, time}] = maps.Clone(clock)
	parts := []string{}
	for _, n := range l.nodes {
		if clock[n] == 0 {
			continue
		}
		name, err := json.Marshal(n)
		if err != nil {
			return err
		}
		parts = append(parts, fmt.Sprintf("%s:%d", name, clock[n]))
	}
	l.printf("%s\n{%s} %s\n", text, strings.Join(parts, ","), node)
	return nil
}
