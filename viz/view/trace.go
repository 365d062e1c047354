package view

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
const longestCalm = 1

// Trace is a judged run as a space-time diagram shows it: all of its messages. about explains
// what the run is about ([Outcome]): messages that are not in it are faint. Where it is nil, no
// message is.
func Trace(title string, judged *verify.Judged, about *provenance.Graph) viz.Trace {
	run := judged.Run
	p := run.Program()
	t := viz.Trace{
		Title: title, Nodes: slices.Clone(run.Nodes()), Outside: map[string]bool{},
		First: 1, Last: run.EOT(), Quiet: longestCalm, Outcomes: outcomes(judged),
	}
	matters := messagesOf(about)
	happenings(&t, run)
	t.Faults = faultsOf(run.Scenario)
	t.Bands = bands(run.Scenario)
	var faults [][]failure.Fault // of each message
	for _, m := range run.Messages() {
		drawn := viz.Message{
			Label: p.Relations[m.Relation].Name, Detail: datalog.FormatArgs(m.Args[1:]), From: lane(&t, run, m.From), To: lane(&t, run, m.To),
			Sent: m.Sent, Arrives: m.Sent + 1, Faint: matters != nil && !matters[keyOf(m)],
		}
		for _, d := range run.Deliveries(m) {
			t.Messages = append(t.Messages, delivered(drawn, d))
			faults = append(faults, d.Faults())
		}
	}
	showFaults(run.Scenario, t.Messages, faults)
	for _, v := range judged.Violated {
		if node, _, ok := About(run.Nodes(), v.Args); ok {
			t.Marks = append(t.Marks, viz.Mark{Node: node, Time: v.Time, Text: v.Describe(p)})
		}
	}
	return t
}

// showFaults lets no fault be faint: what an omission took, what is late and what comes twice is
// always strong, and of what a crash took at least the first, where none of it matters for the
// outcome. faults are those of each message.
func showFaults(scenario failure.Scenario, messages []viz.Message, faults [][]failure.Fault) {
	for _, f := range scenario {
		if f.Kind == failure.Outage || f.Kind == failure.Input {
			continue // they are drawn by themselves
		}
		first, strong := 0, false
		for i, m := range messages {
			strong = strong || f.Kind == failure.Crash && !m.Faint && slices.Contains(faults[i], f)
		}
		for i := range messages {
			m := &messages[i]
			if !strong && slices.Contains(faults[i], f) && (f.Kind != failure.Crash || first == 0 || m.Sent == first) {
				m.Faint, first = false, m.Sent
			}
		}
	}
}

// faultsOf are the faults of a scenario that a picture has to show: all but its inputs, which are no
// faults.
func faultsOf(scenario failure.Scenario) (list []viz.Fault) {
	for _, f := range scenario {
		switch f.Kind {
		case failure.Input:
		case failure.Crash, failure.Outage:
			list = append(list, viz.Fault{Text: f.String(), Time: f.Time, Place: f.Node, Crash: f.Kind == failure.Crash})
		default:
			list = append(list, viz.Fault{Text: f.String(), Time: f.Time})
		}
	}
	return list
}

// Title says in symbols what is drawn: the program, the specification, and the faults of the run.
func Title(program string, run *eval.Run) string {
	text := program + "  " + strings.NewReplacer("⟨", "(", "⟩", ")", ", ", ", ", ",", ", ").Replace(run.Spec.String())
	for _, f := range run.Scenario {
		text += "  " + f.String()
	}
	return text
}

// lane is the name of a place in a diagram. One that is not a node gets a separate lane.
func lane(t *viz.Trace, run *eval.Run, v datalog.Value) string {
	if isNode(run.Nodes(), v) {
		return v.Text()
	}
	name := v.String()
	for slices.Contains(run.Nodes(), name) {
		name += "′"
	}
	if !t.Outside[name] {
		t.Outside[name] = true
		t.Nodes = append(t.Nodes, name)
	}
	return name
}

// messageKey tells messages apart.
type messageKey struct {
	relation datalog.RelID
	from     datalog.Value
	sent     int
	args     string
}

func keyOf(m eval.Message) messageKey {
	return messageKey{m.Relation, m.From, m.Sent, datalog.FormatArgs(m.Args)}
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
			found[messageKey{n.Relation, n.From, n.Time, datalog.FormatArgs(n.Args)}] = true
		}
	}
	return found
}

// outcomes are pre and post at EOT, or where the program has none, the relations of which tuples
// are missing; and what must never hold and does, with its first time.
func outcomes(judged *verify.Judged) []viz.Outcome {
	run := judged.Run
	p := run.Program()
	var relations []datalog.RelID
	if p.HasInvariant() {
		relations = []datalog.RelID{p.Pre, p.Post}
	}
	for _, v := range judged.Violated {
		if !slices.Contains(relations, v.Relation) {
			relations = append(relations, v.Relation)
		}
	}
	var list []viz.Outcome
	for _, r := range relations {
		o := viz.Outcome{Name: p.Relations[r].Name}
		cell := func(tuple []datalog.Value, missing bool, when string) {
			node, text, _ := About(run.Nodes(), tuple)
			if text == "" {
				text = node
			}
			text += when
			o.Cells = append(o.Cells, viz.Cell{Node: node, Text: text, Missing: missing})
		}
		when := ""
		if r != p.Never {
			for _, h := range run.History(r, run.EOT()) {
				cell(h.Tuple, false, "")
			}
		}
		for _, v := range judged.Violated {
			if v.Relation == r {
				if r == p.Never {
					when = fmt.Sprintf(" at time %d", v.Time)
				}
				cell(v.Args, true, when)
			}
		}
		list = append(list, o)
	}
	return list
}
