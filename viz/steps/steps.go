// Package steps makes a space-time diagram's input of a recorded execution of nodes that take steps.
//
// Times are logical: an event is below what happened before it, and otherwise as high as can be, so that what is
// concurrent stands side by side.
package steps

import (
	"encoding/json"
	"fmt"
	"strings"

	"molly/node"
	"molly/node/trace"
	"molly/viz"
)

// Options say what of an execution is drawn.
type Options struct {
	// Bodies adds to the labels what the messages say.
	Bodies bool
	// Timers marks each timer that fires.
	Timers bool
}

// Trace is the diagram of an execution.
func Trace(t *trace.Trace, o Options) viz.Trace {
	d := &drawing{trace: t, options: o, ranks: t.Ranks(), out: viz.Trace{Title: t.System, Nodes: t.Nodes, First: 1, Last: 1, Quiet: 2}, made: map[node.ID]int{}, taken: map[node.ID]int{}}
	for i, r := range t.Records {
		d.out.Last = max(d.out.Last, d.ranks[i])
		for _, m := range r.Sent {
			d.made[m.ID] = i
		}
		if r.Item != 0 && r.Do != node.Duplicate {
			d.taken[r.Item] = i
		}
	}
	for i := range t.Records {
		d.event(i)
	}
	d.messages()
	d.outages()
	return d.out
}

// drawing is one diagram in the making.
type drawing struct {
	trace   *trace.Trace
	options Options
	ranks   []int
	out     viz.Trace
	made    map[node.ID]int // by message: the event that made it
	taken   map[node.ID]int // the event that delivered, dropped or changed it
}

// event marks what is no message.
func (d *drawing) event(i int) {
	r := d.trace.Records[i]
	mark := func(name, text string) {
		d.out.Inputs = append(d.out.Inputs, viz.Input{Node: name, Time: d.ranks[i], Text: text})
	}
	switch r.Do {
	case node.Fire:
		if d.options.Timers {
			mark(r.Node, r.Type)
		}
	case node.Command:
		if r.Type == "crash" { // a node of a program falls silent
			d.out.Crashes = append(d.out.Crashes, viz.Crash{Node: r.Node, Time: d.ranks[i]})
			break
		}
		mark(r.Node, strings.TrimSpace(r.Type+" "+d.body(r.Body)))
	case node.Cut, node.Heal:
		if i == 0 || d.trace.Records[i-1].Do != r.Do { // those that follow belong to it
			mark("", d.links(i))
		}
	case node.SetState:
		mark(r.Node, "state changed by hand")
	}
	if r.Broken != "" {
		d.out.Crashes = append(d.out.Crashes, viz.Crash{Node: r.Node, Time: d.ranks[i]})
	}
	if r.Violation != nil {
		name := r.Node
		if len(r.Violation.Nodes) == 1 && r.Violation.Nodes[0] < len(d.trace.Nodes) {
			name = d.trace.Nodes[r.Violation.Nodes[0]]
		}
		d.out.Outcomes = append(d.out.Outcomes, viz.Outcome{Name: "violated", Cells: []viz.Cell{{Node: name, Text: r.Violation.Text, Missing: true}}})
	}
}

// links says which links are cut or healed by an event and those that follow it.
func (d *drawing) links(i int) string {
	kind := d.trace.Records[i].Do
	n := 0
	for _, r := range d.trace.Records[i:] {
		if r.Do != kind {
			break
		}
		n++
	}
	if r := d.trace.Records[i]; n == 1 {
		return fmt.Sprintf("%v %s → %s", kind, r.From, r.To)
	}
	return fmt.Sprintf("%v %d links", kind, n)
}

// body is what a message or a command says, shortened.
func (d *drawing) body(text json.RawMessage) string {
	const most = 40
	s := string(text)
	if s == "null" {
		return ""
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// messages draws each message from the event that sent it to the one that took it.
func (d *drawing) messages() {
	for i, r := range d.trace.Records {
		for _, made := range r.Sent {
			from, sent, copied := r.Node, d.ranks[i], false
			switch r.Do {
			case node.Duplicate, node.Change:
				from, copied = r.From, r.Do == node.Duplicate
				if j, ok := d.made[r.Item]; ok {
					sent = d.ranks[j]
				}
			}
			m := viz.Message{Label: made.Type, From: from, To: made.To, Sent: sent, Copy: copied}
			if d.options.Bodies {
				m.Detail = d.body(made.Body)
			}
			if r.Do == node.Change {
				m.Label += " (changed)"
			}
			j, taken := d.taken[made.ID]
			switch {
			case !taken:
				m.Lost, m.Ending, m.Arrives, m.Faint = true, viz.AfterEnd, d.out.Last+1, true
			case d.trace.Records[j].Do == node.Deliver:
				m.Arrives = d.ranks[j]
			case d.trace.Records[j].Do == node.Change:
				continue // what it became is drawn
			default:
				m.Lost, m.Ending, m.Arrives, m.Cause = true, viz.OnItsWay, max(sent+1, d.ranks[j]), "dropped"
			}
			d.out.Messages = append(d.out.Messages, m)
		}
	}
}

// outages draws crashes, to where the node is back.
func (d *drawing) outages() {
	down := map[string]int{}
	for i, r := range d.trace.Records {
		switch r.Do {
		case node.Crash:
			down[r.Node] = d.ranks[i]
		case node.Restart:
			if from, ok := down[r.Node]; ok && from < d.ranks[i] {
				d.out.Outages = append(d.out.Outages, viz.Outage{Node: r.Node, From: from, Until: d.ranks[i]})
			}
			delete(down, r.Node)
		}
	}
	for _, name := range d.trace.Nodes {
		if from, ok := down[name]; ok {
			d.out.Crashes = append(d.out.Crashes, viz.Crash{Node: name, Time: from})
		}
	}
}
