package eval

import (
	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// network says which messages arrive and which nodes crash, as literals. Nodes are
// given by number.
type network interface {
	// delivered says whether what from sends to, another node, at a time arrives.
	delivered(from, to, time int) circuit.Lit
	// crash says whether node crashes at just that time.
	crash(node, time int) circuit.Lit
}

// possibleFaults leaves every fault that a specification allows open.
type possibleFaults struct {
	spec      failure.Spec
	nodes     []string
	circuit   *circuit.Circuit
	crashedBy [][]circuit.Lit // by node and time: crashed then or earlier
}

func newPossibleFaults(spec failure.Spec, nodes []string, c *circuit.Circuit) *possibleFaults {
	p := &possibleFaults{spec: spec, nodes: nodes, circuit: c, crashedBy: make([][]circuit.Lit, len(nodes))}
	for n := range nodes {
		p.crashedBy[n] = []circuit.Lit{circuit.False}
	}
	return p
}

func (p *possibleFaults) delivered(from, to, time int) circuit.Lit {
	by := p.crashedBy[from]
	for t := len(by); t <= time; t++ {
		by = append(by, p.circuit.Or(by[t-1], p.crash(from, t)))
	}
	p.crashedBy[from] = by
	omitted := circuit.False
	if time < p.spec.EFF {
		omitted = p.circuit.Var(failure.Omit(p.nodes[from], p.nodes[to], time))
	}
	return p.circuit.And(omitted.Not(), by[time].Not())
}

func (p *possibleFaults) crash(node, time int) circuit.Lit {
	if p.spec.Crashes == 0 {
		return circuit.False
	}
	return p.circuit.Var(failure.CrashAt(p.nodes[node], time))
}

// givenFaults are those of one scenario.
type givenFaults struct {
	crashTime []int // by node; 0: never
	omitted   map[[3]int]bool
}

func newGivenFaults(s failure.Scenario, nodes []string) *givenFaults {
	number := make(map[string]int, len(nodes))
	for i, n := range nodes {
		number[n] = i
	}
	g := &givenFaults{crashTime: make([]int, len(nodes))}
	if len(s) > 0 {
		g.omitted = make(map[[3]int]bool, len(s))
	}
	for _, f := range s {
		if f.Kind == failure.Crash {
			g.crashTime[number[f.Node]] = f.Time
		} else {
			g.omitted[[3]int{number[f.Node], number[f.To], f.Time}] = true
		}
	}
	return g
}

func (g *givenFaults) delivered(from, to, time int) circuit.Lit {
	if c := g.crashTime[from]; c > 0 && c <= time || g.omitted[[3]int{from, to, time}] {
		return circuit.False
	}
	return circuit.True
}

func (g *givenFaults) crash(node, time int) circuit.Lit {
	if g.crashTime[node] == time {
		return circuit.True
	}
	return circuit.False
}

// deliver says whether a message between two places arrives: to oneself always,
// to or from a place that is no node never.
func (m *machine) deliver(from, to valueID, time int) circuit.Lit {
	f, isNode := m.nodeOf[from]
	if !isNode {
		return circuit.False
	}
	t, isNode := m.nodeOf[to]
	if !isNode {
		return circuit.False
	}
	m.talks[f], m.talks[t] = m.talks[f] || f != t, m.talks[t] || f != t
	if f == t {
		return circuit.True
	}
	return m.net.delivered(f, t, time)
}

// enterCrashes fills the timeless relation crash(Observer, Node, Time).
func (m *machine) enterCrashes() {
	if !m.readCrash {
		return
	}
	t := m.table(int(m.program.Crash), 0)
	for n, name := range m.nodes {
		for time := 1; time <= m.eot; time++ {
			lit := m.net.crash(n, time)
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
