package view

import (
	"molly/eval"
	"molly/failure"
	"molly/viz"
)

// delivered is a message of a trace with what becomes of it.
func delivered(m viz.Message, d failure.Delivery) viz.Message {
	m.Arrives, m.Late, m.Copy, m.Lost = d.Time, d.Late, d.Copy, !d.Arrived()
	switch {
	case d.AfterEnd:
		m.Ending = viz.AfterEnd
	case d.Taken.Kind == failure.Outage:
		m.Ending = viz.AtReceiver
	}
	m.Cause = causes(d)
	return m
}

// causes says in symbols what took a message, or made it late.
func causes(d failure.Delivery) string {
	list := d.Faults()
	if d.Lost && len(list) == 0 {
		return "no node"
	}
	return failure.Names(list)
}

// happenings are what happens to nodes: crashes, outages and inputs.
func happenings(t *viz.Trace, run *eval.Run) {
	p := run.Program()
	for _, f := range run.Scenario {
		switch f.Kind {
		case failure.Crash:
			t.Crashes = append(t.Crashes, viz.Crash{Node: f.Node, Time: f.Time})
		case failure.Outage:
			t.Outages = append(t.Outages, viz.Outage{Node: f.Node, From: f.Time, Until: f.Until})
		case failure.Input:
			in := p.Inputs[f.D-1]
			node, rest, _ := About(run.Nodes(), in.Args)
			t.Inputs = append(t.Inputs, viz.Input{Node: node, Time: f.Time, Text: p.Relations[in.Relation].Name + "(" + rest + ")"})
		}
	}
}

// bands are the times at which nodes do not hear each other, one for each run of times of a cut.
func bands(scenario failure.Scenario) (list []viz.Band) {
	cuts, _ := scenario.Cuts()
	for _, c := range cuts {
		var nodes []string
		for _, side := range c.Sides {
			nodes = append(nodes, side...)
		}
		text := c.Describe()
		for i := 0; i < len(c.Times); {
			last := i
			for last+1 < len(c.Times) && c.Times[last+1] == c.Times[last]+1 {
				last++
			}
			list = append(list, viz.Band{Nodes: nodes, First: c.Times[i], Last: c.Times[last], Text: text})
			text = "" // it is said once
			i = last + 1
		}
	}
	return list
}
