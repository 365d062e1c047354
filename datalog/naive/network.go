package naive

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// network says what becomes of messages and nodes under a scenario. It does not ask package
// failure, which the engine asks: the reference says for itself what a fault does.
type network struct {
	nodes    []string
	fifo     bool
	scenario failure.Scenario
}

func (n *network) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(n.nodes, v.Text())
}

// down reports whether a place is a node that is down at a time.
func (n *network) down(place datalog.Value, time int) bool {
	for _, f := range n.scenario {
		if f.Kind == failure.Outage && datalog.String(f.Node) == place && f.Time <= time && time < f.Until {
			return true
		}
	}
	return false
}

// starts reports whether a node starts at a time: it is there at time 1, or comes back.
func (n *network) starts(node string, time int) bool {
	for _, f := range n.scenario {
		if f.Kind == failure.Outage && f.Node == node && f.Until == time {
			return true
		}
	}
	return time == 1 && !n.down(datalog.String(node), time)
}

// chosen reports whether an input, numbered from 1, is there at a time.
func (n *network) chosen(number, time int) bool {
	for _, f := range n.scenario {
		if f.Kind == failure.Input && f.D == number && f.Time == time {
			return true
		}
	}
	return false
}

// arrivals returns when what one place sends another at a time gets there, in order: never, once
// or twice, and not at times at which the receiver is down. Some may be after the end of the run.
func (n *network) arrivals(from, to datalog.Value, sent int) (times []int) {
	if !n.isNode(from) || !n.isNode(to) {
		return nil
	}
	x, y := from.Text(), to.Text()
	if x != y && n.lost(x, y, sent) {
		return nil
	}
	first := n.alone(x, y, sent)
	if n.fifo && x != y {
		for before := 1; before < sent; before++ {
			if !n.lost(x, y, before) {
				first = max(first, n.alone(x, y, before))
			}
		}
	}
	times = []int{first}
	for _, f := range n.scenario {
		if f.Kind == failure.Twice && f.Node == x && f.To == y && f.Time == sent {
			times = append(times, first+f.D)
		}
	}
	return slices.DeleteFunc(times, func(t int) bool { return n.down(to, t) })
}

// lost reports whether what a node sends another at a time is lost on its way.
func (n *network) lost(from, to string, sent int) bool {
	for _, f := range n.scenario {
		omitted := f.Kind == failure.Omission && f.Node == from && f.To == to && f.Time == sent
		crashed := f.Kind == failure.Crash && f.Node == from && f.Time <= sent
		if omitted || crashed {
			return true
		}
	}
	return false
}

// alone returns when what a node sends another at a time, and is not lost, arrives where nothing
// holds it up. Of a node that is down nothing is late.
func (n *network) alone(from, to string, sent int) int {
	for _, f := range n.scenario {
		if f.Kind == failure.Late && f.Node == from && f.To == to && f.Time == sent && !n.down(datalog.String(from), sent) {
			return sent + 1 + f.D
		}
	}
	return sent + 1
}
