package souffle

import (
	"fmt"

	"molly/datalog"
	"molly/failure"
)

// timed reports whether messages may arrive at other times than the next one, or meet nodes that
// are down: then the text says of each when it arrives.
func (e *encoder) timed() bool {
	return e.Spec.Delay > 0 || e.Spec.Twice || e.Spec.Restarts > 0
}

// network writes nodes, losses and what arrives.
func (e *encoder) network() {
	e.section("the nodes, and what their messages come to")
	e.line(".decl Node(name: symbol)")
	for _, n := range e.Nodes {
		e.line("Node(%s).", text(n))
	}
	if e.timed() {
		e.arrivals()
	} else {
		e.losses()
	}
	e.known("crash", e.Program.Crash, "time", failure.Crash)
	e.known("outage", e.Program.Outage, "from, until", failure.Outage)
}

// losses writes what is lost; everything else arrives one time later.
func (e *encoder) losses() {
	e.line(".decl Time(time: number)")
	for t := 1; t <= e.Spec.EOT; t++ {
		e.line("Time(%d).", t)
	}
	e.line(".decl Lost(from: symbol, to: symbol, sent: number)")
	for t := 1; t < e.Spec.EOT; t++ {
		for _, from := range e.Nodes {
			for _, to := range e.Nodes {
				if !e.Scenario.Delivers(from, to, t) {
					e.fact("Lost", fmt.Sprintf("%s, %s, %d", text(from), text(to), t))
				}
			}
		}
	}
	e.unconcluded("Lost", 3)
	e.line(".decl Clock(from: symbol, to: symbol, sent: number, arrives: number)")
	e.line("Clock(X, Y, T, T + 1) :- Node(X), Node(Y), Time(T), Time(T + 1), !Lost(X, Y, T).")
}

// arrivals writes of each message when it arrives.
func (e *encoder) arrivals() {
	e.line(".decl Clock(from: symbol, to: symbol, sent: number, arrives: number)")
	for t := 1; t < e.Spec.EOT; t++ {
		for _, from := range e.Nodes {
			for _, to := range e.Nodes {
				for _, at := range e.Scenario.Arrivals(e.Spec, from, to, t) {
					if at <= e.Spec.EOT && !e.isDown(datalog.String(to), at) {
						e.fact("Clock", fmt.Sprintf("%s, %s, %d, %d", text(from), text(to), t, at))
					}
				}
			}
		}
	}
	e.unconcluded("Clock", 4)
}

// sent lists the times at which something is sent that arrives at a time.
func (e *encoder) sent(arrives int) (times []int) {
	for t := max(1, arrives-1-e.Spec.Delay-e.Spec.CopyDelay()); t < arrives; t++ {
		times = append(times, t)
	}
	return times
}

// known writes what observers know of the faults of a kind, where the program reads it.
func (e *encoder) known(name string, r datalog.RelID, times string, kind failure.Kind) {
	if r == datalog.NoRelation {
		return
	}
	e.section(fmt.Sprintf("%s(observer, node, %s), which holds at every time", name, times))
	e.line(".decl %s(%s)", name, columns(e.Program.Relations[r].Types))
	for _, f := range e.Scenario.Of(kind) {
		for _, o := range e.Nodes {
			args := fmt.Sprintf("%s, %s, %d", text(o), text(f.Node), f.Time)
			if kind == failure.Outage {
				args += fmt.Sprintf(", %d", f.Until)
			}
			e.fact(name, args)
		}
	}
	e.unconcluded(name, len(e.Program.Relations[r].Types))
	e.line(".output %s", name)
}
