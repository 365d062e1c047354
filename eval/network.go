package eval

import (
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
)

// network says what happens to messages, nodes and inputs, as literals: a *circuit.Network
// leaves everything open that a specification allows, givenFaults nothing.
type network interface {
	// Arrives says whether what a node sends another one at a time arrives there at just that
	// later time.
	Arrives(from, to string, sent, at int) circuit.Lit
	// LastArrival is the last time at which anything that is sent at a time may arrive.
	LastArrival(sent int) int
	// Down says whether a node is down at a time.
	Down(node string, time int) circuit.Lit
	// Boots says whether a node starts at a time, or comes back.
	Boots(node string, time int) circuit.Lit
	// Crash says whether a node crashes at just that time.
	Crash(node string, time int) circuit.Lit
	// Outage says whether a node is down from just the one time on, and back at the other.
	Outage(node string, from, until int) circuit.Lit
	// Chosen says whether an input is there at a time.
	Chosen(tuple string, number, time int) circuit.Lit
}

// givenFaults are those of one scenario.
type givenFaults struct {
	failure.Scenario
	spec failure.Spec
}

func (g givenFaults) Arrives(from, to string, sent, at int) circuit.Lit {
	arrives := false
	if g.LastArrival(sent) == sent+1 {
		arrives = g.Delivers(from, to, sent)
	} else {
		arrives = slices.Contains(g.Arrivals(g.spec, from, to, sent), at)
	}
	if !arrives {
		return circuit.False
	}
	return g.Down(to, at).Not()
}

func (g givenFaults) LastArrival(sent int) int {
	return sent + 1 + g.spec.Delay + g.spec.CopyDelay()
}

func (g givenFaults) Down(node string, time int) circuit.Lit {
	_, down := g.OutageAt(node, time)
	return constant(down)
}

func (g givenFaults) Boots(node string, time int) circuit.Lit {
	return constant(g.Scenario.Boots(node, time))
}

func (g givenFaults) Crash(node string, time int) circuit.Lit {
	return constant(g.Has(failure.CrashAt(node, time)))
}

func (g givenFaults) Outage(node string, from, until int) circuit.Lit {
	return constant(g.Has(failure.OutageOf(node, from, until)))
}

func (g givenFaults) Chosen(tuple string, number, time int) circuit.Lit {
	return constant(g.Has(failure.Choose(tuple, number, time)))
}

func constant(holds bool) circuit.Lit {
	if holds {
		return circuit.True
	}
	return circuit.False
}

// link is when what one node sends another one, or itself, arrives: machine.underWay[first:end].
type link struct {
	sent       int32 // the time that it is about; 0: not asked for yet
	first, end int32
}

// arrival is a time at which something may arrive, and when it does.
type arrival struct {
	at  int
	lit circuit.Lit
}

// arrivals lists when what is sent now between two places may arrive, up to EOT: never where one
// of them is no node. It answers until the time is over.
func (m *machine) arrivals(from, to valueID) []arrival {
	f, isNode := m.nodeOf[from]
	if !isNode {
		return nil
	}
	t, isNode := m.nodeOf[to]
	if !isNode {
		return nil
	}
	if f != t {
		m.exchanges[f], m.exchanges[t] = true, true
	}
	if m.links[f] == nil {
		m.links[f] = make([]link, len(m.nodes))
	}
	l := &m.links[f][t]
	if l.sent != int32(m.now) {
		l.sent, l.first = int32(m.now), int32(len(m.underWay))
		for at := m.next; at <= min(m.net.LastArrival(m.now), m.eot); at++ {
			if lit := m.net.Arrives(m.nodes[f], m.nodes[t], m.now, at); lit != circuit.False {
				m.underWay = append(m.underWay, arrival{at, lit})
			}
		}
		l.end = int32(len(m.underWay))
	}
	return m.underWay[l.first:l.end]
}

// send draws the conclusions of a complete binding of an asynchronous rule: one for each time at
// which the message may arrive.
func (m *machine) send(r *rule, head []valueID) {
	from := m.place(r)
	arrivals := m.arrivals(from, head[0])
	if len(arrivals) == 0 {
		m.lose(r, from, head)
		return
	}
	lits := len(m.lits)
	for _, a := range arrivals {
		m.lits = append(m.lits[:lits], a.lit)
		lit := m.circuit.And(m.lits...)
		switch {
		case lit == circuit.False:
		case !r.aggregates:
			id, _ := m.insert(m.table(int(r.Head.Relation), a.at), head)
			m.record(r, id, a.at, lit)
		default:
			f := m.record(r, none, a.at, lit)
			if a.at == m.next {
				m.collect(r, head, f)
			} else {
				w := waiting{r.ID, a.at}
				m.waiting[w] = append(m.waiting[w], f)
			}
		}
	}
	m.lits = m.lits[:lits]
}

// waiting finds the bindings of an aggregate rule that are under way, by when they arrive.
type waiting struct{ rule, at int }

// collectWaiting adds the bindings that arrive at the next time and were sent before now.
func (m *machine) collectWaiting(r *rule) {
	for _, f := range m.waiting[waiting{r.ID, m.next}] {
		start := int(m.firings[f].next)
		m.collect(r, m.drawn[start:start+len(r.head)], f)
	}
}

func (m *machine) lose(r *rule, from valueID, args []valueID) {
	l := lostRecord{rule: int32(r.ID), time: int32(m.now), from: from}
	l.args = append(l.args, args...)
	m.lost = append(m.lost, l)
	if len(m.lost) > m.options.MaxFacts {
		m.fail(m.limitError("lost messages"))
	}
}

// enterFaults fills the timeless relations crash(Observer, Node, Time) and outage(Observer,
// Node, From, Until).
func (m *machine) enterFaults() {
	if m.readCrash {
		for _, name := range m.nodes {
			for time := 1; time <= m.eot; time++ {
				m.observe(m.program.Crash, m.net.Crash(name, time), name, time)
			}
		}
	}
	if m.readOutage {
		for _, name := range m.nodes {
			for from := 1; from <= m.eot; from++ {
				for until := from + 1; until <= m.eot; until++ {
					m.observe(m.program.Outage, m.net.Outage(name, from, until), name, from, until)
				}
			}
		}
	}
}

// observe lets every node see a fault of a node, in the scenarios that have it.
func (m *machine) observe(relation datalog.RelID, lit circuit.Lit, node string, times ...int) {
	if lit == circuit.False {
		return
	}
	m.head = append(m.head[:0], 0, m.values.id(datalog.String(node)))
	for _, t := range times {
		m.head = append(m.head, m.values.number(int64(t)))
	}
	for _, observer := range m.nodes {
		m.head[0] = m.values.id(datalog.String(observer))
		id, _ := m.insert(m.table(int(relation), 0), m.head)
		m.facts[id].lit = lit
	}
}
