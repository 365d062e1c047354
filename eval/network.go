package eval

import (
	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// network says what is lost and who crashes, as literals: a *circuit.Network leaves every
// fault open that a specification allows, givenFaults none.
type network interface {
	// Lost says whether what a node sends another one at a time is lost.
	Lost(from, to string, time int) circuit.Lit
	// Crash says whether a node crashes at just that time.
	Crash(node string, time int) circuit.Lit
}

// givenFaults are those of one scenario.
type givenFaults failure.Scenario

func (g givenFaults) Lost(from, to string, time int) circuit.Lit {
	return constant(!failure.Scenario(g).Delivers(from, to, time))
}

func (g givenFaults) Crash(node string, time int) circuit.Lit {
	return constant(failure.Scenario(g).Has(failure.CrashAt(node, time)))
}

func constant(holds bool) circuit.Lit {
	if holds {
		return circuit.True
	}
	return circuit.False
}

// deliver says whether a message between two places arrives: to or from a place that is
// no node never.
func (m *machine) deliver(from, to valueID, time int) circuit.Lit {
	f, isNode := m.nodeOf[from]
	if !isNode {
		return circuit.False
	}
	t, isNode := m.nodeOf[to]
	if !isNode {
		return circuit.False
	}
	if f != t {
		m.exchanges[f], m.exchanges[t] = true, true
	}
	return m.net.Lost(m.nodes[f], m.nodes[t], time).Not()
}

// enterCrashes fills the timeless relation crash(Observer, Node, Time).
func (m *machine) enterCrashes() {
	if !m.readCrash {
		return
	}
	t := m.table(int(m.program.Crash), 0)
	for _, name := range m.nodes {
		for time := 1; time <= m.eot; time++ {
			lit := m.net.Crash(name, time)
			if lit == circuit.False {
				continue
			}
			for _, observer := range m.nodes {
				id, _ := m.insert(t, []valueID{
					m.values.id(datalog.String(observer)), m.values.id(datalog.String(name)), m.values.number(int64(time)),
				})
				m.facts[id].lit = lit
			}
		}
	}
}
